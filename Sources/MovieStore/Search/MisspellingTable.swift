import Foundation
import GRDB

/// The words of well-known titles and the names of their people, with the hashes of `OneLetter.keys`: finds
/// the word that was meant.
///
/// The table `misspelling` has a row of titles and one of names, which are read with the first search that
/// needs them: about a megabyte, however many titles there are. With a row for each hash, a search would
/// need ten look-ups.
struct MisspellingTable: Sendable {
  /// Only words of titles so well known, and names of their directors and first cast.
  static let maxRank = 15_000
  private static let maxRankOfNames = 5_000
  /// The best known ones.
  private static let maxWords = 8

  private let titles: WordsByKey
  private let names: WordsByKey

  /// Collects the words of titles and names, in the order of the titles' ranks.
  struct Builder {
    private var titles = WordsByKey.Builder()
    private var names = WordsByKey.Builder()

    mutating func add(_ spelling: String, rank: Int) {
      if rank <= MisspellingTable.maxRank { titles.add(spelling) }
    }

    mutating func add(name: String, rank: Int) {
      if rank <= MisspellingTable.maxRankOfNames { names.add(name) }
    }

    func write(_ database: Database) throws {
      for part in [titles, names] { try part.write(database) }
    }
  }

  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT keys, places, words FROM misspelling ORDER BY rowid LIMIT 2")
    titles = try rows.first.map { try WordsByKey($0) } ?? WordsByKey()
    names = try rows.dropFirst().first.map { try WordsByKey($0) } ?? WordsByKey()
  }

  struct Corrections: Equatable {
    /// Those of titles that may have been meant, the best known first.
    let words: [String]
    /// The same of names. Nearly every word is near one of them.
    let names: [String]
    /// The word itself is one of a title. Beside other words another may have been meant all the same.
    let isRight: Bool
  }

  func corrections(of word: String) -> Corrections {
    let keys = OneLetter.keys(word) ?? []
    let found = titles.words(near: word, keys)
    let others = names.words(near: word, keys)
    let more = others.hasWord ? [] : others.near.filter { !found.near.contains($0) }
    return Corrections(
      words: Array(found.near.prefix(Self.maxWords)), names: Array(more.prefix(Self.maxWords)),
      isRight: found.hasWord)
  }
}
