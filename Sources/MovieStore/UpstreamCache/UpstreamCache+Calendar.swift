import GRDB
package import MovieProtocol

/// The release dates of a title as they are stored: a small part of upstream's response, so that there is
/// room for all titles of a long watchlist.
package struct StoredReleases: Sendable, Equatable {
  package var key: TitleKey
  package var fetchedAt: Timestamp
  /// In the format of the code that stores it.
  package var facts: String

  package init(key: TitleKey, fetchedAt: Timestamp, facts: String) {
    (self.key, self.fetchedAt, self.facts) = (key, fetchedAt, facts)
  }
}

extension StoredReleases: StoredRow {
  static let empty = Self(key: .itunes(0), fetchedAt: .epoch, facts: "")
  static let columns: [Column<Self>] = [
    Column(known: "key", \.key), Column("said_at", \.fetchedAt), Column("facts", \.facts),
  ]
}

// A table next to the responses, created when it is first needed. It grows with the watchlists, which are
// bounded.
extension UpstreamCache {
  /// - Parameter source: the address of the upstream.
  package func calendar(of source: String) -> [StoredReleases] {
    let now = clock()
    return attempt { database in
      guard try Self.hasCalendar(database) else { return [] }
      try database.execute(
        sql: "DELETE FROM cache.calendar WHERE said_at < ? OR said_at > ?",
        arguments: [(now - Self.oldest).seconds, (now + .seconds(86_400)).seconds])
      return try StoredReleases.all("FROM cache.calendar WHERE source = ?", [source], database)
    } ?? []
  }

  package func store(_ releases: StoredReleases, of source: String) {
    attempt { database in
      if try !Self.hasCalendar(database) { try Self.makeCalendar(database) }
      try database.write("INSERT OR REPLACE INTO cache.calendar", ["source": source] + releases.values)
    }
  }

  package func forget(releases keys: [TitleKey], of source: String) {
    attempt { database in
      guard try Self.hasCalendar(database) else { return }
      let statement = try database.cachedStatement(
        sql: "DELETE FROM cache.calendar WHERE source = ? AND key = ?")
      for key in keys { try statement.execute(arguments: [source, key]) }
    }
  }

  private static func hasCalendar(_ database: Database) throws -> Bool {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM cache.sqlite_schema WHERE type = 'table' AND name = 'calendar'")
      == 1
  }

  private static func makeCalendar(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS cache.calendar (
          source TEXT NOT NULL,
          key TEXT NOT NULL,
          said_at INTEGER NOT NULL,
          facts TEXT NOT NULL,
          PRIMARY KEY (source, key)
        ) STRICT, WITHOUT ROWID
        """)
  }
}
