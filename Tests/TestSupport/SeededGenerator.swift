/// The same random numbers in every run: xorshift64*, https://vigna.di.unimi.it/ftp/papers/xorshift.pdf
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  package mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_f491_4f6c_dd1d
  }
}
