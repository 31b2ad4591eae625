import GRDB

/// The long words of titles and of people's names: whether any begins with what was typed. Of a misspelt word
/// none does, and to learn it from the full-text search takes several times as long.
enum WordTable {
  /// In letters. Nearly every shorter beginning has a word.
  private static let minLength = 6

  static let sql = "CREATE TABLE word (text TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID"

  /// Statements that copy the words of the full-text search into the table.
  /// https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  static let fill = ["spelling_words", "person_words"].flatMap { words in
    [
      "CREATE VIRTUAL TABLE temp.\(words)_terms USING fts5vocab('main', '\(words)', 'row')",
      """
      INSERT OR IGNORE INTO word SELECT term FROM temp.\(words)_terms
      WHERE length(term) >= \(minLength) ORDER BY term
      """,
      "DROP TABLE temp.\(words)_terms",
    ]
  }

  /// False only if nothing has all words of the query.
  static func mayMatch(_ query: SearchQuery, _ database: Database) throws -> Bool {
    // The other spellings of a query end in other words.
    guard query.exact.count == 1, let last = query.words.last else { return true }
    return try mayHave(beginningWith: last, database)
  }

  /// - Parameter typed: in its search form. Only ASCII is looked up: the full-text search may store other
  ///   letters in a form of its own.
  /// - Returns: false only if no word begins with it.
  static func mayHave(beginningWith typed: String, _ database: Database) throws -> Bool {
    guard typed.utf8.count >= minLength, typed.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM word WHERE text >= ? AND text < ? LIMIT 1")
    return try StatementRow.first(of: statement, arguments: [.text(typed), .text(typed + "\u{10FFFF}")]) {
      _ in true
    } ?? false
  }
}
