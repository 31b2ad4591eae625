import CatalogueData

/// The origin of the facts. The text is in the format of `CatalogueFile`.
enum CatalogueSource: Sendable {
  /// Packed: see `PackedTable`.
  case embedded
  /// The text itself.
  case bytes([UInt8])

  /// The array is a constant of the binary: it exists, unchanged, as long as the process.
  static var embeddedBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: movierpc_catalogue_bytes(), count: movierpc_catalogue_length())
  }

  /// One title each; the texts one after another.
  ///
  /// - Throws: `CatalogueError`.
  func lines() throws -> [[UInt8]] {
    guard case .bytes(let bytes) = self else { return try PackedTable(Self.embeddedBytes).lines() }
    var start = 0
    while start < bytes.count, bytes[start] == UInt8(ascii: "#") {
      start = (bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
    }
    return [Array(bytes[start...])]
  }

  /// Distinguishes versions of the data: the length, and for the embedded text its own checksums, so that the
  /// start does not read all of it; else a 64-bit FNV-1a, see
  /// http://www.isthe.com/chongo/tech/comp/fnv/. It does not protect against tampering.
  var fingerprint: String {
    switch self {
    case .embedded:
      let checksum = (try? PackedTable(Self.embeddedBytes).checksum) ?? 0
      return "\(Self.embeddedBytes.count)-\(String(checksum, radix: 16))"
    case .bytes(let bytes):
      let hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return "\(bytes.count)-\(String(hash, radix: 16))"
    }
  }
}
