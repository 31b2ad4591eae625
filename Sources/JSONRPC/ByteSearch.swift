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

  /// The position of the first byte at or after `start` that a JSON string has to escape, or nil. It checks
  /// eight bytes a step (https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord).
  func firstToEscape(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      var at = start
      while at &+ 8 <= bytes.count,
        !bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).hasByteToEscape
      {
        at &+= 8
      }
      while at < bytes.count {
        if bytes[at] < .space || bytes[at] == .quote || bytes[at] == .backslash { return at }
        at &+= 1
      }
      return nil
    }
  }
}

extension UInt64 {
  fileprivate var hasByteToEscape: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = self ^ ones &* UInt64(UInt8.quote)
    let backslashes = self ^ ones &* UInt64(UInt8.backslash)
    let found =
      (self &- ones &* UInt64(UInt8.space)) & ~self | (quotes &- ones) & ~quotes
      | (backslashes &- ones) & ~backslashes
    return found & ones << 7 != 0
  }
}
