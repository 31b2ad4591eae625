import GRDB

/// The long words of titles and of people's names: those that begin with what was typed. Of a misspelt word
/// there are none, and to learn it from the full-text search takes several times as long.
enum WordTable {
  /// In letters. Shorter beginnings have too many words, and the full-text search has an index of them.
  private static let minLength = 6
  private static let maxEndings = 32

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

  /// - Returns: the query with all words its last one may become, where they are few; nil if nothing has all
  ///   its words.
  static func complete(_ query: SearchQuery, _ database: Database) throws -> SearchQuery? {
    // The other spellings of a query end in other words.
    guard query.exact.count == 1, let last = query.words.last,
      let endings = try words(beginningWith: last, database)
    else { return query }
    return endings.isEmpty ? nil : query.completed(by: endings)
  }

  /// - Parameter typed: in its search form. Only ASCII is looked up: the full-text search may store other
  ///   letters in a form of its own.
  /// - Returns: nil if these are not all, or more than a few.
  static func words(beginningWith typed: String, _ database: Database) throws -> [String]? {
    guard typed.utf8.count >= minLength, isPlain(typed) else { return nil }
    let statement = try database.cachedStatement(
      sql: "SELECT text FROM word WHERE text >= ? AND text < ? LIMIT \(maxEndings + 1)")
    var words: [String] = []
    try StatementRow.each(of: statement, arguments: [.text(typed), .text(typed + "\u{10FFFF}")]) { row in
      words.append(try row.text(at: 0))
      return true
    }
    return words.count <= maxEndings && words.allSatisfy(isPlain) ? words : nil
  }

  /// A word that the full-text search leaves as it is, and no syntax of it: the file may be damaged.
  private static func isPlain(_ word: String) -> Bool {
    word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }
}
