import GRDB
package import MovieProtocol

extension Library {
  /// Applies the whole import, or nothing.
  package func perform(_ change: LibraryImport) async throws(LibraryError) -> LibraryImportOutcome {
    try await write { database in
      var outcome = LibraryImportOutcome.profileGone
      try database.inSavepoint {
        var writer = ImportWriter(database, change)
        outcome = try writer.outcome()
        if case .done = outcome, !change.isDryRun { return .commit }
        return .rollback
      }
      return outcome
    }
  }

  /// Those of `keys` that name a title on the lists of the profile, with the key it has there.
  package func keys(
    _ keys: [TitleKey], profile: String
  ) async throws(LibraryError) -> [TitleKey: TitleKey] {
    try await read { database in
      let entries = EntryTable(database, of: profile)
      let byNumber = try database.cachedStatement(sql: "SELECT key FROM title WHERE imdb_id = ?")
      var known: [TitleKey: TitleKey] = [:]
      for key in keys {
        var listed: TitleKey? = key
        if case .imdb(let id) = key {
          listed = try String.fetchOne(byNumber, arguments: [id]).flatMap { TitleKey($0) }
        }
        if let listed, try entries.isListed(listed) { known[key] = listed }
      }
      return known
    }
  }
}

/// One import within a transaction.
private struct ImportWriter {
  private let database: Database
  private let change: LibraryImport
  private let entries: EntryTable
  private var imported = LibraryImported()
  /// Each with the revision of its change.
  private var changed: [(key: TitleKey, revision: Int)] = []
  /// Nil until something of its own was changed.
  private var own: Int64?
  private let changes: ChangeTable
  private let pending: PendingTable
  /// Only these lists are checked: a list that was too long before is no reason to reject a note.
  private var grown: Set<LibraryList> = []

  init(_ database: Database, _ change: LibraryImport) {
    (self.database, self.change) = (database, change)
    entries = EntryTable(database, of: change.profile)
    changes = ChangeTable(database, of: change.profile)
    pending = PendingTable(database, of: change.profile)
  }

  mutating func outcome() throws -> LibraryImportOutcome {
    guard var revision = try ProfileRevision.current(of: change.profile, database) else {
      return .profileGone
    }
    for (place, entry) in change.entries.enumerated() { try apply(entry, place, &revision) }
    for list in grown where try entries.count(list) > change.maxEntries { return .full(list) }
    if !changed.isEmpty {
      try ProfileRevision.set(revision, of: change.profile, database)
      imported.lists = try entries.lists(after: changed)
    }
    try importPending()
    try importSearches()
    try importSettings()
    try importFollowed()
    imported.change = own
    return .done(imported)
  }

  private mutating func apply(_ entry: LibraryImport.Entry, _ place: Int, _ revision: inout Int) throws {
    if let origin = entry.origin, try !pending.contains(origin.identity) { return }
    var wanted = LibraryEntry(
      addedAt: entry.addedAt, note: entry.note, watchedAt: entry.watchedAt, revision: 0)
    if let there = try entries.entry(entry.list, entry.key) {
      (wanted.addedAt, wanted.revision) = (there.addedAt, there.revision)
      if !there.note.isEmpty {
        if !entry.note.isEmpty, entry.note != there.note { imported.otherNotes.append(place) }
        wanted.note = there.note
      }
      if let day = there.watchedAt?.knownDay {
        if entry.watchedAt?.knownDay ?? day != day { imported.otherDays.append(place) }
        wanted.watchedAt = day
      } else {
        wanted.watchedAt = wanted.watchedAt ?? there.watchedAt
      }
      guard wanted != there else { return imported.unchanged += 1 }
      imported.updated += 1
    } else {
      guard try contains(entry) else { return imported.missing.append(place) }
      imported.added += 1
      grown.insert(entry.list)
    }
    revision += 1
    wanted.revision = revision
    let item = ChangedItem.entry(entry.list, entry.key)
    let before = try changes.state(of: item)
    try entries.upsert(wanted, entry.list, entry.key)
    try record(item, before, of: entry.origin)
    changed.append((entry.key, revision))
  }

  /// - Parameter origin: nil: it is of this import.
  private mutating func record(
    _ item: ChangedItem, _ before: String?, of origin: LibraryImport.Origin? = nil
  ) throws {
    let id = if let origin { origin.change } else { try begin() }
    guard let id else { return }
    try changes.add(item, before, to: id)
  }

  /// - Returns: the number of this import; nil: it has none.
  private mutating func begin() throws -> Int64? {
    if own == nil, let now = change.begins { own = try changes.begin(at: now) }
    return own
  }

  private func contains(_ entry: LibraryImport.Entry) throws -> Bool {
    if let title = entry.title {
      try StoredTitleRow.insert(title, database)
      return true
    }
    return try entries.isListed(entry.key)
  }
}

// Pending titles, searches, settings and people.
extension ImportWriter {
  private mutating func importPending() throws {
    for identity in change.settled { try pending.remove(identity) }
    guard !change.pending.isEmpty else { return }
    var room = change.maxPending - (try pending.count())
    for var title in change.pending {
      if try !pending.contains(title.identity) {
        guard room > 0 else { continue }
        room -= 1
        title.change = try begin()
      }
      try pending.insert(title)
      imported.pending += 1
    }
  }

  private mutating func importSearches() throws {
    let history = HistoryTable(database, of: change.profile)
    var isChanged = false
    for search in change.searches {
      let item = ChangedItem.search(Library.folded(search.term))
      let before = try changes.state(of: item)
      switch try history.merge(search) {
      case .added: imported.added += 1
      case .updated: imported.updated += 1
      case .unchanged:
        imported.unchanged += 1
        continue
      }
      try record(item, before)
      isChanged = true
    }
    guard isChanged else { return }
    try history.forgetOldest(beyond: change.maxSearches)
    imported.newestSearches = try history.newest(20)
  }

  private mutating func importFollowed() throws {
    let table = FollowedTable(database, of: change.profile)
    for person in change.followed {
      guard try table.person(person.identity) == nil else {
        imported.unchanged += 1
        continue
      }
      guard try table.count() < FollowMethod.maxPeople else {
        imported.unfollowed += 1
        continue
      }
      try table.replace(person)
      try record(.followed(person.identity), nil)
      imported.added += 1
      imported.followsOthers = true
    }
  }

  private mutating func importSettings() throws {
    var isChanged = false
    let table = SettingTable(database)
    for (place, setting) in change.settings.enumerated() {
      let new = StoredSetting(profile: change.profile, name: setting.name, value: setting.value)
      if try table.setIfMissing(new) {
        try record(.setting(setting.name), nil)
        imported.added += 1
        isChanged = true
      } else {
        let isOther = try table.value(of: setting.name, change.profile) != setting.value
        if isOther { imported.otherSettings.append(place) }
        imported.unchanged += 1
      }
    }
    if isChanged { imported.settings = try table.all() }
  }
}
