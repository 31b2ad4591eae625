import GRDB
import MovieSync

/// Removals of many items at once: of all searches of a profile, and of a profile. Each is an item of its own, in
/// the list `cleared`: what was recorded until its clock is forgotten, words included, by every device that reads
/// it. A device that still has the profile records its part of it again, so that only what nobody has is lost.
package struct RangeTombstones {
  package static let list = "cleared"

  enum Range: String { case history, profile }

  private let database: Database
  /// The clock of the last removal, by its item.
  private let clocks: [SyncItem: Int64]

  init(_ database: Database) throws {
    self.database = database
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT profile, key, clock FROM sync_register WHERE list = 'cleared' AND field = 'in'")
    clocks = Dictionary(
      try rows.map {
        (
          SyncItem(try $0.decode(forColumn: "profile"), Self.list, try $0.decode(forColumn: "key")),
          try $0.decode(forColumn: "clock")
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Forgets what is recorded, now and on this device. Its journal is written again: see `FolderSync.append`.
  static func remove(_ range: Range, of profile: String, _ database: Database) throws {
    guard try SyncState.load(database) != nil else { return }
    try database.execute(sql: SyncSchema.tick)
    try database.execute(
      sql: """
        DELETE FROM sync_register WHERE profile = lower(?1) AND list != 'cleared' AND (?2 OR list = 'history')
        """, arguments: [profile, range == .profile])
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO sync_register (profile, list, key, field, value, clock, device)
        SELECT lower(?), 'cleared', ?, 'in', 0, clock, device FROM sync_state
        """, arguments: [profile, range.rawValue])
  }

  /// Forgets an item whose last change came before a removal.
  func forgetIfCovered(_ item: SyncItem) throws {
    guard let clock = clock(covering: item) else { return }
    // A part of an item, whose rest is still to be read, is no reason to forget it.
    let last = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(clock) AS newest, max(field = 'in' OR list = 'settings') AS is_whole FROM sync_register
          WHERE (profile, list, key) = (?, ?, ?)
          """), arguments: [item.profile, item.list, item.key])
    guard let last, let newest: Int64 = last.value("newest"), newest <= clock,
      try last.decode(forColumn: "is_whole")
    else { return }
    try database.run(
      "DELETE FROM sync_register WHERE profile = ? AND list = ? AND key = ?",
      [item.profile, item.list, item.key])
  }

  /// Forgets all that a removal covers, which another device has made. What is on this device's own lists was not
  /// removed from them, and what was changed since is there: of these every field is recorded again, since others
  /// may have forgotten it.
  func apply(_ item: SyncItem) throws {
    guard let range = Range(rawValue: item.key), let clock = clocks[item] else { return }
    let isProfile = range == .profile
    try database.execute(sql: SyncSchema.tick)
    try database.execute(
      sql: """
        UPDATE sync_register AS old SET clock = sync_state.clock, device = sync_state.device FROM sync_state
        WHERE old.profile = ?1 AND old.list != 'cleared' AND (?3 OR old.list = 'history') AND old.clock <= ?2
          AND (EXISTS (SELECT 1 FROM sync_register AS new
              WHERE (new.profile, new.list, new.key) = (old.profile, old.list, old.key) AND new.clock > ?2)
            OR ?3 AND (
              EXISTS (SELECT 1 FROM entry
                WHERE (entry.profile, entry.list, entry.key) = (?1, old.list, old.key))
              OR old.list = 'history' AND EXISTS (SELECT 1 FROM history
                WHERE (history.profile, folded) = (?1, old.key))
              OR old.list = 'follow' AND EXISTS (SELECT 1 FROM followed
                WHERE (followed.profile, identity) = (?1, old.key))
              OR old.list = 'settings' AND EXISTS (SELECT 1 FROM setting
                WHERE lower(setting.profile) = ?1 AND name = old.key)))
        """, arguments: [item.profile, clock, isProfile])
    try database.execute(
      sql: """
        DELETE FROM sync_register
        WHERE profile = ?1 AND list != 'cleared' AND (?3 OR list = 'history') AND clock <= ?2
        """, arguments: [item.profile, clock, isProfile])
    guard database.changesCount > 0 else { return }
    // This device's journal has it, too. It is written again, as if its snapshot were too old.
    try database.execute(sql: "UPDATE sync_state SET snapshot_at = 0")
  }

  private func clock(covering item: SyncItem) -> Int64? {
    let profile = clocks[SyncItem(item.profile, Self.list, Range.profile.rawValue)]
    guard item.list == SyncedList.history.rawValue else { return profile }
    let history = clocks[SyncItem(item.profile, Self.list, Range.history.rawValue)]
    return [profile, history].compactMap(\.self).max()
  }
}
