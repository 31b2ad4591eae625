import GRDB
package import MovieSync

extension Library {
  /// As it was stored last; nil: never.
  package func knownTime() async throws(LibraryError) -> KnownTime? {
    try await read { database in
      try Row.fetchOne(database, sql: "SELECT clock, reached, lead FROM known_time").map { row in
        KnownTime(
          clock: try row.decode(forColumn: "clock"), reached: try row.decode(forColumn: "reached"),
          lead: try row.decode(forColumn: "lead"))
      }
    }
  }

  package func save(_ time: KnownTime) async throws(LibraryError) {
    try await write { database in
      try database.write(
        "INSERT OR REPLACE INTO known_time",
        ["id": 1, "clock": time.clock ?? 0, "reached": time.reached, "lead": time.lead])
    }
  }
}
