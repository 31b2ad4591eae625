import Foundation
import GRDB

/// The long words of titles and of people's names: those that begin with what was typed, each with the first
/// titles of a search for it. Of a misspelt word there are none, and to learn it from the full-text search
/// takes several times as long.
enum WordTable {
  /// In letters. Shorter beginnings have too many words, and the full-text search has an index of them.
  private static let minLength = 6
  private static let maxEndings = 32

  /// See `WordTitles`.
  static let sql = """
    CREATE TABLE word (
      text TEXT NOT NULL PRIMARY KEY,
      titles BLOB NOT NULL DEFAULT x'',
      people BLOB NOT NULL DEFAULT x''
    ) STRICT, WITHOUT ROWID
    """

  struct Word: Equatable {
    let text: String
    let found: WordTitles
  }

  /// - Returns: the query with all words its last one may become, where they are few (only itself, if it is
  ///   finished); nil if nothing has all its words.
  static func complete(_ query: SearchQuery, _ database: Database) throws -> SearchQuery? {
    // The other spellings of a query end in other words.
    guard query.exact.count == 1, let last = query.words.last,
      var endings = try words(beginningWith: last, database)
    else { return query }
    if query.isFinished { endings.removeAll { $0.text != last } }
    return endings.isEmpty ? nil : query.completed(by: endings)
  }

  /// - Parameter typed: in its search form. Only ASCII is looked up: the full-text search may store other
  ///   letters in a form of its own.
  /// - Returns: nil if these are not all, or more than a few.
  static func words(beginningWith typed: String, _ database: Database) throws -> [Word]? {
    guard typed.utf8.count >= minLength, isPlain(typed) else { return nil }
    let statement = try database.cachedStatement(sql: beginningSQL)
    var words: [Word] = []
    try StatementRow.each(of: statement, arguments: [.text(typed), .text(typed + "\u{10FFFF}")]) { row in
      words.append(
        Word(
          text: try row.text(at: 0),
          found: WordTitles(
            titles: try row.integers(at: 1, upTo: 2 * WordTitles.maxCount),
            people: try row.integers(at: 2, upTo: WordTitles.maxCount))))
      return true
    }
    return words.count <= maxEndings && words.allSatisfy { isPlain($0.text) } ? words : nil
  }

  private static let beginningSQL =
    "SELECT text, titles, people FROM word WHERE text >= ? AND text < ? LIMIT \(maxEndings + 1)"

  /// A word that the full-text search leaves as it is, and no syntax of it: the file may be damaged.
  private static func isPlain(_ word: String) -> Bool {
    word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }

  /// Copies the words of the full-text search of titles, when that and the index of texts are complete.
  static func fillTitles(_ database: Database) throws {
    try fill("titles", from: "spelling_words", database) { word, builder in
      builder.titles(whole: builder.hasFirst ? try CatalogueSearch.whole(word, database) : [])
    }
  }

  /// The same of people's names.
  static func fillPeople(_ database: Database) throws {
    try fill("people", from: "person_words", database) { _, builder in builder.people }
  }

  private static func fill(
    _ column: String, from table: String, _ database: Database,
    _ numbers: (_ word: String, WordTitles.Builder) throws -> [UInt32]
  ) throws {
    // One row for each place of each word, in the order of the words and of the ids:
    // https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
    let terms = "\(table)_terms"
    try database.execute(
      sql: "CREATE VIRTUAL TABLE temp.\(terms) USING fts5vocab('main', '\(table)', 'instance')")
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO word (text, \(column)) VALUES (?, ?)
        ON CONFLICT (text) DO UPDATE SET \(column) = excluded.\(column)
        """)
    var last: (word: String, builder: WordTitles.Builder)?
    func finish() throws {
      guard let (word, builder) = last else { return }
      try insert.execute(arguments: [word, Data(integers: try numbers(word, builder))])
    }
    let select = try database.makeStatement(
      sql: "SELECT term, doc, offset FROM temp.\(terms) WHERE length(term) >= \(minLength)")
    try StatementRow.each(of: select, arguments: []) { row in
      let word = try row.text(at: 0)
      if last?.word != word {
        try finish()
        last = (word, WordTitles.Builder())
      }
      let offset = try row.number(at: 2, in: StoredBounds.count)
      last?.builder.add(try row.number(at: 1, in: StoredBounds.id), isFirst: offset == 0)
      return true
    }
    try finish()
    try database.execute(sql: "DROP TABLE temp.\(terms)")
  }
}
