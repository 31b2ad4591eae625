import GRDB

/// The table `misspelling`: finds the word that was meant.
enum MisspellingTable {
  /// Only words of titles so well known.
  private static let maxRank = 15_000
  /// The number of words that are tried, the best known ones.
  private static let maxWords = 3

  /// Collects the words of titles, in the order of their ranks.
  struct Builder {
    private var ranks: [String: Int] = [:]

    mutating func add(_ spelling: String, rank: Int) {
      guard rank <= MisspellingTable.maxRank else { return }
      for word in spelling.utf8.split(separator: UInt8(ascii: " ")) where word.count > 4 {
        let word = String(Substring(word))
        if ranks[word] == nil { ranks[word] = rank }
      }
    }

    func write(_ database: Database) throws {
      let insert = try database.makeStatement(
        sql: "INSERT INTO misspelling (key, word, rank) VALUES (?, ?, ?)")
      // In the order of the table, so that its pages are full.
      let rows = ranks.flatMap { word, rank in
        (OneLetter.keys(word) ?? []).map { (key: $0, word: word, rank: rank) }
      }
      for row in rows.sorted(by: { ($0.key, $0.word) < ($1.key, $1.word) }) {
        try insert.execute(arguments: [row.key, row.word, row.rank])
      }
    }
  }

  /// The words that may have been meant, the best known first; none if the word itself is one of a title.
  static func words(near word: String, _ database: Database) throws -> [String] {
    guard let keys = OneLetter.keys(word) else { return [] }
    let places = Array(repeating: "?", count: keys.count).joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: "SELECT word, rank FROM misspelling WHERE key IN (\(places))")
    var found: [String: Int] = [:]
    var isKnown = false
    try StatementRow.each(of: statement, arguments: keys.map { .integer(Int($0)) }) { row in
      let other = try row.text(at: 0)
      isKnown = other == word
      if OneLetter.isBetween(word, other) { found[other] = try row.number(at: 1, in: StoredBounds.count) }
      return !isKnown
    }
    if isKnown { return [] }
    return found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(maxWords).map(\.key)
  }
}
