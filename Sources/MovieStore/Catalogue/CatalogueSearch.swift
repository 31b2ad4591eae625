import GRDB

/// One search: finds titles and their order.
///
/// Whole title first, then beginning of title, then all words; each class by votes. Each class has a query of
/// its own, which returns its titles in the order of their ranks and stops at `maxTotal`: so the first two
/// classes are right however many titles have all the words, and nothing is sorted or scored. On a million
/// titles sorting by FTS5's `rank` would take half a second for a short word.
struct CatalogueSearch {
  /// See `CatalogueSchema`.
  static let spellingsOfATitle = 8
  /// Further matches are neither counted nor returned.
  static let maxTotal = 10_000

  let query: SearchQuery
  let mediaType: CatalogueTitle.MediaType?
  let year: Int?

  /// The ranks of the matches, best first, without duplicates.
  func ranks(_ database: Database) throws -> [Int] {
    let exact = try self.exact(database)
    var found = exact
    if let beginning = query.beginning, found.count < Self.maxTotal {
      let begins = try matches(database, beginning).subtracting(exact)
      found += begins
      if let allWords = query.allWords, found.count < Self.maxTotal {
        found += try matches(database, allWords).subtracting(exact).subtracting(begins)
      }
    }
    return Array(found.prefix(Self.maxTotal))
  }

  /// - Returns: ascending.
  private func exact(_ database: Database) throws -> [Int] {
    // Always three, so that SQLite prepares only one statement.
    let texts = [query.exact.first, query.exact.dropFirst().first, query.exact.dropFirst(2).first]
    return try ranks(
      database,
      """
      SELECT spelling.id FROM spelling \(filter("spelling.id"))
      WHERE spelling.text IN (?, ?, ?) \(condition) ORDER BY spelling.id
      """, StatementArguments(texts) + filterArguments)
  }

  /// - Returns: ascending.
  private func matches(_ database: Database, _ expression: String) throws -> [Int] {
    try ranks(database, matchSQL, [expression] + filterArguments)
  }

  var matchSQL: String {
    """
    SELECT spelling_words.rowid FROM spelling_words \(filter("spelling_words.rowid"))
    WHERE spelling_words MATCH ? \(condition) ORDER BY spelling_words.rowid
    """
  }

  private func ranks(_ database: Database, _ sql: String, _ arguments: StatementArguments) throws -> [Int] {
    let statement = try database.cachedStatement(sql: sql)
    let spellings = try Int.fetchCursor(statement, arguments: arguments)
    var ranks: [Int] = []
    // Spellings of one title are adjacent.
    while ranks.count < Self.maxTotal, let spelling = try spellings.next() {
      let rank = spelling / Self.spellingsOfATitle
      if ranks.last != rank { ranks.append(rank) }
    }
    return ranks
  }

  private var isFiltered: Bool { mediaType != nil || year != nil }

  /// CROSS JOIN fixes the order of the loops, and with it the order of the ranks:
  /// https://sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join
  private func filter(_ id: String) -> String {
    isFiltered ? "CROSS JOIN title ON title.rank = \(id) / \(Self.spellingsOfATitle)" : ""
  }

  private var condition: String {
    (mediaType == nil ? "" : "AND title.media_type = ? ") + (year == nil ? "" : "AND title.year = ?")
  }

  private var filterArguments: StatementArguments {
    var arguments = StatementArguments()
    if let mediaType { arguments += [mediaType.rawValue] }
    if let year { arguments += [year] }
    return arguments
  }
}

extension [Int] {
  /// Both ascending.
  fileprivate func subtracting(_ others: [Int]) -> [Int] {
    guard !others.isEmpty else { return self }
    var next = others.startIndex
    return filter { rank in
      while next < others.endIndex, others[next] < rank { next += 1 }
      return next == others.endIndex || others[next] != rank
    }
  }
}
