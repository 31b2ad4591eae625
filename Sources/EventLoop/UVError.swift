internal import CLibuv

/// An error of libuv, which on Unix is a negative `errno` (https://docs.libuv.org/en/v1.x/errors.html).
package struct UVError: Error, Equatable, Sendable, CustomStringConvertible {
  /// As libuv returns it: negative.
  package let code: CInt
  /// The operation that failed, in the infinitive: "bind the socket".
  package let operation: String

  package init(code: CInt, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// "ECONNREFUSED".
  package var name: String { Self.name(of: code) }

  /// "connection refused".
  package var message: String { Self.text { uv_strerror_r(code, $0, $1) } }

  package var description: String { "cannot \(operation): \(message) (\(name))" }

  static func name(of code: CInt) -> String { text { uv_err_name_r(code, $0, $1) } }

  /// Throws when a libuv call has returned an error.
  static func check(_ code: CInt, _ operation: @autoclosure () -> String) throws(UVError) {
    if code < 0 { throw UVError(code: code, operation: operation()) }
  }

  /// The `_r` calls, because the plain ones leak a string for an unknown code.
  private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      write(start, buffer.count)
      return String(cString: start)
    }
  }
}
