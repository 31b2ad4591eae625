import GRDB
package import MovieProtocol
package import MovieSync

/// The row of `sync_state`: which device this library is, and how far its journal is.
package struct SyncState: Sendable, Equatable {
  package var device: DeviceID
  /// The lists and settings that were shared when the journal was written.
  package var shared = ""
  package var clock = HybridClock.zero
  package var exported = HybridClock.zero
  /// Of the last change in the journal.
  package var number = 0
  /// The journal's size as it was left; -1: it is to be written again; `resetBytes`.
  package var bytes = -1
  package var snapshotBytes = 0
  /// At most so many are what was merged since the snapshot.
  package var mergedBytes = 0
  /// When the snapshot was written.
  package var snapshotAt = HybridClock.zero
  package var exportedAt: Timestamp?
  package var mergedAt: Timestamp?
  /// Lists that had no room for all; written by `SyncWriter`.
  package var full: Set<ProfileList> = []

  /// Its journal is to be written again, and what is in it now does not count.
  static let resetBytes = -2
  package var isReset: Bool { bytes == Self.resetBytes }

}

extension SyncState: StoredRow {
  static let empty = Self(device: .random())
  static let columns: [Column<Self>] = [
    Column(known: "device", \.device), Column("shared", \.shared), Column("clock", \.clock),
    Column("exported", \.exported), Column("number", \.number, in: StoredBounds.count),
    Column("bytes", \.bytes, in: resetBytes...StoredBounds.count.upperBound),
    Column("snapshot_bytes", \.snapshotBytes, in: StoredBounds.count),
    Column("merged_bytes", \.mergedBytes, in: StoredBounds.count), Column("snapshot_at", \.snapshotAt),
    Column("exported_at", \.exportedAt), Column("merged_at", \.mergedAt),
    Column("full_lists", \.full, from: ProfileList.parse, to: ProfileList.text),
  ]

  /// Nil: no folder was ever set.
  static func load(_ database: Database) throws -> SyncState? { try first("FROM sync_state", [], database) }

  /// What others have written meanwhile stays.
  func save(_ database: Database) throws {
    guard let stored = try Self.load(database) else { return }
    var state = self
    (state.device, state.full, state.clock) = (stored.device, stored.full, max(clock, stored.clock))
    try state.replace(database)
  }

  func replace(_ database: Database) throws {
    let row = values
    try database.execute(
      sql: "UPDATE sync_state SET (\(row.names)) = (\(row.marks))", arguments: row.arguments)
  }
}
