/// While an index is made: a spelling, its text in the pool of its part.
struct SpelledName {
  /// Its first eight bytes: nearly always enough to compare two.
  let beginning: UInt64
  let start: UInt32
  let rank: UInt32
  let length: UInt16
  let kind: Spelling.Kind
  /// Titles are sorted by it.
  let isPlain: Bool

  fileprivate init(
    _ text: some Collection<UInt8>, length: UInt16, start: Int, rank: Int, _ kind: Spelling.Kind,
    isPlain: Bool
  ) {
    beginning = Beginning.of(text)
    (self.start, self.rank, self.length) = (UInt32(start), UInt32(rank), length)
    (self.kind, self.isPlain) = (kind, isPlain)
  }
}

/// Those of a part.
struct SpelledNames {
  private var all: [SpelledName] = []
  private var pool: [UInt8] = []

  var count: Int { all.count }
  /// Of their texts.
  var bytes: Int { pool.count }

  subscript(number: Int) -> SpelledName { all[number] }

  func text(of name: SpelledName) -> ArraySlice<UInt8> {
    pool[Int(name.start)..<Int(name.start) + Int(name.length)]
  }

  mutating func reserve(count: Int, bytes: Int) {
    all.reserveCapacity(count)
    pool.reserveCapacity(bytes)
  }

  /// A longer one than an index can have is left out.
  mutating func append(
    _ text: some Collection<UInt8>, _ rank: Int, _ kind: Spelling.Kind, isPlain: Bool = false
  ) {
    guard let length = UInt16(exactly: text.count), length > 0 else { return }
    all.append(SpelledName(text, length: length, start: pool.count, rank: rank, kind, isPlain: isPlain))
    pool.append(contentsOf: text)
  }

  /// By their texts; those of one text with the best known first.
  mutating func sort() {
    pool.withUnsafeBufferPointer { pool in
      all.sort { one, other in
        if one.beginning != other.beginning { return one.beginning < other.beginning }
        let order = order(
          pool.baseAddress, Int(one.start), Int(one.length), Int(other.start), Int(other.length))
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
