@preconcurrency import Glibc
import MovieProtocol

/// C library symbols with other names, or visible only to programs compiled with _GNU_SOURCE.
enum LibC {
  static let streamSocket = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  /// [POSIX_SPAWN_SETSID](https://man7.org/linux/man-pages/man3/posix_spawn.3.html)
  static let spawnInNewSession: Int16 = 0x80

  /// `struct ucred` of [SO_PEERCRED](https://man7.org/linux/man-pages/man7/unix.7.html).
  struct PeerCredentials {
    var pid: CInt = 0
    var uid: UInt32 = 0
    var gid: UInt32 = 0
  }

  static func message(_ code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// A pipe that the programs started later do not inherit; nil: see `errno`.
  static func pipe() -> (read: CInt, write: CInt)? {
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The names in a folder, with `.` and `..`; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) { names.append(FolderEntry.name(entry)) }
    return names
  }

  /// The beginning of a file, at most `count` bytes; nil: see `errno`.
  static func beginning(of path: String, _ count: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return beginning(descriptor, count)
  }

  static func beginning(_ descriptor: CInt, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = read(descriptor, &bytes, count)
    return got < 0 ? nil : Array(bytes[..<got])
  }

  /// Sends without waiting, and without the SIGPIPE that would silently end the client when the daemon exits.
  static func sendNow(_ descriptor: CInt, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
  }

  /// Appends at most `count` bytes that are already available. Returns the result of
  /// [recv(2)](https://man7.org/linux/man-pages/man2/recv.2.html).
  static func receiveNow(_ descriptor: CInt, _ count: Int, into bytes: inout [UInt8]) -> Int {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let got = recv(descriptor, buffer.baseAddress, count, CInt(MSG_DONTWAIT))
      // Appending may allocate, so it must not come between recv and the caller's check of errno.
      if got > 0 { bytes.append(contentsOf: buffer.prefix(got)) }
      return got
    }
  }

  /// Calls `body` with a NULL-terminated array of C strings, as exec requires.
  static func withArguments<T>(
    _ words: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> T
  ) -> T {
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let first = buffer.baseAddress else {
        preconditionFailure("the array has its terminator at least")
      }
      return body(first)
    }
  }
}
