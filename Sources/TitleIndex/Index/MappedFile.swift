import Glibc

/// A file in memory, as long as this exists.
final class MappedFile: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let descriptor: CInt
  private let watched: Int?

  /// Another program has cut it short, and what was lost has been read.
  var isCut: Bool { watched.map(LostPages.isCut) ?? false }

  init(_ path: String) throws(IndexError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw IndexError("it cannot be opened: \(String(cString: strerror(code)))", isOutdated: code == ENOENT)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let memory = mmap(nil, status.st_size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else {
      close(descriptor)
      throw IndexError("it is no file that can be read")
    }
    self.descriptor = descriptor
    bytes = UnsafeRawBufferPointer(start: memory, count: status.st_size)
    watched = LostPages.watch(bytes)
  }

  deinit {
    if let watched { LostPages.forget(watched) }
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
  }

  func withReader<Result>(_ body: ((_ at: Int, _ count: Int) -> UnsafeRawBufferPointer?) -> Result) -> Result
  {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    return body { [descriptor] at, count in
      var filled = 0
      while filled < count {
        let read = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, at + filled)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return nil }
        filled += read
      }
      return UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    }
  }
}
