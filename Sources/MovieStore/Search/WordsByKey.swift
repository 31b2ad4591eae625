import Foundation
import GRDB

/// Words, to be found by the keys of `OneLetter`. One row of the table `misspelling`.
struct WordsByKey: Sendable {
  /// Ascending.
  private let keys: [Int32]
  /// For each key the place of a word that has it.
  private let places: [UInt16]
  /// Those that are rather meant first.
  private let words: [String]

  struct Builder {
    private var times: [String: Int] = [:]
    private var words: [String] = []

    mutating func add(_ spelling: String, unlessIn other: Builder? = nil) {
      for word in spelling.unicodeScalars.split(separator: " ") where OneLetter.lengths.contains(word.count) {
        let word = String(word)
        if let known = times[word] {
          times[word] = known + 1
        } else if words.count <= UInt16.max, other?.times[word] == nil {
          times[word] = 1
          words.append(word)
        }
      }
    }

    /// Those as frequent as each other stay in their order.
    var mostFrequentFirst: Builder {
      var sorted = self
      sorted.words = words.enumerated().map {
        (place: $0.offset, word: $0.element, times: times[$0.element] ?? 0)
      }
      .sorted { ($1.times, $0.place) < ($0.times, $1.place) }.map(\.word)
      return sorted
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

  init() { (keys, places, words) = ([], [], []) }

  init(_ row: Row) throws {
    keys = (try row.decode(Data.self, atIndex: 0)).integers()
    places = (try row.decode(Data.self, atIndex: 1)).integers()
    words = (try row.decode(String.self, atIndex: 2)).unicodeScalars.split(separator: " ").map { String($0) }
    guard places.count == keys.count, places.max().map(Int.init) ?? -1 < words.count else {
      throw CatalogueError(.database, "the words of the titles do not fit together")
    }
  }

  /// - Parameter keys: of the word.
  /// - Returns: those that differ from it by one letter, in their order, and whether it is one of them.
  func words(near word: String, _ keys: [Int32]) -> (near: [String], hasWord: Bool) {
    var found: Set<UInt16> = []
    var hasWord = false
    for key in keys {
      var index = firstIndex(of: key)
      while index < self.keys.count, self.keys[index] == key {
        let place = places[index]
        let other = words[Int(place)]
        if other == word {
          hasWord = true
        } else if !found.contains(place), OneLetter.isBetween(word, other) {
          found.insert(place)
        }
        index += 1
      }
    }
    return (found.sorted().map { words[Int($0)] }, hasWord)
  }

  /// - Parameter key: of the word as it is.
  func has(_ word: String, _ key: Int32) -> Bool {
    var index = firstIndex(of: key)
    while index < keys.count, keys[index] == key {
      if words[Int(places[index])] == word { return true }
      index += 1
    }
    return false
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
