import CatalogueData

/// The origin of the facts. The bytes are in the format of `CatalogueFile`.
enum CatalogueSource: Sendable {
  case embedded
  case bytes([UInt8])

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    switch self {
    case .embedded:
      // The array is a constant of the binary: it exists, unchanged, as long as the process.
      let bytes = UnsafeBufferPointer(start: movierpc_catalogue_bytes(), count: movierpc_catalogue_length())
      return try body(bytes.span)
    case .bytes(let bytes):
      return try body(bytes.span)
    }
  }

  /// The length and a 64-bit FNV-1a of eight bytes a step: distinguishes versions of the data. It does not
  /// protect against tampering, see http://www.isthe.com/chongo/tech/comp/fnv/.
  var fingerprint: String {
    withBytes { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var word: UInt64 = 0
      for index in bytes.indices {
        word = word << 8 | UInt64(bytes[index])
        if index & 7 == 7 || index == bytes.count - 1 {
          hash = (hash ^ word) &* 0x100_0000_01b3
          // The product carries only upwards; this brings the high bits down again.
          hash ^= hash >> 29
          word = 0
        }
      }
      return "\(bytes.count)-\(String(hash, radix: 16))"
    }
  }
}
