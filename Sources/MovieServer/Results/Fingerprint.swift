/// 128 bits that stand for a text: two hashes with seeds of their own, each eight bytes at a time by wide
/// multiplication (the mixing step of wyhash, https://github.com/wangyi-fudan/wyhash).
///
/// Equal fingerprints are taken for equal texts, so that a find does not have to look at the text kept, which
/// is in no cache of the processor: that look cost a fifth of a hit. The seeds are made anew in each process
/// and never leave it, so nobody can look for two texts with one fingerprint, and by chance a million texts
/// have such a pair once in 2^88.
struct Fingerprint: Hashable, Sendable {
  let low: UInt64
  let high: UInt64

  /// It is a hash already.
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

    /// - Parameter salt: tells apart what may have the same text.
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
        // The salt comes in after the text's bytes are mixed: beside the seeds, a first byte could undo it.
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
