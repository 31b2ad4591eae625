import GRDB
import MovieSync

extension SyncItem: StoredRow {
  static let empty = Self("", "", "")
  static let columns: [Column<Self>] = [
    Column("profile", \.profile), Column("list", \.list), Column("key", \.key),
  ]
}

extension Register: StoredRow {
  static let empty = Self(.null, Stamp(.zero, .random()))
  static let columns: [Column<Self>] = [
    Column("value", \.value), Column("clock", \.stamp.clock), Column(known: "device", \.stamp.device),
  ]
}

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
    try Register.first(
      "FROM sync_register WHERE profile = ? AND list = ? AND key = ? AND field = ?",
      [item.profile, item.list, item.key, field], database)
  }

  func count(of item: SyncItem) throws -> Int {
    try database.first(
      "SELECT count(*) FROM sync_register WHERE profile = ? AND list = ? AND key = ?",
      [item.profile, item.list, item.key]) ?? 0
  }

  mutating func set(_ item: SyncItem, _ field: String, _ register: Register) throws {
    try database.write(
      "INSERT OR REPLACE INTO sync_register",
      item.values + ["field": field, "via": via?.description ?? ""] + register.values)
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
    try database.run(
      """
      UPDATE sync_register SET value = 0, clock = sync_state.clock, device = sync_state.device FROM sync_state
      WHERE profile = lower(?) AND list = 'history' AND field = 'in' AND value = 1 AND key = ?
      """, [profile, folded])
  }

  /// The values of all fields of an item, by name.
  func values(of item: SyncItem) throws -> [String: SyncValue] {
    let statement = try database.cachedStatement(
      sql: "SELECT field, value FROM sync_register WHERE profile = ? AND list = ? AND key = ?")
    var values: [String: SyncValue] = [:]
    for row in try Row.fetchAll(statement, arguments: [item.profile, item.list, item.key]) {
      if let field: String = row.value("field") { values[field] = try row.decode(forColumn: "value") }
    }
    return values
  }

  /// - Parameter rest: of the statement, with an order in which fields of an item that were changed together stand
  ///   together.
  static func changes(
    _ rest: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> [SyncChange] {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(SyncItem.names), \(Register.names), field, via \(rest)", arguments: arguments)
    var changes: [SyncChange] = []
    while let row = try rows.next() {
      guard let item = try SyncItem.read(row), let field: String = row.value("field"),
        let register = try Register.read(row, at: SyncItem.columns.count)
      else { continue }
      var change = SyncChange(item, register.stamp, [(field, register.value)])
      change.isHeard = try row.decode(String.self, forColumn: "via") != ""
      if let last = changes.last, last.item == item, last.stamp == register.stamp,
        last.isHeard == change.isHeard
      {
        changes[changes.count - 1].fields += change.fields
      } else {
        changes.append(change)
      }
    }
    return changes
  }
}

/// As it is stored: SQLite would also read the text of a date as a number.
extension SyncValue: DatabaseValueConvertible {
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> SyncValue? {
    switch value.storage {
    case .int64(let number): .integer(number)
    case .string(let text): .text(text)
    case .null, .double, .blob: .null
    }
  }
}
