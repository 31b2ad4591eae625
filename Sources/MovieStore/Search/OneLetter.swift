/// Words that differ by one letter: one is wrong, missing or too many, or two neighbours are swapped.
enum OneLetter {
  /// Of a word that can be meant.
  static let lengths = 4...20
  /// Of the longer one of two words: shorter ones have too many neighbours.
  private static let minLonger = 5

  /// Of the word, and of the word without each of its letters: two words that differ by one letter have at
  /// least one of these in common (https://github.com/wolfgarbe/SymSpell). Each once; nil for a word that is too
  /// short or too long for that.
  static func keys(_ word: String) -> [Int32]? {
    let letters = Array(word.unicodeScalars)
    guard (lengths.lowerBound...lengths.upperBound + 1).contains(letters.count), !letters.contains(" ")
    else { return nil }
    var keys = [key(letters, without: nil)]
    for place in letters.indices {
      let key = key(letters, without: place)
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Of the word as it is, which is one of its keys.
  static func key(_ word: String) -> Int32 { key(Array(word.unicodeScalars), without: nil) }

  /// A 32-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/: words that only share a key are no match.
  private static func key(_ letters: [Unicode.Scalar], without place: Int?) -> Int32 {
    var hash: UInt32 = 0x811c_9dc5
    for index in letters.indices where index != place {
      hash = (hash ^ letters[index].value) &* 0x0100_0193
    }
    return Int32(bitPattern: hash)
  }

  /// Two words of which the longer one is not too short.
  static func isBetween(_ one: String, _ other: String) -> Bool {
    let (a, b) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    guard max(a.count, b.count) >= minLonger else { return false }
    // What lies between the beginning and the end that both have.
    var (start, aEnd, bEnd) = (0, a.count, b.count)
    while start < aEnd, start < bEnd, a[start] == b[start] { start += 1 }
    while aEnd > start, bEnd > start, a[aEnd - 1] == b[bEnd - 1] { (aEnd, bEnd) = (aEnd - 1, bEnd - 1) }
    switch (aEnd - start, bEnd - start) {
    case (1, 1), (0, 1), (1, 0): return true
    case (2, 2): return a[start] == b[start + 1] && a[start + 1] == b[start]
    default: return false
    }
  }
}
