import GRDB
import Synchronization

/// Fills a new database with a source's titles, in one transaction.
struct CatalogueBuilder {
  /// Ends builds from another thread.
  final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
  }

  let source: CatalogueSource
  /// Only so many, the best known; nil: all.
  var maxTitles: Int?
  var cancellation = Cancellation()

  /// - Throws: `CatalogueError` with `.format` and the line; `DatabaseError`; `CancellationError`.
  func build(_ database: Database) throws -> CatalogueStamp {
    // No one opens the file before it is complete, so a failure loses nothing; it is synced once, at the end.
    // https://sqlite.org/pragma.html#pragma_journal_mode
    try database.execute(sql: "PRAGMA journal_mode = OFF")
    try database.execute(sql: "PRAGMA synchronous = OFF")
    try database.execute(sql: "PRAGMA cache_size = -8192")
    let file = try CatalogueFile(source)
    let titles = min(file.header.titles, maxTitles ?? .max)
    let stamp = CatalogueStamp(asOf: file.header.asOf, source: source.fingerprint, titles: titles)
    try database.inTransaction {
      for table in CatalogueSchema.tables { try database.execute(sql: table.sql) }
      try insertTitles(database, file)
      for index in CatalogueSchema.indexes {
        try checkCancellation()
        try database.execute(sql: index.sql)
      }
      try checkCancellation()
      // One segment instead of many: queries read the words from fewer places.
      // https://sqlite.org/fts5.html#the_rebuild_command
      try database.execute(sql: "INSERT INTO spelling_words (spelling_words) VALUES ('rebuild')")
      try checkCancellation()
      try database.execute(sql: "INSERT INTO spelling_words (spelling_words) VALUES ('optimize')")
      try database.execute(sql: "INSERT INTO person_words (person_words) VALUES ('optimize')")
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

  private func checkCancellation() throws(CancellationError) {
    if cancellation.isCancelled { throw CancellationError() }
  }

  private func insertTitles(_ database: Database, _ file: CatalogueFile) throws {
    let insertTitle = try database.makeStatement(sql: CatalogueRow.insert)
    let insertSpelling = try database.makeStatement(sql: "INSERT INTO spelling (id, text) VALUES (?, ?)")
    let insertPerson = try database.makeStatement(
      sql: "INSERT INTO person_words (rowid, name) VALUES (?, ?)")
    var misspellings = MisspellingTable.Builder()
    var features = RelatedFeatureTable.Builder()
    var rank = 0
    while rank < maxTitles ?? .max, let (title, line) = try file.next() {
      if rank.isMultiple(of: 256) { try checkCancellation() }
      rank += 1
      let spellings = TitleSpellings(title: title.title, original: title.originalTitle)
      do {
        let arguments = CatalogueRow.arguments(of: title, rank: rank, sortTitle: spellings.plain)
        try insertTitle.execute(arguments: arguments)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw CatalogueError(.format, "duplicate \(title.mediaType) \(title.id)", line: line)
      }
      let firstID = rank * CatalogueSearch.spellingsOfATitle
      for (index, text) in CatalogueSearch.placed(spellings) {
        try insertSpelling.execute(arguments: [firstID + index, text])
      }
      features.add(title, rank: rank)
      // A starter does without: it has to be there at once, and whatever it lacks is looked up again.
      guard maxTitles == nil else { continue }
      let people = (title.director + title.cast).prefix(CatalogueSearch.spellingsOfATitle)
      for (index, name) in people.enumerated() {
        guard let text = SearchFold.spellings(ofTitle: name).first?.text else { continue }
        try insertPerson.execute(arguments: [firstID + index, text])
      }
      misspellings.add(spellings.plain ?? "", rank: rank)
    }
    try features.write(database)
    try misspellings.write(database)
  }
}
