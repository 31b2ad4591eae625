import GRDB
package import MovieProtocol

extension Library {
  /// Applies one change; an unchanged entry is not written again.
  package func change(_ change: EntryChange) async throws(LibraryError) -> EntryOutcome {
    try await write { try EntryWriter($0, change).outcome() }
  }

  /// Nil: the title is not on the list.
  package func entry(
    _ list: LibraryList, _ key: TitleKey, of profile: String
  ) async throws(LibraryError) -> LibraryEntry? {
    try await read { try EntryTable($0, of: profile).entry(list, key) }
  }

  /// Applies all of `changes`, in their order, or none. The revision counts each of them.
  package func change(_ changes: [EntryChange]) async throws(LibraryError) -> [EntryOutcome] {
    try await write { database in try changes.map { try EntryWriter(database, $0).outcome() } }
  }
}

/// One change within a transaction.
private struct EntryWriter {
  private let database: Database
  private let change: EntryChange
  private let entries: EntryTable

  init(_ database: Database, _ change: EntryChange) {
    (self.database, self.change) = (database, change)
    entries = EntryTable(database, of: change.profile)
  }

  func outcome() throws -> EntryOutcome {
    guard let revision = try ProfileRevision.current(of: change.profile, database) else {
      return .profileGone
    }
    let entry = try entries.entry(change.list, change.key)
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
      return isSame ? try done(revision) : try save(wanted)
    case (.add(let note, let isWatched), nil):
      return try add(note ?? "", isWatched ?? false)
    case (.toggle, nil): return try add("", false)
    case (.update, nil): return .missing
    case (.remove, _?), (.toggle, _?): return try remove()
    case (.remove, nil): return try done(revision)
    }
  }

  private func add(_ note: String, _ isWatched: Bool) throws -> EntryOutcome {
    guard try entries.count(change.list) < change.maxEntries else { return .full }
    if try !entries.isListed(change.key) {
      guard let title = change.title else { return .titleNeeded }
      try StoredTitleRow.insert(title, database)
    }
    return try save(
      LibraryEntry(
        addedAt: change.at, note: note, watchedAt: isWatched ? change.at : nil, revision: 0))
  }

  private func save(_ entry: LibraryEntry) throws -> EntryOutcome {
    var entry = entry
    entry.revision = try nextRevision()
    try entries.upsert(entry, change.list, change.key)
    return try done(entry.revision, isChanged: true)
  }

  private func remove() throws -> EntryOutcome {
    let title = try StoredTitleRow.title(change.key, change.language, database)
    let revision = try nextRevision()
    try entries.remove(change.list, change.key)
    try StoredTitleRow.removeUnused(change.key, database)
    return try done(revision, isChanged: true, removed: title)
  }

  /// - Parameter removed: the title, if it may be on no list any more.
  private func done(_ revision: Int, isChanged: Bool = false, removed: Title? = nil) throws -> EntryOutcome {
    let watchlist = try entries.entry(.watchlist, change.key)
    let favorite = try entries.entry(.favorites, change.key)
    var userState = Title.UserState()
    userState.isOnWatchlist = watchlist != nil
    userState.isWatched = watchlist?.watchedAt != nil
    userState.isFavorite = favorite != nil
    let isListed = watchlist != nil || favorite != nil
    let title = try removed ?? (isListed ? StoredTitleRow.title(change.key, change.language, database) : nil)
    var entry = change.list == .watchlist ? watchlist : favorite
    entry?.watchedAt = watchlist?.watchedAt
    return .done(
      EntryResult(
        isChanged: isChanged, revision: revision, title: title, entry: entry, userState: userState))
  }

  private func nextRevision() throws -> Int {
    guard let revision = try ProfileRevision.current(of: change.profile, database) else {
      throw DatabaseError(message: "the profile no longer exists")
    }
    try ProfileRevision.set(revision + 1, of: change.profile, database)
    return revision + 1
  }
}
