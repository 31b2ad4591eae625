import GRDB

/// The long words of titles and of people's names: whether any begins with what was typed. Of a misspelt word
/// none does, and to learn it from the full-text search takes several times as long.
enum WordTable {
  enum Kind: Int { case title, person }

  /// In letters. Nearly every shorter beginning has a word.
  private static let minLength = 6

  static let sql = """
    CREATE TABLE word (
      kind INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, text)
    ) STRICT, WITHOUT ROWID
    """

  /// Statements that copy the words of the full-text search into the table.
  /// https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  static let fill = [(Kind.title, "spelling_words"), (.person, "person_words")].flatMap { kind, words in
    [
      "CREATE VIRTUAL TABLE temp.\(words)_terms USING fts5vocab('main', '\(words)', 'row')",
      """
      INSERT INTO word SELECT \(kind.rawValue), term FROM temp.\(words)_terms
      WHERE length(term) >= \(minLength) ORDER BY term
      """,
      "DROP TABLE temp.\(words)_terms",
    ]
  }

  /// - Parameter typed: in its search form. Only ASCII is looked up: the full-text search may store other
  ///   letters in a form of its own.
  /// - Returns: false only if no word of that kind begins with it.
  static func mayHave(_ kind: Kind, beginningWith typed: String, _ database: Database) throws -> Bool {
    guard typed.utf8.count >= minLength, typed.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM word WHERE kind = ? AND text >= ? AND text < ? LIMIT 1")
    return try StatementRow.first(
      of: statement, arguments: [.integer(kind.rawValue), .text(typed), .text(typed + "\u{10FFFF}")]
    ) { _ in true } ?? false
  }
}
