import GRDB
import MovieSync

/// How many bytes of a journal the devices take in the record of changes. Each has a share, and so has what cannot
/// be used here: so no journal can fill the record, whatever is in it.
package struct SyncRoom: Sendable {
  /// Bytes of one list of one profile that one device wrote.
  private struct Part {
    let device: DeviceID?
    let profile: String
    let list: String
    let bytes: Int
  }

  private let rules: SyncRules
  private let profiles: Set<String>
  private let present: Set<DeviceID>
  /// Nil: of all devices that have no journal in the folder. A journal may name any number of them.
  private var devices: [DeviceID?: Int] = [:]
  private var unknown = 0

  /// - Parameter reader: the device whose journal is read.
  init(_ database: Database, _ rules: SyncRules, reading device: DeviceID?) throws {
    (self.rules, profiles) = (rules, rules.profiles)
    let names = try String.fetchAll(
      database, sql: "SELECT device FROM sync_file UNION SELECT device FROM sync_state")
    present = Set(names.compactMap { DeviceID($0) } + [device].compactMap(\.self))
    for part in try Self.parts(database) {
      add(part.bytes, part.device, isKnown: Self.isKnown(part.list, part.profile, profiles))
    }
  }

  /// What a change needs: a line, or what it has more than the values in whose place it comes.
  static func bytes(of change: SyncChange, in registers: RegisterTable) throws -> Int {
    var more = 0
    for (name, value) in change.fields {
      guard let old = try registers.register(change.item, name) else {
        return JournalLine.encode(change, number: nil, owner: change.stamp.device)?.count
          ?? JournalLine.maxBytes
      }
      more += value.maxBytes - old.value.maxBytes
    }
    return max(more, 0)
  }

  func admits(_ change: SyncChange, _ bytes: Int) -> Bool {
    devices[owner(change.stamp.device), default: 0] + bytes <= rules.maxDeviceBytes
      && (isKnown(change.item) || unknown + bytes <= rules.maxUnknownBytes)
  }

  mutating func take(_ change: SyncChange, _ bytes: Int) {
    add(bytes, change.stamp.device, isKnown: isKnown(change.item))
  }

  /// Forgets what cannot be used here, the most of one kind first, until the rest is within its share.
  ///
  /// - Returns: whether there was anything.
  static func forgetUnknown(_ database: Database, _ rules: SyncRules) throws -> Bool {
    let profiles = rules.profiles
    var kinds: [[String]: Int] = [:]
    for part in try parts(database) where !isKnown(part.list, part.profile, profiles) {
      kinds[[part.profile, part.list], default: 0] += part.bytes
    }
    var excess = kinds.values.reduce(0, +) - rules.maxUnknownBytes
    guard excess > 0 else { return false }
    for (kind, bytes) in kinds.sorted(by: { ($0.value, $0.key[0]) > ($1.value, $1.key[0]) }) where excess > 0
    {
      try database.execute(
        sql: "DELETE FROM sync_register WHERE profile = ? AND list = ?", arguments: StatementArguments(kind))
      excess -= bytes
    }
    return true
  }

  private func isKnown(_ item: SyncItem) -> Bool {
    Self.isKnown(item.list, item.profile, profiles)
  }

  /// Removals of many items count whether or not their profile is here: it may have been removed by them.
  private static func isKnown(_ list: String, _ profile: String, _ profiles: Set<String>) -> Bool {
    list == RangeTombstones.list || SyncedList(rawValue: list) != nil && profiles.contains(profile)
  }

  private func owner(_ device: DeviceID?) -> DeviceID? { device.flatMap { present.contains($0) ? $0 : nil } }

  private mutating func add(_ bytes: Int, _ device: DeviceID?, isKnown: Bool) {
    devices[owner(device), default: 0] += bytes
    if !isKnown { unknown += bytes }
  }

  /// As lines of a snapshot, a few bytes of each aside.
  private static func parts(_ database: Database) throws -> [Part] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT device, profile, list, sum(bytes) AS bytes FROM (
          SELECT device, profile, list,
            80 + length(CAST(json_quote(profile) || list || json_quote(key) AS BLOB))
              + sum(4 + length(field) + length(CAST(json_quote(value) AS BLOB))) AS bytes
          FROM sync_register GROUP BY profile, list, key, clock, device)
        GROUP BY device, profile, list
        """
    ).map { row in
      Part(
        device: row.value("device"), profile: try row.decode(forColumn: "profile"),
        list: try row.decode(forColumn: "list"),
        bytes: (0...(1 << 40)).nearest(to: try row.decode(forColumn: "bytes")))
    }
  }
}
