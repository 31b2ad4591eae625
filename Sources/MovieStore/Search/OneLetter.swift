/// Words that differ by one letter: one is wrong, missing or too many, or two neighbours are swapped.
enum OneLetter {
  /// Shorter words have too many neighbours.
  static let lengths = 5...20

  /// The word, and the word without each of its letters: two words that differ by one letter have at least
  /// one of these in common (https://github.com/wolfgarbe/SymSpell). nil for a word of another length.
  static func keys(_ word: String) -> [Int64]? {
    let letters = Array(word.unicodeScalars)
    guard lengths.contains(letters.count), !letters.contains(" ") else { return nil }
    var keys: Set<Int64> = [key(letters[...])]
    for place in letters.indices { keys.insert(key(letters[..<place] + letters[(place + 1)...])) }
    return Array(keys)
  }

  /// A 64-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/.
  private static func key(_ letters: ArraySlice<Unicode.Scalar>) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for letter in letters { hash = (hash ^ UInt64(letter.value)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }

  static func isBetween(_ one: String, _ other: String) -> Bool {
    var (a, b) = (ArraySlice(one.unicodeScalars), ArraySlice(other.unicodeScalars))
    while let first = a.first, first == b.first { (a, b) = (a.dropFirst(), b.dropFirst()) }
    while let last = a.last, last == b.last { (a, b) = (a.dropLast(), b.dropLast()) }
    switch (a.count, b.count) {
    case (1, 1), (0, 1), (1, 0): return true
    case (2, 2): return a.first == b.last && a.last == b.first
    default: return false
    }
  }
}
