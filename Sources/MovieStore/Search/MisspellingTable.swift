import Foundation
import GRDB

/// The words of well-known titles and the names of their people, with the hashes of `OneLetter.keys`: finds
/// the word that was meant.
///
/// The table `misspelling` has a row of each kind, which are read with the first search that needs them:
/// about two megabytes, however many titles there are. With a row for each hash, a search would need ten
/// look-ups.
struct MisspellingTable: Sendable {
  /// Of well-known titles: only their words, and the names of their directors.
  static let maxRank = 15_000
  /// Words of titles up to this come before names, where a word is alone. The names of actors are theirs.
  private static let maxRankBeforeNames = 5_000
  private static let maxWords = 8

  private let words: WordsByKey
  private let names: WordsByKey
  private let rarerWords: WordsByKey

  /// Collects the words of titles and names, in the order of the titles' ranks.
  struct Builder {
    private var words = WordsByKey.Builder()
    private var names = WordsByKey.Builder()
    private var rarerWords = WordsByKey.Builder()

    mutating func add(_ spelling: String, rank: Int) {
      switch rank {
      case ...maxRankBeforeNames: words.add(spelling)
      case ...maxRank: rarerWords.add(spelling, unlessIn: words)
      default: break
      }
    }

    /// - Parameter isCast: it is that of an actor.
    mutating func add(name: String, isCast: Bool, rank: Int) {
      if rank <= (isCast ? maxRankBeforeNames : maxRank) { names.add(name) }
    }

    /// Words come in the order of the ranks. Of names, that of most titles is rather meant.
    func write(_ database: Database) throws {
      for part in [words, names.mostFrequentFirst, rarerWords] { try part.write(database) }
    }
  }

  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT keys, places, words FROM misspelling ORDER BY rowid LIMIT 3")
    let parts = try rows.map { try WordsByKey($0) }
    func part(_ place: Int) -> WordsByKey { parts.dropFirst(place).first ?? WordsByKey() }
    (words, names, rarerWords) = (part(0), part(1), part(2))
  }

  /// What may have been meant: words of the best-known titles first, and the most frequent names.
  struct Corrections: Equatable {
    var words: [String] = []
    var names: [String] = []
    var rarerWords: [String] = []
    /// The word itself is one of a title. Beside other words another may have been meant all the same.
    var isWord = false
    /// The same of names.
    var isName = false
  }

  /// Whether it is a word of titles or names.
  func has(_ word: String) -> Bool {
    guard OneLetter.lengths.contains(word.unicodeScalars.count) else { return false }
    let key = OneLetter.key(word)
    return [words, names, rarerWords].contains { $0.has(word, key) }
  }

  func corrections(of word: String) -> Corrections {
    let keys = OneLetter.keys(word) ?? []
    let (words, names) = (words.words(near: word, keys), names.words(near: word, keys))
    let rarerWords = rarerWords.words(near: word, keys)
    return Corrections(
      words: Self.meant(words.near, by: word), names: Self.meant(names.near, by: word),
      rarerWords: Self.meant(rarerWords.near, by: word), isWord: words.hasWord || rarerWords.hasWord,
      isName: names.hasWord)
  }

  /// "rocky2" does not mean "rocky".
  private static func meant(_ others: [String], by word: String) -> [String] {
    guard word.contains(where: \.isNumber) else { return Array(others.prefix(maxWords)) }
    let digits = word.count(where: \.isNumber)
    let meant = others.filter { $0.count >= word.count || $0.count(where: \.isNumber) == digits }
    return Array(meant.prefix(maxWords))
  }
}
