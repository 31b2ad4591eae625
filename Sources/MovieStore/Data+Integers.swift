import Foundation

/// Integers in a BLOB: little-endian, one after the other.
extension Data {
  init(integers: some Sequence<some FixedWidthInteger>) {
    self.init()
    for number in integers {
      Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
  }

  /// Bytes at the end that are not a whole integer are ignored.
  func integers<Number: FixedWidthInteger>() -> [Number] {
    let size = Number.bitWidth / 8
    var numbers: [Number] = []
    numbers.reserveCapacity(count / size)
    withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count - size + 1, by: size) {
        numbers.append(
          Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self)))
      }
    }
    return numbers
  }
}
