import GRDB

/// Fills a new database with a source's titles, in one transaction.
enum CatalogueBuilder {
  /// - Throws: `CatalogueError` with `.format` and the line; `DatabaseError`.
  static func build(_ database: Database, from source: CatalogueSource) throws -> CatalogueStamp {
    // No one opens the file before it is complete, so a failure loses nothing; it is synced once, at the end.
    // https://sqlite.org/pragma.html#pragma_journal_mode
    try database.execute(sql: "PRAGMA journal_mode = OFF")
    try database.execute(sql: "PRAGMA synchronous = OFF")
    var stamp = CatalogueStamp(asOf: nil, source: source.fingerprint, titles: 0)
    try database.inTransaction {
      for table in CatalogueSchema.tables { try database.execute(sql: table.sql) }
      try source.withBytes { bytes in
        let header = try CatalogueFile.header(of: bytes)
        try insertTitles(database, bytes, header)
        stamp.asOf = header.asOf
        stamp.titles = header.titles
      }
      for index in CatalogueSchema.indexes { try database.execute(sql: index.sql) }
      // One segment instead of many: queries read the words from fewer places.
      // https://sqlite.org/fts5.html#the_rebuild_command
      try database.execute(sql: "INSERT INTO spelling_words (spelling_words) VALUES ('rebuild')")
      try database.execute(sql: "INSERT INTO spelling_words (spelling_words) VALUES ('optimize')")
      try stamp.write(database)
      return .commit
    }
    return stamp
  }

  /// Creates the tables without any title.
  static func buildEmpty(_ database: Database) throws -> CatalogueStamp {
    try database.inTransaction {
      for table in CatalogueSchema.tables + CatalogueSchema.indexes { try database.execute(sql: table.sql) }
      try CatalogueStamp.empty.write(database)
      return .commit
    }
    return .empty
  }

  private static func insertTitles(
    _ database: Database, _ bytes: Span<UInt8>, _ header: CatalogueFile.Header
  ) throws {
    let insertTitle = try database.makeStatement(sql: CatalogueRow.insert)
    let insertSpelling = try database.makeStatement(sql: "INSERT INTO spelling (id, text) VALUES (?, ?)")
    var rank = 0
    try CatalogueFile.forEachTitle(in: bytes, after: header) { title, line in
      rank += 1
      let spellings = spellings(of: title)
      do {
        let arguments = CatalogueRow.arguments(of: title, rank: rank, sortTitle: spellings.first)
        try insertTitle.execute(arguments: arguments)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw CatalogueError(.format, "duplicate \(title.mediaType) \(title.id)", line: line)
      }
      for (index, text) in spellings.enumerated() {
        try insertSpelling.execute(arguments: [rank * CatalogueSearch.spellingsOfATitle + index, text])
      }
    }
  }

  /// At most four of the title and four of the original title: they fit in a rank's eight ids. The first is
  /// the plain spelling of the title, unless the title has no visible characters.
  private static func spellings(of title: CatalogueTitle) -> [String] {
    var texts = SearchFold.spellings(ofTitle: title.title).map(\.text)
    if let original = title.originalTitle {
      for fold in SearchFold.spellings(ofTitle: original) where !texts.contains(fold.text) {
        texts.append(fold.text)
      }
    }
    return texts
  }
}
