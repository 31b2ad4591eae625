import GRDB
import MovieSync

/// The table `sync_register`.
struct RegisterTable: RegisterStore {
  private let database: Database
  /// Whether anything was recorded before that its device has not said itself.
  let hasHearsay: Bool
  /// Whose journal has told of what is set now; nil: its device itself.
  var via: DeviceID?
  /// Items of which something changed.
  private(set) var changed: Set<SyncItem> = []
  private(set) var newest = HybridClock.zero
  /// At most so many are what was set, in a journal.
  private(set) var bytes = 0

  init(_ database: Database) throws {
    self.database = database
    let found = try Bool.fetchOne(database, sql: "SELECT 1 FROM sync_register WHERE via != '' LIMIT 1")
    hasHearsay = found != nil
  }

  func register(_ item: SyncItem, _ field: String) throws -> Register? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT value, clock, device FROM sync_register
        WHERE profile = ? AND list = ? AND key = ? AND field = ?
        """)
    return try Row.fetchOne(statement, arguments: [item.profile, item.list, item.key, field])
      .flatMap { Self.register($0, at: 0) }
  }

  func count(of item: SyncItem) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*) FROM sync_register WHERE profile = ? AND list = ? AND key = ?")
    return try Int.fetchOne(statement, arguments: [item.profile, item.list, item.key]) ?? 0
  }

  mutating func set(_ item: SyncItem, _ field: String, _ register: Register) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO sync_register (profile, list, key, field, value, clock, device, via)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      item.profile, item.list, item.key, field, register.value.databaseValue, register.stamp.clock.raw,
      register.stamp.device.description, via?.description ?? "",
    ])
    changed.insert(item)
    newest = max(newest, register.stamp.clock)
    // In a line of its own.
    bytes += 200 + item.profile.utf8.count + SyncValue.text(item.key).maxBytes + field.utf8.count
    bytes += register.value.maxBytes
  }

  /// What was hearsay is said by its device now.
  func confirm(_ item: SyncItem, _ field: String, _: Register) throws {
    guard hasHearsay, via == nil else { return }
    try database.cachedStatement(
      sql: "UPDATE sync_register SET via = '' WHERE (profile, list, key, field) = (?, ?, ?, ?) AND via != ''"
    ).execute(arguments: [item.profile, item.list, item.key, field])
  }

  /// Forgets the items of which nothing is known but what a journal says in the names of others.
  ///
  /// - Parameters:
  ///   - via: whose journal; nil: those that are gone.
  ///   - present: the devices whose journals are there.
  mutating func forgetHearsay(via: DeviceID?, _ present: Set<DeviceID>) throws {
    let devices = "(" + present.map { "'\($0)'" }.joined(separator: ",") + ")"
    let isVia = via.map { "via = '\($0)'" } ?? "via != '' AND via NOT IN \(devices)"
    try database.execute(
      sql: """
        DELETE FROM sync_register WHERE (profile, list, key) IN (
          SELECT profile, list, key FROM sync_register GROUP BY profile, list, key
          HAVING min(\(isVia) AND device IN \(devices)))
        """)
    changed = try changed.filter { try count(of: $0) > 0 }
  }

  /// Removes a search of which the library has no row, because it has no room or shares no history: one of
  /// which it has a row is removed by the trigger.
  func removeSearch(_ folded: String, of profile: String) throws {
    try database.execute(sql: SyncSchema.tick)
    try database.cachedStatement(
      sql: """
        UPDATE sync_register SET value = 0, clock = sync_state.clock, device = sync_state.device FROM sync_state
        WHERE profile = lower(?) AND list = 'history' AND field = 'in' AND value = 1 AND key = ?
        """
    ).execute(arguments: [profile, folded])
  }

  /// The values of all fields of an item, by name.
  func values(of item: SyncItem) throws -> [String: SyncValue] {
    let statement = try database.cachedStatement(
      sql: "SELECT field, value FROM sync_register WHERE profile = ? AND list = ? AND key = ?")
    var values: [String: SyncValue] = [:]
    for row in try Row.fetchAll(statement, arguments: [item.profile, item.list, item.key]) {
      if let field: String = row.value(at: 0) { values[field] = SyncValue(row, at: 1) }
    }
    return values
  }

  /// - Parameter rows: profile, list, key, field, value, clock, device and via, in an order in which fields of an item
  ///   that were changed together stand together.
  static func changes(_ rows: RowCursor) throws -> [SyncChange] {
    var changes: [SyncChange] = []
    while let row = try rows.next() {
      guard let profile: String = row.value(at: 0), let list: String = row.value(at: 1),
        let key: String = row.value(at: 2), let field: String = row.value(at: 3),
        let register = register(row, at: 4)
      else { continue }
      var change = SyncChange(SyncItem(profile, list, key), register.stamp, [(field, register.value)])
      change.isHeard = row.value(at: 7) != ""
      if let last = changes.last, last.item == change.item, last.stamp == change.stamp,
        last.isHeard == change.isHeard
      {
        changes[changes.count - 1].fields += change.fields
      } else {
        changes.append(change)
      }
    }
    return changes
  }

  /// - Parameter index: of `value`, after which come `clock` and `device`.
  private static func register(_ row: Row, at index: Int) -> Register? {
    guard let clock: Int64 = row.value(at: index + 1),
      let device = (row.value(at: index + 2) as String?).flatMap({ DeviceID($0) })
    else { return nil }
    return Register(SyncValue(row, at: index), Stamp(HybridClock(raw: clock), device))
  }
}

extension SyncValue {
  fileprivate init(_ row: Row, at index: Int) {
    // As it is stored: SQLite would also read the text of a date as a number.
    let value: DatabaseValue = row[index]
    switch value.storage {
    case .int64(let number): self = .integer(number)
    case .string(let text): self = .text(text)
    case .null, .double, .blob: self = .null
    }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}
