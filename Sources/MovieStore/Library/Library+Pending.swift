import GRDB
import MovieProtocol

extension Library {
  /// One page of the pending titles, in the order in which they were added, and the total.
  package func pending(
    of profile: String, page: Int, pageSize: Int
  ) throws(LibraryError) -> (titles: [PendingTitle], total: Int) {
    try withDatabase { queue in
      try queue.inDatabase { database in
        let rows = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
        return (
          try PendingRow.fetch(
            "profile = ? ORDER BY id LIMIT ? OFFSET ?", [profile, rows.count, rows.lowerBound], database),
          try PendingRow.count(of: profile, database)
        )
      }
    }
  }

  /// Some of the titles to be tried again, beginning after `id`.
  package func pending(
    of profile: String, after id: Int64, limit: Int
  ) throws(LibraryError) -> [PendingTitle] {
    try withDatabase { queue in
      try queue.inDatabase { database in
        try PendingRow.fetch(
          "profile = ? AND id > ? AND kind = ? ORDER BY id LIMIT ?",
          [profile, id, PendingTitle.unavailable, limit], database)
      }
    }
  }

  /// The number of titles to be tried again, by profile.
  package func pendingCounts() throws(LibraryError) -> [(profile: String, count: Int)] {
    try withDatabase { queue in
      try queue.inDatabase { database in
        try Row.fetchAll(
          database,
          sql: "SELECT profile, count(*) FROM pending WHERE kind = ? GROUP BY profile ORDER BY profile",
          arguments: [PendingTitle.unavailable]
        ).map { (try $0.decode(atIndex: 0), try $0.number(at: 1, in: StoredBounds.count)) }
      }
    }
  }

  /// - Returns: the number of titles removed.
  package func clearPending(of profile: String) throws(LibraryError) -> Int {
    try withDatabase { queue in
      try queue.write { database in
        try database.execute(sql: "DELETE FROM pending WHERE profile = ?", arguments: [profile])
        return database.changesCount
      }
    }
  }
}

/// The table `pending`: one row in, one row out.
enum PendingRow {
  static func isAnyToTry(_ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM pending WHERE kind = ?)",
      arguments: [PendingTitle.unavailable]) ?? false
  }

  static func count(of profile: String, _ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM pending WHERE profile = ?", arguments: [profile]) ?? 0
  }

  static func remove(_ identity: String, of profile: String, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM pending WHERE profile = ? AND identity = ?")
      .execute(arguments: [profile, identity])
  }

  /// An existing row loses nothing, as when a file contains a title twice.
  static func insert(_ title: PendingTitle, of profile: String, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO pending (profile, list, identity, keys, title, original_title, year, media_type, imdb_id,
          added_at, note, watched_at, kind, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (profile, identity) DO UPDATE SET added_at = min(added_at, excluded.added_at),
          note = iif(note = '', excluded.note, note),
          watched_at = coalesce(max(watched_at, excluded.watched_at), watched_at, excluded.watched_at),
          kind = excluded.kind, reason = excluded.reason
        """
    ).execute(arguments: [
      profile, title.list.rawValue, title.identity, title.keys.joined(separator: " "), title.title,
      title.originalTitle, title.year, title.mediaType?.rawValue, title.imdbID, title.addedAt, title.note,
      title.watchedAt, title.kind, title.reason,
    ])
  }

  static func contains(_ identity: String, of profile: String, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM pending WHERE profile = ? AND identity = ?")
    return try Bool.fetchOne(statement, arguments: [profile, identity]) ?? false
  }

  /// - Parameter condition: the WHERE clause.
  static func fetch(
    _ condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> [PendingTitle] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, list, identity, keys, title, original_title, year, media_type, imdb_id, added_at, note,
          watched_at, kind, reason FROM pending WHERE \(condition)
        """, arguments: arguments)
    return try rows.compactMap { row in
      guard let list = LibraryList(rawValue: try row.decode(atIndex: 1)) else { return nil }
      var title = PendingTitle(
        list, identity: try row.decode(atIndex: 2), addedAt: try row.number(at: 9, in: StoredBounds.seconds),
        kind: try row.decode(atIndex: 12), reason: try row.decode(atIndex: 13))
      title.id = try row.decode(atIndex: 0)
      let keys: String = try row.decode(atIndex: 3)
      title.keys = keys.split(separator: " ").map(String.init)
      title.title = try row.decode(atIndex: 4)
      title.originalTitle = try row.decode(atIndex: 5)
      title.year = try row.numberIfPresent(at: 6, in: 0...9999)
      title.mediaType = (row.value(at: 7) as String?).flatMap(Title.MediaType.init(rawValue:))
      title.imdbID = try row.decode(atIndex: 8)
      title.note = try row.decode(atIndex: 10)
      title.watchedAt = try row.numberIfPresent(at: 11, in: StoredBounds.seconds)
      return title
    }
  }
}
