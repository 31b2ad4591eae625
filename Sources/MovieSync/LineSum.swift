/// CRC-32 as in RFC 1952: tells a line that was half written, or mixed with another one, from a whole line.
package struct LineSum: Sendable {
  private var state: UInt32 = .max

  package static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var sum = LineSum()
    sum.add(bytes)
    return sum.value
  }

  package var value: UInt32 { ~state }

  package mutating func add(_ bytes: Span<UInt8>) {
    var state = state
    for index in bytes.indices {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])] ^ (state >> 8)
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }
}
