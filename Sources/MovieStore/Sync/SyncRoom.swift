import GRDB
import MovieSync

/// How many bytes of a journal the devices take in the record of changes. Each has a share, and so has what cannot
/// be used here: so no journal can fill the record, whatever is in it.
///
/// A device whose journal is in the folder speaks for itself. What another journal says in its name is hearsay: it
/// takes the room of the journal that it stands in, and goes first when that room is needed.
package struct SyncRoom: Sendable {
  /// Bytes of one list of one profile that one device wrote, and one journal has told.
  private struct Part {
    let device: DeviceID?
    let via: DeviceID?
    let profile: String
    let list: String
    let bytes: Int
  }

  private enum Share {
    /// Nil: of all devices that have no journal in the folder. A journal may name any number of them.
    case said(DeviceID?)
    /// In the names of others. Nil: by journals that are gone.
    case heard(DeviceID?)
  }

  private let rules: SyncRules
  private let profiles: Set<String>
  private let present: Set<DeviceID>
  private let file: SyncFile
  private var said: [DeviceID?: Int] = [:]
  private var heard: [DeviceID?: Int] = [:]
  private var unknown = 0

  /// - Parameter file: the journal that is read.
  init(_ database: Database, _ rules: SyncRules, reading file: SyncFile) throws {
    (self.rules, self.file, profiles) = (rules, file, rules.profiles)
    let names = try String.fetchAll(database, sql: SyncSchema.present)
    let reading = [file.device].compactMap(\.self).filter(file.speaks(for:))
    present = Set(names.compactMap { DeviceID($0) } + reading)
    for part in try Self.parts(database) {
      add(part.bytes, share(part.device, part.via), isKnown: rules.isKnown(part.list, part.profile, profiles))
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
    guard isKnown(change.item) || unknown + bytes <= rules.maxUnknownBytes else { return false }
    return switch share(of: change) {
    case .said(let device): said[device, default: 0] + bytes <= rules.maxDeviceBytes
    case .heard(let via):
      said[via, default: 0] + heard[via, default: 0] + bytes <= rules.maxDeviceBytes
        && heard.values.reduce(bytes, +) <= rules.maxBytes
    }
  }

  mutating func take(_ change: SyncChange, _ bytes: Int) {
    add(bytes, share(of: change), isKnown: isKnown(change.item))
  }

  /// Forgets the hearsay of a journal whose room is needed for this change: items of which nothing else is known.
  mutating func makeRoom(for change: SyncChange, _ bytes: Int, _ registers: inout RegisterTable) throws {
    guard case .said(let device) = share(of: change), let rumours = heard[device], rumours > 0,
      said[device, default: 0] + rumours + bytes > rules.maxDeviceBytes
    else { return }
    try registers.forgetHearsay(via: device, present)
    heard[device] = nil
  }

  /// Forgets what cannot be used here, the most of one kind first, until the rest is within its share.
  ///
  /// - Returns: whether there was anything.
  static func forgetUnknown(_ database: Database, _ rules: SyncRules) throws -> Bool {
    let profiles = rules.profiles
    var kinds: [[String]: Int] = [:]
    for part in try parts(database) where !rules.isKnown(part.list, part.profile, profiles) {
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

  private func isKnown(_ item: SyncItem) -> Bool { rules.isKnown(item.list, item.profile, profiles) }

  private func share(of change: SyncChange) -> Share { share(change.stamp.device, file.via(change)) }

  private func share(_ device: DeviceID?, _ via: DeviceID?) -> Share {
    guard let device, present.contains(device) else { return .said(nil) }
    guard let via else { return .said(device) }
    return .heard(present.contains(via) ? via : nil)
  }

  private mutating func add(_ bytes: Int, _ share: Share, isKnown: Bool) {
    switch share {
    case .said(let device): said[device, default: 0] += bytes
    case .heard(let via): heard[via, default: 0] += bytes
    }
    if !isKnown { unknown += bytes }
  }

  /// As lines of a snapshot, a few bytes of each aside.
  private static func parts(_ database: Database) throws -> [Part] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT device, via, profile, list, sum(bytes) AS bytes FROM (
          SELECT device, via, profile, list,
            80 + length(CAST(json_quote(profile) || list || json_quote(key) AS BLOB))
              + sum(4 + length(field) + length(CAST(json_quote(value) AS BLOB))) AS bytes
          FROM sync_register GROUP BY profile, list, key, clock, device, via)
        GROUP BY device, via, profile, list
        """
    ).map { row in
      Part(
        device: row.value("device"), via: row.value("via"), profile: try row.decode(forColumn: "profile"),
        list: try row.decode(forColumn: "list"),
        bytes: (0...(1 << 40)).nearest(to: try row.decode(forColumn: "bytes")))
    }
  }
}
