import Foundation
import GRDB

/// The words of well-known titles, with the hashes of `OneLetter.keys`: finds the word that was meant.
///
/// The table `misspelling` has them in one row, which is read with the first search that needs it: half a
/// megabyte, however many titles there are. With a row for each hash, a search would need ten look-ups.
struct MisspellingTable: Sendable {
  /// Only words of titles so well known.
  private static let maxRank = 15_000
  /// The number of words that are tried, the best known ones.
  private static let maxWords = 3

  /// Ascending.
  private let keys: [Int32]
  /// For each key the place of a word that has it.
  private let places: [UInt16]
  /// The best known first.
  private let words: [String]

  /// Collects the words of titles, in the order of their ranks.
  struct Builder {
    private var seen: Set<String> = []
    private var words: [String] = []

    mutating func add(_ spelling: String, rank: Int) {
      guard rank <= MisspellingTable.maxRank else { return }
      for word in spelling.unicodeScalars.split(separator: " ") where OneLetter.lengths.contains(word.count) {
        let word = String(word)
        if words.count <= UInt16.max, seen.insert(word).inserted { words.append(word) }
      }
    }

    func write(_ database: Database) throws {
      var entries: [(key: Int32, place: UInt16)] = []
      for (place, word) in words.enumerated() {
        for key in OneLetter.keys(word) ?? [] { entries.append((key, UInt16(place))) }
      }
      entries.sort { ($0.key, $0.place) < ($1.key, $1.place) }
      try database.execute(
        sql: "INSERT INTO misspelling (keys, places, words) VALUES (?, ?, ?)",
        arguments: [
          Data(integers: entries.map(\.key)), Data(integers: entries.map(\.place)),
          words.joined(separator: " "),
        ])
    }
  }

  init(_ database: Database) throws {
    guard let row = try Row.fetchOne(database, sql: "SELECT keys, places, words FROM misspelling") else {
      (keys, places, words) = ([], [], [])
      return
    }
    keys = (try row.decode(Data.self, atIndex: 0)).integers()
    places = (try row.decode(Data.self, atIndex: 1)).integers()
    words = (try row.decode(String.self, atIndex: 2)).unicodeScalars.split(separator: " ").map { String($0) }
    guard places.count == keys.count, places.max().map(Int.init) ?? -1 < words.count else {
      throw CatalogueError(.database, "the words of the titles do not fit together")
    }
  }

  /// The words that may have been meant, the best known first; none if the word itself is one of a title.
  func words(near word: String) -> [String] {
    var found: Set<UInt16> = []
    for key in OneLetter.keys(word) ?? [] {
      var index = firstIndex(of: key)
      while index < keys.count, keys[index] == key {
        let other = words[Int(places[index])]
        if other == word { return [] }
        if !found.contains(places[index]), OneLetter.isBetween(word, other) { found.insert(places[index]) }
        index += 1
      }
    }
    return found.sorted().prefix(Self.maxWords).map { words[Int($0)] }
  }

  /// Of the first key that is not smaller.
  private func firstIndex(of key: Int32) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
