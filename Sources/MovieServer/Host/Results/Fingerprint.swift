/// A 128-bit hash of a text: two hashes with separate seeds, each taking eight bytes at a time by wide
/// multiplication (the mixing step of wyhash, https://github.com/wangyi-fudan/wyhash).
///
/// Equal fingerprints are treated as equal texts, so that a lookup does not have to compare the stored text,
/// which is in no cache of the processor: that comparison cost a fifth of a hit. Each process makes its own
/// seeds, which never leave it, so an attacker cannot search for two texts with one fingerprint; by chance a
/// million texts have such a pair once in 2^88.
struct Fingerprint: Hashable, Sendable {
  let low: UInt64
  let high: UInt64

  /// It is already a hash.
  func hash(into hasher: inout Hasher) { hasher.combine(low) }

  static func == (a: Fingerprint, b: Fingerprint) -> Bool { a.low == b.low && a.high == b.high }

  /// Makes fingerprints with secret seeds.
  struct Maker: Sendable {
    private let seeds: (UInt64, UInt64)
    private static let prime: UInt64 = 0xa076_1d64_78bd_642f
    private static let otherPrime: UInt64 = 0xe703_7ed1_a0b4_28db

    init(seeds: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max))) {
      self.seeds = seeds
    }

    /// - Parameter salt: distinguishes names that may have the same text.
    func make(_ text: Span<UInt8>, salt: UInt64) -> Fingerprint {
      text.withUnsafeBytes { bytes in
        var (low, high) = seeds
        var offset = 0
        while offset &+ 8 <= bytes.count {
          let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          low = Self.mix(low ^ word, Self.prime)
          high = Self.mix(high ^ word, Self.otherPrime)
          offset &+= 8
        }
        var rest = UInt64(bytes.count) << 56
        while offset < bytes.count {
          rest ^= UInt64(bytes[offset]) << (UInt64(offset & 7) << 3)
          offset &+= 1
        }
        // The salt is added after the text's bytes are mixed: next to the seeds, a first byte could cancel it
        // out.
        let length = UInt64(bytes.count) ^ salt &* 0x9e37_79b9_7f4a_7c15
        return Fingerprint(
          low: Self.mix(Self.mix(low ^ rest, Self.prime) ^ length, Self.otherPrime),
          high: Self.mix(Self.mix(high ^ rest, Self.otherPrime) ^ length, Self.prime))
      }
    }

    private static func mix(_ value: UInt64, _ factor: UInt64) -> UInt64 {
      let wide = (value ^ factor).multipliedFullWidth(by: factor)
      return wide.high ^ wide.low
    }
  }
}
