import Glibc

extension Span<UInt8> {
  /// The position of the first `byte` at or after `start`, or nil. This is
  /// [memchr](https://man7.org/linux/man-pages/man3/memchr.3.html), which checks 32 bytes a step.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start >= 0, start < count else { return nil }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + start, CInt(byte), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
