/// A seeded 64-bit hash of bytes, eight at a time by wide multiplication (the mixing step of wyhash,
/// https://github.com/wangyi-fudan/wyhash). The seed is new in each process, so a client cannot prepare
/// parameters that collide; and every find still compares the bytes themselves.
struct ByteHash {
  private let seed: UInt64
  private static let prime: UInt64 = 0xa076_1d64_78bd_642f

  init(seed: UInt64 = .random(in: 1 ... .max)) {
    self.seed = seed
  }

  func callAsFunction(_ bytes: Span<UInt8>, salt: UInt64) -> UInt64 {
    bytes.withUnsafeBytes { raw in
      var state = seed ^ salt &* 0xe703_7ed1_a0b4_28db
      var offset = 0
      while offset &+ 8 <= raw.count {
        state = Self.mix(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset &+= 8
      }
      var tail = UInt64(raw.count &- offset) << 56
      while offset < raw.count {
        tail = tail &<< 8 | UInt64(raw[offset])
        offset &+= 1
      }
      return Self.mix(Self.mix(state ^ tail) ^ UInt64(raw.count))
    }
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let wide = (value ^ prime).multipliedFullWidth(by: prime)
    return wide.high ^ wide.low
  }
}
