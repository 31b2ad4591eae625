import CatalogueData

/// The origin of the facts. The text is in the format of `CatalogueFile`.
enum CatalogueSource: Sendable {
  /// Packed by gzip.
  case embedded
  /// The text itself.
  case bytes([UInt8])

  /// The array is a constant of the binary: it exists, unchanged, as long as the process.
  static var embeddedBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: movierpc_catalogue_bytes(), count: movierpc_catalogue_length())
  }

  /// Distinguishes versions of the data: the length, and for the embedded text the checksum and length at the
  /// end of a gzip file (RFC 1952), so that the start does not read all of it; else a 64-bit FNV-1a, see
  /// http://www.isthe.com/chongo/tech/comp/fnv/. It does not protect against tampering.
  var fingerprint: String {
    switch self {
    case .embedded:
      let trailer = Self.embeddedBytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return "\(Self.embeddedBytes.count)-\(String(trailer, radix: 16))"
    case .bytes(let bytes):
      let hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return "\(bytes.count)-\(String(hash, radix: 16))"
    }
  }
}
