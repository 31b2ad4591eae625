import GRDB

/// Fills a new database with a source's titles and with imported ones, in one transaction.
struct CatalogueBuilder {
  /// nil: there are only imported titles.
  let source: CatalogueSource?
  /// Only so many, the best known; nil: all.
  var maxTitles: Int?
  /// The file whose imported titles are taken over.
  var previous: String?
  var importing: CatalogueImport?
  /// There were imports in a file that cannot be read.
  var importsLost = false
  var progress = CatalogueProgress()
  /// As far as the import came, also after an error.
  private(set) var counts = CatalogueImport.Counts()
  private(set) var hasImports = false
  /// Of the words that FTS5 collects in memory before it writes a segment.
  private static let maxHashBytes = 8 << 20

  /// - Throws: `CatalogueError` with `.format` and the line; `DatabaseError`; `CancellationError`;
  ///   `CatalogueImport.Failure`.
  mutating func build(_ database: Database) throws -> CatalogueStamp {
    counts = CatalogueImport.Counts()
    do {
      return try database.cancelling(with: progress) { try fill(database) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    }
  }

  private mutating func fill(_ database: Database) throws -> CatalogueStamp {
    // No one opens the file before it is complete, so a failure loses nothing; it is synced once, at the end.
    // https://sqlite.org/pragma.html#pragma_journal_mode
    try database.execute(sql: "PRAGMA journal_mode = OFF")
    try database.execute(sql: "PRAGMA synchronous = OFF")
    try database.execute(sql: "PRAGMA cache_size = -8192")
    let file = try source.map { try CatalogueFile($0) }
    var stamp = CatalogueStamp.empty
    if let source { stamp.source = source.fingerprint }
    stamp.asOf = file?.header.asOf
    stamp.importsLost = importsLost
    if let previous {
      try database.execute(sql: "ATTACH DATABASE ? AS previous", arguments: [previous])
      let before = try CatalogueStamp.values(database, in: "previous")
      stamp.exportDay = before["export_day"]
      stamp.imports = before["imports"].flatMap { Int($0) } ?? 0
      stamp.acceptsLicense = before["imdb_license"] != nil
      stamp.importsLost = importing == nil && before["imports_lost"] != nil
    }
    // Deferred: the attached file is read only, which others may do meanwhile.
    try database.inTransaction(.deferred) {
      for table in CatalogueSchema.tables { try database.execute(sql: table.sql) }
      if previous != nil {
        try ImportedTable.carryOver(database)
        try IMDbTable.carryOver(database)
      }
      if let importing {
        let accepts = stamp.acceptsLicense || importing.acceptsLicense
        let reader = ImportReader(job: importing, source: source, acceptsLicense: accepts)
        try reader.read(database, into: &counts)
        // With other files no one was shown the terms.
        stamp.acceptsLicense = try accepts && !IMDbTable.isEmpty(database)
        stamp.exportDay = importing.exportDay ?? stamp.exportDay
        // Whatever a file has.
        stamp.imports &+= 1
      }
      stamp.titles = try insertTitles(database, file)
      // One segment instead of many: queries read the words from fewer places.
      // https://sqlite.org/fts5.html#the_rebuild_command
      // Fewer and larger segments before that leave fewer pages free in the file.
      // https://sqlite.org/fts5.html#the_automerge_configuration_option
      let settings = [("hashsize", Self.maxHashBytes), ("automerge", 0), ("crisismerge", 1000)].map {
        "INSERT INTO spelling_words (spelling_words, rank) VALUES ('\($0)', \($1))"
      }
      let steps =
        CatalogueSchema.indexes.map(\.sql) + settings + [
          "INSERT INTO spelling_words (spelling_words) VALUES ('rebuild')",
          "INSERT INTO spelling_words (spelling_words) VALUES ('optimize')",
          "INSERT INTO person_words (person_words) VALUES ('optimize')",
        ]
      let works: [(Database) throws -> Void] =
        steps.map { sql in { try $0.execute(sql: sql) } } + [WordTable.fillTitles, WordTable.fillPeople]
      for (done, work) in works.enumerated() {
        try progress.expectRunning()
        progress.didReach(Double(done) / Double(works.count), of: 70...100)
        try work(database)
      }
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

  /// The built-in titles in their order, then those that only imports have.
  ///
  /// - Returns: their number.
  private mutating func insertTitles(_ database: Database, _ file: CatalogueFile?) throws -> Int {
    let hasIMDb = try !IMDbTable.isEmpty(database)
    let hasTitles = try !ImportedTable.isEmpty(database)
    hasImports = hasTitles || hasIMDb
    let builtIn = min(file?.header.titles ?? 0, maxTitles ?? .max)
    let total = builtIn + (hasTitles ? try ImportedTable.count(database) : 0)
    var writer = try CatalogueTitleWriter(database, isStarter: maxTitles != nil)
    while writer.rank < maxTitles ?? .max, let (known, line) = try file?.next() {
      var title = known
      if hasTitles { try ImportedTable.complete(&title, database) }
      let names = hasIMDb ? try IMDbTable.complete(&title, database) : []
      do {
        try writer.write(title, names: names)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw CatalogueError(.format, "duplicate \(title.mediaType) \(title.id)", line: line)
      }
      try didInsert(writer.rank, of: total)
    }
    if hasTitles {
      if importing != nil { try ImportedTable.count(database, into: &counts) }
      let rows = try ImportedTable.newTitles(database)
      while let row = try rows.next() {
        var title = try ImportedTable.title(row)
        let names = hasIMDb ? try IMDbTable.complete(&title, database) : []
        try writer.write(title, names: names)
        try didInsert(writer.rank, of: total)
      }
    }
    try writer.finish()
    return writer.rank
  }

  private func didInsert(_ rank: Int, of total: Int) throws(CancellationError) {
    guard rank.isMultiple(of: 256) else { return }
    try progress.expectRunning()
    progress.didReach(Double(rank) / Double(max(total, 1)), of: importing == nil ? 0...70 : 40...70)
  }
}
