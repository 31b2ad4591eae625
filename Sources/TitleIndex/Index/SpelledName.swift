/// While an index is made: a spelling, its text in a pool.
struct SpelledName {
  /// Its first eight bytes: nearly always enough to compare two.
  let beginning: UInt64
  let start: UInt32
  let rank: UInt32
  let length: UInt16
  let kind: Spelling.Kind
  /// Titles are sorted by it.
  let isPlain: Bool

  init(_ text: ArraySlice<UInt8>, length: UInt16, start: Int, rank: Int, _ kind: Spelling.Kind, isPlain: Bool)
  {
    beginning = Beginning.of(text)
    (self.start, self.rank, self.length) = (UInt32(start), UInt32(rank), length)
    (self.kind, self.isPlain) = (kind, isPlain)
  }

  /// By their texts; those of one text with the best known first.
  static func sort(_ names: inout [SpelledName], _ text: [UInt8]) {
    text.withUnsafeBufferPointer { text in
      names.sort { one, other in
        if one.beginning != other.beginning { return one.beginning < other.beginning }
        let order = order(
          text.baseAddress, Int(one.start), Int(one.length), Int(other.start), Int(other.length))
        return order == 0 ? one.rank < other.rank : order < 0
      }
    }
  }
}

/// The first eight bytes of a text as one number, which is in the order of the texts.
enum Beginning {
  static func of(_ text: some Collection<UInt8>) -> UInt64 {
    var (value, count) = (UInt64(0), 0)
    for byte in text.prefix(8) { (value, count) = (value << 8 | UInt64(byte), count + 1) }
    // Texts have no byte 0, so that a shorter one comes first.
    return count == 0 ? 0 : value << UInt64(64 - 8 * count)
  }
}
