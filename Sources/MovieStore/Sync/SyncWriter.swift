import GRDB
import MovieProtocol
import MovieSync

/// Makes the library follow the recorded fields, within a transaction. Meanwhile the triggers are quiet: what this
/// version cannot take over stays recorded as it is.
struct SyncWriter {
  private let database: Database
  private let registers: RegisterTable
  private let tombstones: RangeTombstones
  private let rules: SyncRules
  /// As they are written in the library, by the name that the items have.
  private let profiles: [String: String]
  private(set) var merged = SyncMerged()
  private var revisions: [String: Int] = [:]
  private var changed: [String: [(key: TitleKey, revision: Int)]] = [:]
  private var searched: Set<String> = []
  private var counts: [ProfileList: Int] = [:]

  init(_ database: Database, _ rules: SyncRules) throws {
    (self.database, self.rules) = (database, rules)
    registers = try RegisterTable(database)
    tombstones = try RangeTombstones(database)
    try database.execute(sql: "UPDATE sync_state SET is_quiet = 1")
    let rows = try Row.fetchAll(database, sql: "SELECT lower(name) AS item, name FROM profile")
    profiles = Dictionary(
      try rows.map { (try $0.decode(forColumn: "item"), try $0.decode(forColumn: "name")) },
      uniquingKeysWith: { one, _ in one })
  }

  mutating func apply(_ items: Set<SyncItem>) throws {
    // First, so that this library's own items are recorded again before others are forgotten.
    for item in items where item.list == RangeTombstones.list { try applyTombstone(item) }
    for item in items where item.list != RangeTombstones.list { try apply(item) }
  }

  /// An item of a profile that this library does not have, or does not share, stays recorded only.
  private mutating func apply(_ item: SyncItem) throws {
    try tombstones.forgetIfCovered(item)
    guard let profile = profiles[item.profile], let list = SyncedList(rawValue: item.list),
      rules.shared[profile]?.contains(list) == true
    else { return }
    let values = try registers.values(of: item)
    switch list {
    case .watchlist: try apply(values, .watchlist, item.key, profile)
    case .favorites: try apply(values, .favorites, item.key, profile)
    case .history: try applySearch(values, item.key, profile)
    case .settings: try applySetting(values, item.key, profile)
    case .follow: try applyFollowed(values, item.key, profile)
    }
  }

  /// The last call.
  mutating func finish() throws -> SyncMerged {
    for (profile, revision) in revisions { try ProfileRevision.set(revision, of: profile, database) }
    for (profile, changes) in changed {
      merged.lists[profile] = try EntryTable(database, of: profile).lists(after: changes)
    }
    for profile in searched {
      let history = HistoryTable(database, of: profile)
      try history.forgetOldest(beyond: rules.maxSearches)
      merged.searches[profile] = try history.newest(20)
    }
    if !merged.full.isEmpty {
      let known = try database.first("SELECT full_lists FROM sync_state") ?? ""
      let full = merged.full.union(ProfileList.parse(known))
      try database.execute(
        sql: "UPDATE sync_state SET full_lists = ?", arguments: [ProfileList.text(full)])
    }
    if merged.settings != nil { merged.settings = try SettingTable(database).all() }
    try database.execute(sql: "UPDATE sync_state SET is_quiet = 0")
    return merged
  }

  private mutating func apply(
    _ values: [String: SyncValue], _ list: LibraryList, _ text: String, _ profile: String
  ) throws {
    guard let key = TitleKey(text), key.text == text else { return }
    let entries = EntryTable(database, of: profile)
    let present = try entries.entry(list, key)
    guard values.isThere else {
      guard present != nil else { return }
      try entries.remove(list, key)
      counts[ProfileList(profile: profile, list: list)]? -= 1
      try StoredTitleRow.removeUnused(key, database)
      try record(key, profile)
      return
    }
    guard var wanted = values.entry() else { return }
    wanted.revision = present?.revision ?? 0
    // Swift treats texts as equal that consist of different bytes.
    if let present, wanted == present, wanted.note.utf8.elementsEqual(present.note.utf8) { return }
    if present == nil, try !hasRoom(for: key, list, values, profile) { return }
    wanted.revision = try record(key, profile)
    try entries.upsert(wanted, list, key)
  }

  /// Whether it can be added; its title is in the library then.
  private mutating func hasRoom(
    for key: TitleKey, _ list: LibraryList, _ values: [String: SyncValue], _ profile: String
  ) throws -> Bool {
    let entries = ProfileList(profile: profile, list: list)
    let count = try counts[entries] ?? EntryTable(database, of: profile).count(list)
    counts[entries] = count
    guard count < rules.maxEntries else {
      merged.full.insert(entries)
      return false
    }
    if try StoredTitleRow.title(key, "", database) == nil {
      guard let title = values.title(key) else { return false }
      try StoredTitleRow.insert(title, database)
      merged.addedTitles += 1
    }
    counts[entries] = count + 1
    return true
  }

  @discardableResult
  private mutating func record(_ key: TitleKey, _ profile: String) throws -> Int {
    let revision = try revisions[profile] ?? ProfileRevision.current(of: profile, database) ?? 0
    revisions[profile] = revision + 1
    changed[profile, default: []].append((key, revision + 1))
    return revision + 1
  }
}

// Searches, settings and people.
extension SyncWriter {
  private mutating func applyTombstone(_ item: SyncItem) throws {
    let isOfHistory = item.key == RangeTombstones.Range.history.rawValue
    let profile = profiles[item.profile]
    // Searches that are not shared here are this library's own matter.
    if isOfHistory, let profile, rules.shared[profile]?.contains(.history) != true { return }
    try tombstones.apply(item)
    if isOfHistory, let profile, try HistoryTable(database, of: profile).forgetUnrecorded() {
      searched.insert(profile)
    }
  }

  private mutating func applySearch(_ values: [String: SyncValue], _ folded: String, _ profile: String) throws
  {
    let history = HistoryTable(database, of: profile)
    let isChanged =
      if let search = values.search(folded: folded) {
        try history.replace(search)
      } else if !values.isThere {
        try history.forget(folded)
      } else {
        false
      }
    if isChanged { searched.insert(profile) }
  }

  private mutating func applyFollowed(
    _ values: [String: SyncValue], _ identity: String, _ profile: String
  ) throws {
    let table = FollowedTable(database, of: profile)
    if let person = values.followed(identity) {
      guard try table.person(identity) != nil || table.count() < FollowMethod.maxPeople else { return }
      if try table.replace(person) { merged.followed.insert(profile) }
    } else if !values.isThere, try table.remove(identity) {
      merged.followed.insert(profile)
    }
  }

  private mutating func applySetting(_ values: [String: SyncValue], _ name: String, _ profile: String) throws
  {
    guard let value = values.setting(name) else { return }
    let settings = SettingTable(database)
    guard try settings.value(of: name, profile)?.utf8.map(\.self) != value?.utf8.map(\.self) else { return }
    try settings.make(StoredSetting(profile: profile, name: name, value: value))
    // Read at the end.
    merged.settings = []
  }
}
