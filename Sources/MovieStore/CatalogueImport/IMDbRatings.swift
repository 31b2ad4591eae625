import GRDB
import MovieProtocol

/// Reads `title.ratings`, for titles that ``IMDbTitles`` has found.
struct IMDbRatings: ImportLineReader {
  private let database: Database
  private let insert: Statement

  init(_ database: Database) throws {
    self.database = database
    // The file has all there are.
    try database.execute(sql: "DELETE FROM imdb_rating")
    insert = try database.makeStatement(
      sql: "INSERT OR IGNORE INTO imdb_rating (number, average, votes) VALUES (?, ?, ?)")
  }

  mutating func add(_ line: [UInt8]) throws -> CatalogueImportReason? {
    let line = try IMDbLine(line, of: .ratings)
    guard let average = try line.rating(1),
      let votes = try line.number(2, in: 1...StoredBounds.count.upperBound)
    else { throw ImportedTitle.Skipped(.malformed) }
    guard try IMDbTable.has(line.number, database) else { return .unmatched }
    try insert.execute(arguments: [line.number, average, votes])
    return database.changesCount == 1 ? nil : .duplicate
  }

  mutating func finish(_ counts: inout CatalogueImport.Counts) throws {
    counts.updated += try Int.fetchOne(database, sql: "SELECT count(*) FROM imdb_rating") ?? 0
  }
}
