import GRDB
package import MovieSync

extension Library {
  /// As it was stored last; nil: never.
  package func knownTime() async throws(LibraryError) -> KnownTime? {
    try await read { database in
      try Row.fetchOne(database, sql: "SELECT clock, reached, lead FROM known_time").map { row in
        KnownTime(
          clock: try row.decode(atIndex: 0), reached: try row.decode(atIndex: 1),
          lead: try row.decode(atIndex: 2))
      }
    }
  }

  package func save(_ time: KnownTime) async throws(LibraryError) {
    try await write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO known_time (id, clock, reached, lead) VALUES (1, ?, ?, ?)",
        arguments: [time.clock ?? 0, time.reached, time.lead])
    }
  }
}
