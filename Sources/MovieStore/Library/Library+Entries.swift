import GRDB
import MovieProtocol

extension Library {
  /// Applies one change; an unchanged entry is not written again.
  package func change(_ change: EntryChange) throws(LibraryError) -> EntryOutcome {
    try withDatabase { queue in try queue.write { try EntryWriter($0, change).outcome() } }
  }

  /// Applies all of `changes`, in their order, or none. The revision counts each of them.
  package func change(_ changes: [EntryChange]) throws(LibraryError) -> [EntryOutcome] {
    try withDatabase { queue in
      try queue.write { database in try changes.map { try EntryWriter(database, $0).outcome() } }
    }
  }
}

/// One change within a transaction.
private struct EntryWriter {
  private let database: Database
  private let change: EntryChange

  init(_ database: Database, _ change: EntryChange) {
    (self.database, self.change) = (database, change)
  }

  func outcome() throws -> EntryOutcome {
    guard let revision = try ProfileRevision.current(of: change.profile, database) else {
      return .profileGone
    }
    let entry = try entry(change.list)
    if let expected = change.expectedRevision, expected != entry?.revision ?? 0 {
      return .conflict(entry: entry)
    }
    switch (change.action, entry) {
    case (.add(let note, let isWatched), let entry?), (.update(let note, let isWatched), let entry?):
      var wanted = entry
      if let note { wanted.note = note }
      if let isWatched, isWatched != (entry.watchedAt != nil) {
        wanted.watchedAt = isWatched ? change.at : nil
      }
      // Swift treats texts as equal that consist of different bytes.
      let isSame = wanted == entry && wanted.note.utf8.elementsEqual(entry.note.utf8)
      return isSame ? try done(revision) : try put(wanted)
    case (.add(let note, let isWatched), nil):
      return try add(note ?? "", isWatched ?? false)
    case (.toggle, nil): return try add("", false)
    case (.update, nil): return .missing
    case (.remove, _?), (.toggle, _?): return try remove()
    case (.remove, nil): return try done(revision)
    }
  }

  private func add(_ note: String, _ isWatched: Bool) throws -> EntryOutcome {
    guard try count() < change.maximum else { return .full }
    if try StoredTitleRow.title(change.key, database) == nil {
      guard let title = change.title else { return .titleNeeded }
      try StoredTitleRow.insert(title, database)
    }
    return try put(
      LibraryEntry(
        addedAt: change.at, note: note, watchedAt: isWatched ? change.at : nil, revision: 0))
  }

  private func put(_ entry: LibraryEntry) throws -> EntryOutcome {
    let revision = try nextRevision()
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO entry (profile, list, key, added_at, note, watched_at, revision)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      change.profile, change.list.rawValue, change.key, entry.addedAt, entry.note, entry.watchedAt, revision,
    ])
    return try done(revision, isChanged: true)
  }

  private func remove() throws -> EntryOutcome {
    let title = try StoredTitleRow.title(change.key, database)
    let revision = try nextRevision()
    try database.cachedStatement(sql: "DELETE FROM entry WHERE profile = ? AND list = ? AND key = ?")
      .execute(arguments: [change.profile, change.list.rawValue, change.key])
    try StoredTitleRow.removeUnused(change.key, database)
    return try done(revision, isChanged: true, title)
  }

  private func done(_ revision: Int, isChanged: Bool = false, _ title: Title? = nil) throws -> EntryOutcome {
    let title = try title ?? StoredTitleRow.title(change.key, database) ?? change.title?.title
    let watchlist = try entry(.watchlist)
    let favorite = try entry(.favorites)
    var userState = Title.UserState()
    userState.isOnWatchlist = watchlist != nil
    userState.isWatched = watchlist?.watchedAt != nil
    userState.isFavorite = favorite != nil
    var entry = change.list == .watchlist ? watchlist : favorite
    entry?.watchedAt = watchlist?.watchedAt
    return .done(
      EntryResult(
        isChanged: isChanged, revision: revision, title: title, entry: entry, userState: userState))
  }

  private func entry(_ list: LibraryList) throws -> LibraryEntry? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT added_at, note, watched_at, revision FROM entry WHERE profile = ? AND list = ? AND key = ?
        """)
    return try Row.fetchOne(statement, arguments: [change.profile, list.rawValue, change.key]).map { row in
      LibraryEntry(
        addedAt: try row.number(at: 0, in: StoredBounds.seconds), note: try row.decode(atIndex: 1),
        watchedAt: try row.numberIfPresent(at: 2, in: StoredBounds.seconds),
        revision: try row.decode(atIndex: 3))
    }
  }

  private func count() throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*) FROM entry WHERE profile = ? AND list = ?")
    return try Int.fetchOne(statement, arguments: [change.profile, change.list.rawValue]) ?? 0
  }

  private func nextRevision() throws -> Int {
    guard let revision = try ProfileRevision.current(of: change.profile, database) else {
      throw DatabaseError(message: "the profile is gone")
    }
    try ProfileRevision.set(revision + 1, of: change.profile, database)
    return revision + 1
  }
}
