import GRDB
import MovieProtocol

/// Reads `title.akas`, the names in other languages, for titles that ``IMDbTitles`` has found.
struct IMDbNames: ImportLineReader {
  /// Of all titles together.
  private static let maxNames = 8_000_000

  private let database: Database
  private let insert: Statement
  private var names = 0
  /// The title of the last line, with the number of its names; nil: the catalogue does not have it. A title's
  /// lines are adjacent.
  private var last: (number: Int, names: Int?)?

  init(_ database: Database) throws {
    self.database = database
    // The file has all there are.
    try database.execute(sql: "DELETE FROM imdb_name")
    insert = try database.makeStatement(sql: "INSERT OR IGNORE INTO imdb_name (number, name) VALUES (?, ?)")
  }

  mutating func add(_ line: [UInt8]) throws -> CatalogueImportReason? {
    // Most lines are of episodes, of which nothing else is read.
    guard let number = IMDbLine.number(of: line) else { throw ImportedTitle.Skipped(.malformed) }
    if last?.number != number { last = (number, try IMDbTable.has(number, database) ? 0 : nil) }
    guard let ofTitle = last?.names else { return .unmatched }
    guard let name = try IMDbLine(line, of: .akas).name(2) else { throw ImportedTitle.Skipped(.malformed) }
    guard ofTitle < IMDbTable.maxNames, names < Self.maxNames else { return .tooMany }
    try insert.execute(arguments: [number, name])
    guard database.changesCount == 1 else { return .duplicate }
    (last, names) = ((number, ofTitle + 1), names + 1)
    return nil
  }

  mutating func finish(_ counts: inout CatalogueImport.Counts) throws {
    counts.updated += try Int.fetchOne(database, sql: "SELECT count(DISTINCT number) FROM imdb_name") ?? 0
  }
}
