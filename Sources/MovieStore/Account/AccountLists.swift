import GRDB
import MovieProtocol

/// The lists of a profile while they are changed because of its account, within a transaction.
struct AccountLists {
  private let database: Database
  private let profile: String
  /// Of the texts of what is removed.
  private let language: String
  private let entries: EntryTable
  private var revision = 0
  /// Titles on each list, counted when it is first asked for.
  private var counts: [LibraryList: Int] = [:]
  /// Each with the revision of its change.
  private var changed: [(key: TitleKey, revision: Int)] = []

  init(_ database: Database, of profile: String, language: String = "") {
    (self.database, self.profile, self.language) = (database, profile, language)
    entries = EntryTable(database, of: profile)
  }

  /// - Returns: false if there is no such profile.
  mutating func begin() throws -> Bool {
    guard let revision = try ProfileRevision.current(of: profile, database) else { return false }
    self.revision = revision
    return true
  }

  mutating func count(_ list: LibraryList) throws -> Int {
    if let count = counts[list] { return count }
    let count = try entries.count(list)
    counts[list] = count
    return count
  }

  func entry(_ item: AccountItem) throws -> LibraryEntry? { try entries.entry(item.list, item.key) }

  /// - Parameter title: nil: it is in the library, or the item cannot be added.
  /// - Returns: whether it was added.
  mutating func add(_ item: AccountItem, _ title: StoredTitle?, _ entry: LibraryEntry) throws -> Bool {
    if let title {
      try StoredTitleRow.insert(title, database)
    } else if try !entries.isListed(item.key) {
      return false
    }
    revision += 1
    var entry = entry
    entry.revision = revision
    try entries.upsert(entry, item.list, item.key)
    counts[item.list]? += 1
    changed.append((item.key, revision))
    return true
  }

  /// - Returns: what was removed; nil: it was not there.
  mutating func remove(_ item: AccountItem) throws -> (title: StoredTitle?, entry: LibraryEntry)? {
    guard let entry = try entry(item) else { return nil }
    let title = try StoredTitleRow.stored(item.key, language, database)
    revision += 1
    try entries.remove(item.list, item.key)
    counts[item.list]? -= 1
    try StoredTitleRow.removeUnused(item.key, database)
    changed.append((item.key, revision))
    return (title, entry)
  }

  /// - Returns: the lists afterwards; nil if nothing has changed.
  func end() throws -> LibraryImported.Lists? {
    guard !changed.isEmpty else { return nil }
    try ProfileRevision.set(revision, of: profile, database)
    return try entries.lists(after: changed)
  }
}
