import Glibc

/// A failed system call, as a sentence.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// `errno`, https://man7.org/linux/man-pages/man3/errno.3.html
  package let code: CInt
  package let operation: String

  package init(_ operation: String, code: CInt = errno) {
    self.code = code
    self.operation = operation
  }

  package init(_ verb: String, _ path: String, code: CInt = errno) {
    self.init("\(verb) \(path)", code: code)
  }

  package var description: String { "cannot \(operation): \(Self.message(code))" }

  /// `Permission denied`
  package static func message(_ code: CInt = errno) -> String { String(cString: strerror(code)) }
}
