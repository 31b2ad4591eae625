import GRDB
import MovieProtocol

extension Library {
  /// Applies the whole import, or nothing.
  package func take(_ change: LibraryImport) throws(LibraryError) -> LibraryImportOutcome {
    try withDatabase { queue in
      var outcome = LibraryImportOutcome.profileGone
      try queue.inTransaction { database in
        var writer = ImportWriter(database, change)
        outcome = try writer.outcome()
        if case .done = outcome, !change.isDryRun { return .commit }
        return .rollback
      }
      return outcome
    }
  }

  /// Looks up `names` (keys, and IMDb IDs) in the library, and returns the keys of those it has.
  package func known(_ names: [String]) throws(LibraryError) -> [String: String] {
    try withDatabase { queue in
      try queue.inDatabase { database in
        let byKey = try database.cachedStatement(sql: "SELECT key FROM title WHERE key = ?")
        let byNumber = try database.cachedStatement(sql: "SELECT key FROM title WHERE imdb_id = ?")
        var known: [String: String] = [:]
        for name in names {
          let statement = name.hasPrefix("tt") ? byNumber : byKey
          known[name] = try String.fetchOne(statement, arguments: [name])
        }
        return known
      }
    }
  }
}

/// One import within a transaction.
private struct ImportWriter {
  /// A larger number is not reported one by one.
  private static let maxChanges = 100

  private let database: Database
  private let change: LibraryImport
  private var imported = LibraryImported()
  /// Each with the revision of its change.
  private var changed: [(key: String, revision: Int)] = []
  /// Only these lists are checked: a list that was too long before is no reason to reject a note.
  private var grown: Set<LibraryList> = []

  init(_ database: Database, _ change: LibraryImport) {
    (self.database, self.change) = (database, change)
  }

  mutating func outcome() throws -> LibraryImportOutcome {
    guard var revision = try ProfileRevision.current(of: change.profile, database) else {
      return .profileGone
    }
    for (place, entry) in change.entries.enumerated() { try take(entry, place, &revision) }
    for list in grown where try count(list) > change.maxEntries { return .full(list) }
    if !changed.isEmpty {
      try ProfileRevision.set(revision, of: change.profile, database)
      imported.lists = try lists(revision)
    }
    try takePending()
    try takeSearches()
    try takeSettings()
    return .done(imported)
  }

  private mutating func take(_ entry: LibraryImport.Entry, _ place: Int, _ revision: inout Int) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT added_at, note, watched_at FROM entry WHERE profile = ? AND list = ? AND key = ?")
    var wanted = LibraryEntry(
      addedAt: entry.addedAt, note: entry.note, watchedAt: entry.watchedAt, revision: 0)
    if let row = try Row.fetchOne(statement, arguments: [change.profile, entry.list.rawValue, entry.key]) {
      let there = LibraryEntry(
        addedAt: try row.number(at: 0, in: StoredBounds.seconds), note: try row.decode(atIndex: 1),
        watchedAt: try row.numberIfPresent(at: 2, in: StoredBounds.seconds), revision: 0)
      wanted.addedAt = there.addedAt
      if !there.note.isEmpty { wanted.note = there.note }
      wanted.watchedAt = there.watchedAt ?? wanted.watchedAt
      guard wanted != there else { return imported.unchanged += 1 }
      imported.updated += 1
    } else {
      guard try knows(entry) else { return imported.missing.append(place) }
      imported.added += 1
      grown.insert(entry.list)
    }
    revision += 1
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO entry (profile, list, key, added_at, note, watched_at, revision)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      change.profile, entry.list.rawValue, entry.key, wanted.addedAt, wanted.note, wanted.watchedAt, revision,
    ])
    changed.append((entry.key, revision))
  }

  private func knows(_ entry: LibraryImport.Entry) throws -> Bool {
    if let title = entry.title {
      try StoredTitleRow.insert(title, database)
      return true
    }
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM title WHERE key = ?")
    return try Bool.fetchOne(statement, arguments: [entry.key]) ?? false
  }

  private func count(_ list: LibraryList) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM entry WHERE profile = ? AND list = ?",
      arguments: [change.profile, list.rawValue]) ?? 0
  }

  private func lists(_ revision: Int) throws -> LibraryImported.Lists {
    guard changed.count <= Self.maxChanges else {
      return .all(revision: revision, userStates: try Library.userStates(of: change.profile, database))
    }
    return .changes(
      try changed.map { key, revision in
        (
          key,
          EntryResult(
            isChanged: true, revision: revision, title: nil, entry: nil, userState: try userState(key))
        )
      })
  }

  private func userState(_ key: String) throws -> Title.UserState {
    var userState = Title.UserState()
    let rows = try Row.fetchAll(
      database, sql: "SELECT list, watched_at IS NOT NULL FROM entry WHERE profile = ? AND key = ?",
      arguments: [change.profile, key])
    for row in rows {
      switch LibraryList(rawValue: try row.decode(atIndex: 0)) {
      case .watchlist?: (userState.isOnWatchlist, userState.isWatched) = (true, try row.decode(atIndex: 1))
      case .favorites?: userState.isFavorite = true
      case nil: break
      }
    }
    return userState
  }
}

// Pending titles, searches and settings.
extension ImportWriter {
  private mutating func takePending() throws {
    for identity in change.settled { try PendingRow.remove(identity, of: change.profile, database) }
    guard !change.pending.isEmpty else { return }
    var room = change.maxPending - (try PendingRow.count(of: change.profile, database))
    for title in change.pending {
      if try !PendingRow.contains(title.identity, of: change.profile, database) {
        guard room > 0 else { continue }
        room -= 1
      }
      try PendingRow.insert(title, of: change.profile, database)
      imported.pending += 1
    }
  }

  /// For an existing search the later time and the larger count apply. The wire has whole seconds, so times
  /// within one second are equal.
  private mutating func takeSearches() throws {
    guard !change.searches.isEmpty else { return }
    let before = imported.added + imported.updated
    for search in change.searches {
      let folded = Library.folded(search.term)
      let statement = try database.cachedStatement(
        sql: "SELECT at, count FROM history WHERE profile = ? AND folded = ?")
      let row = try Row.fetchOne(statement, arguments: [change.profile, folded])
      let there: (at: Int64, count: Int)? = try row.map {
        (try $0.number(at: 0, in: StoredBounds.milliseconds), try $0.number(at: 1, in: StoredBounds.count))
      }
      let isLater = there.map { search.at / 1000 > $0.at / 1000 } ?? true
      guard isLater || search.count > there?.count ?? 0 else {
        imported.unchanged += 1
        continue
      }
      if there == nil { imported.added += 1 } else { imported.updated += 1 }
      try database.cachedStatement(
        sql: """
          INSERT INTO history (profile, folded, term, at, count, total_results)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT (profile, folded) DO UPDATE SET count = max(count, excluded.count),
            term = iif(?7, excluded.term, term), at = iif(?7, excluded.at, at),
            total_results = iif(?7, excluded.total_results, total_results)
          """
      ).execute(arguments: [
        change.profile, folded, search.term, search.at, search.count, search.totalResults, isLater,
      ])
    }
    guard imported.added + imported.updated > before else { return }
    try Library.forgetOldest(of: change.profile, beyond: change.maxSearches, database)
    imported.newestSearches = try Library.history(of: change.profile, limit: 20, database)
  }

  private mutating func takeSettings() throws {
    var isChanged = false
    for setting in change.settings {
      try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO setting (profile, name, value) VALUES (?, ?, ?)"
      ).execute(arguments: [change.profile, setting.name, setting.value])
      if database.changesCount > 0 {
        imported.added += 1
        isChanged = true
      } else {
        imported.unchanged += 1
      }
    }
    if isChanged { imported.settings = try Library.settings(database) }
  }
}
