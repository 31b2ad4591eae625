import Glibc

/// A failed system call, as a sentence.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  package let code: CInt
  package let operation: String

  init(_ operation: String, code: CInt = errno) {
    self.code = code
    self.operation = operation
  }

  package var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }
}

/// Files that are read whole at start-up.
enum TextFile {
  static func read(_ path: String, atMost maximum: Int) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw SystemError("open \(path)") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError("access \(path)") }
    // A pipe or a device might never end.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("read \(path), which is not a file", code: EINVAL)
    }
    guard status.st_size <= maximum else { throw SystemError("read \(path)", code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: maximum)
    var length = 0
    while length < maximum {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: length), maximum - length)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read \(path)") }
      if count == 0 { break }
      length += count
    }
    return Array(bytes[..<length])
  }
}
