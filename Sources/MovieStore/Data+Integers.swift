import Foundation

/// Integers in a BLOB: little-endian, one after the other.
extension Data {
  init(integers: some Sequence<some FixedWidthInteger>) {
    self.init()
    for number in integers {
      Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
  }

  func integers<Number: FixedWidthInteger>() -> [Number] { withUnsafeBytes { $0.integers() } }
}

extension UnsafeRawBufferPointer {
  /// Bytes at the end that are not a whole integer are ignored.
  func integers<Number: FixedWidthInteger>() -> [Number] {
    let size = Number.bitWidth / 8
    return (0..<count / size).map { place in
      Number(littleEndian: loadUnaligned(fromByteOffset: place * size, as: Number.self))
    }
  }
}
