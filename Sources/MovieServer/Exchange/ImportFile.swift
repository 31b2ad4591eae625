import Glibc

/// Reads the whole file that a client names. All of this blocks.
enum ImportFile {
  static let maxBytes = 64 << 20

  /// Only a regular file of the user is read: a pipe or a device might never end, and a link may lead to a
  /// file that its owner did not mean to reveal.
  static func read(_ path: String, maxBytes: Int = ImportFile.maxBytes) throws(ImportFault) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ELOOP: throw ImportFault("is a symbolic link", hint: "send the path of the file itself")
      case ENXIO: throw ImportFault("is not a regular file", hint: "send the path of a file")
      case let code:
        throw ImportFault(
          "cannot be opened: \(String(cString: strerror(code)))", hint: "check the path and its permissions"
        )
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportFault("is not a regular file", hint: "send the path of a file")
    }
    guard status.st_uid == geteuid() else {
      throw ImportFault("belongs to another user", hint: "copy it, then send the path of the copy")
    }
    guard status.st_size <= maxBytes else { throw tooLong(Int(status.st_size), maxBytes) }
    return try read(file, Int(status.st_size), maxBytes)
  }

  /// - Parameter size: as it was a moment ago.
  private static func read(_ file: CInt, _ size: Int, _ maxBytes: Int) throws(ImportFault) -> [UInt8] {
    // One more byte, so that the end is reached without another read.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var length = 0
    while true {
      if length == bytes.count {
        guard length <= maxBytes else { throw tooLong(length, maxBytes) }
        bytes.append(contentsOf: repeatElement(0, count: min(length, maxBytes + 1 - length)))
      }
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: length), $0.count - length)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      if count == 0 { break }
      length += count
    }
    guard length <= maxBytes else { throw tooLong(length, maxBytes) }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  private static func failure() -> ImportFault {
    ImportFault("cannot be read: \(String(cString: strerror(errno)))")
  }

  private static func tooLong(_ size: Int, _ maxBytes: Int) -> ImportFault {
    ImportFault(
      beyond: .init(name: "import_bytes", maximum: maxBytes, got: size), hint: "split the file"
    )
  }
}
