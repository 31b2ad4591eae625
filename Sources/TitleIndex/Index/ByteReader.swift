/// Reads bytes that may be damaged: what is not there is nil.
struct ByteReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var place: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int = 0) { (self.bytes, self.place) = (bytes, place) }

  /// With 7 bits a byte, the lowest first.
  @inline(__always)
  mutating func number() -> Int? {
    var (value, shift) = (0, 0)
    while place < bytes.count, shift < 56 {
      let byte = Int(bytes[place])
      place += 1
      value |= (byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  @inline(__always)
  mutating func next(_ count: Int) -> UnsafeBufferPointer<UInt8>? {
    guard count <= bytes.count - place else { return nil }
    defer { place += count }
    return UnsafeBufferPointer(rebasing: bytes[place..<place + count])
  }
}

extension [UInt8] {
  /// As `ByteReader.number` reads it.
  mutating func append(number: Int) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
