import GRDB
package import MovieProtocol

/// What an undo has done.
package struct LibraryUndone: Sendable {
  /// Items that are as they were before.
  package var undone = 0
  /// Items that stay, because they were changed since, each with the name of its title.
  package var kept: [(item: ChangedItem, title: String?)] = []
  package var revision: Int
  /// The lists, settings and newest searches afterwards; nil if unchanged.
  package var lists: LibraryImported.Lists?
  package var settings: [StoredSetting]?
  package var newestSearches: [SearchTerm]?
  /// Other people are followed.
  package var followsOthers = false
}

package enum LibraryUndoOutcome: Sendable {
  case done(LibraryUndone)
  /// There is no such change, or it can no longer be undone.
  case noSuchChange
  case profileGone
}

extension Library {
  /// Undoes a change as a whole, except for what was changed since. Afterwards it is forgotten.
  ///
  /// - Parameter id: nil: the last one.
  package func undo(_ id: Int64?, of profile: String) async throws(LibraryError) -> LibraryUndoOutcome {
    try await write { database in
      guard let revision = try ProfileRevision.current(of: profile, database) else { return .profileGone }
      let table = ChangeTable(database, of: profile)
      guard let last = try table.last(), id ?? last == last else { return .noSuchChange }
      var writer = ChangeUndoWriter(database, profile, revision)
      return .done(try writer.undo(last))
    }
  }
}

private struct ChangeUndoWriter {
  private let database: Database
  private let profile: String
  private let table: ChangeTable
  private let entries: EntryTable
  private var result: LibraryUndone
  /// Each with the revision of its change.
  private var changed: [(key: TitleKey, revision: Int)] = []

  init(_ database: Database, _ profile: String, _ revision: Int) {
    (self.database, self.profile) = (database, profile)
    table = ChangeTable(database, of: profile)
    entries = EntryTable(database, of: profile)
    result = LibraryUndone(revision: revision)
  }

  mutating func undo(_ change: Int64) throws -> LibraryUndone {
    var (searches, settings) = (false, false)
    for (item, before, after) in try table.items(of: change) {
      let now = try table.state(of: item)
      if now == before { continue }
      guard now == after else {
        try keep(item)
        continue
      }
      switch item {
      case .entry(let list, let key): try restore(list, key, before)
      case .search(let folded):
        searches = true
        try restore(folded, before)
      case .setting(let name):
        settings = true
        try SettingTable(database).make(StoredSetting(profile: profile, name: name, value: before))
      // An import only adds them.
      case .followed(let identity):
        result.followsOthers = true
        _ = try FollowedTable(database, of: profile).remove(identity)
      }
      result.undone += 1
    }
    result.undone += try PendingTable(database, of: profile).removeAll(of: change)
    try table.remove(change)
    if !changed.isEmpty {
      try ProfileRevision.set(result.revision, of: profile, database)
      result.lists = try entries.lists(after: changed)
    }
    if settings { result.settings = try SettingTable(database).all() }
    if searches { result.newestSearches = try HistoryTable(database, of: profile).newest(20) }
    return result
  }

  private mutating func restore(_ list: LibraryList, _ key: TitleKey, _ before: String?) throws {
    result.revision += 1
    if let entry = before.flatMap({ ChangeTable.entry($0, revision: result.revision) }) {
      try entries.upsert(entry, list, key)
    } else {
      try entries.remove(list, key)
      try StoredTitleRow.removeUnused(key, database)
    }
    changed.append((key, result.revision))
  }

  private func restore(_ folded: String, _ before: String?) throws {
    let history = HistoryTable(database, of: profile)
    if let search = before.flatMap(ChangeTable.search) {
      _ = try history.replace(search)
    } else {
      _ = try history.forget(folded)
    }
  }

  private mutating func keep(_ item: ChangedItem) throws {
    var title: String?
    if case .entry(_, let key) = item { title = try StoredTitleRow.title(key, "", database)?.title }
    result.kept.append((item, title))
  }
}
