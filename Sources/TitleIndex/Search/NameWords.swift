/// The words of a name as they are typed: the last may be the beginning of one.
package struct NameWords: Sendable {
  /// A name that has all of the words.
  package struct Match {
    /// What was typed, in the name's spelling.
    package let spelled: String
    /// It has no other words, but perhaps a last one that says what it is the name of: `Alien Collection`.
    package let isWhole: Bool
  }

  private let words: [String]
  /// The words of the index that each may be.
  private var numbers: [[Range<Int>]] = []
  /// What else each may mean.
  private var meant: [Set<String>]

  /// Shorter words are not corrected, and in longer ones two letters.
  private static let minCorrected = 4
  private static let minTwoLettersOff = 7

  /// Nil: there are no words.
  package init?(_ name: String) {
    words = Self.words(of: name)
    meant = words.map { _ in [] }
    if words.isEmpty { return nil }
  }

  /// - Parameter isCorrected: words of the index that are a few letters away are meant as well.
  init?(_ name: String, in index: CatalogueIndex, isCorrected: Bool) {
    self.init(name)
    for (place, word) in words.enumerated() {
      var ranges =
        place == words.count - 1
        ? [index.numbers(beginning: word)] : index.number(of: word).map { [$0..<$0 + 1] } ?? []
      let length = word.unicodeScalars.count
      if isCorrected, length >= Self.minCorrected {
        let near = NearWords.of(word, most: length < Self.minTwoLettersOff ? 1 : 2, in: index)
        meant[place] = Set(near.map { String(decoding: index.word($0.number), as: UTF8.self) })
        ranges += near.map { $0.number..<$0.number + 1 }
      }
      numbers.append(ranges)
    }
  }

  /// The ranks of the titles that have all of the words in this field.
  func ranks(in field: Fields, of index: CatalogueIndex) -> [Int] {
    var all: Set<Int>?
    for ranges in numbers {
      let ranks = ranges.lazy.flatMap { index.postings(of: $0) }.compactMap { posting -> Int? in
        let rank = Int(posting >> 8)
        return UInt8(truncatingIfNeeded: posting) & field.rawValue != 0 && rank < index.count ? rank : nil
      }
      all = all?.intersection(ranks) ?? Set(ranks)
    }
    return all?.sorted() ?? []
  }

  /// Nil: the name lacks one of the words.
  package func match(_ name: String) -> Match? {
    let names = Self.words(of: name)
    var spelled: [String] = []
    for (place, word) in words.enumerated() {
      let isLast = place == words.count - 1
      if names.contains(where: { isLast ? $0.hasPrefix(word) : $0 == word }) {
        spelled.append(word)
      } else if let other = names.first(where: meant[place].contains) {
        spelled.append(other)
      } else {
        return nil
      }
    }
    return Match(
      spelled: spelled.joined(separator: " "), isWhole: names == spelled || names.dropLast() == spelled[...])
  }

  /// As it was typed.
  var text: String { words.joined(separator: " ") }

  private static func words(of name: String) -> [String] {
    (SearchFold.plain(name)?.words ?? []).flatMap { $0.split(separator: " ").map(String.init) }
  }
}
