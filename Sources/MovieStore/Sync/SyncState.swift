import GRDB
package import MovieProtocol
package import MovieSync

/// The row of `sync_state`: which device this library is, and how far its journal is.
package struct SyncState: Sendable, Equatable {
  package var device: DeviceID
  /// The lists and settings that were shared when the journal was written.
  package var shared: String
  package var clock: HybridClock
  package var exported: HybridClock
  /// Of the last change in the journal.
  package var number: Int
  /// The journal's size as it was left; -1: it is to be written again; `resetBytes`.
  package var bytes: Int
  package var snapshotBytes: Int
  /// At most so many are what was merged since the snapshot.
  package var mergedBytes: Int
  /// When the snapshot was written.
  package var snapshotAt: HybridClock
  package var exportedAt: Timestamp?
  package var mergedAt: Timestamp?
  /// Lists that had no room for all; written by `SyncWriter`.
  package var full: Set<ProfileList> = []

  /// Its journal is to be written again, and what is in it now does not count.
  static let resetBytes = -2
  package var isReset: Bool { bytes == Self.resetBytes }

  /// Nil: no folder was ever set.
  static func load(_ database: Database) throws -> SyncState? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT device, clock, exported, number, bytes, snapshot_bytes, snapshot_at, exported_at, merged_at, shared,
          merged_bytes, full_lists
        FROM sync_state
        """)
    guard let row, let device = DeviceID(try row.decode(atIndex: 0)) else { return nil }
    return SyncState(
      device: device, shared: try row.decode(atIndex: 9), clock: HybridClock(raw: try row.decode(atIndex: 1)),
      exported: HybridClock(raw: try row.decode(atIndex: 2)),
      number: try row.number(at: 3, in: StoredBounds.count),
      bytes: try row.number(at: 4, in: resetBytes...StoredBounds.count.upperBound),
      snapshotBytes: try row.number(at: 5, in: StoredBounds.count),
      mergedBytes: try row.number(at: 10, in: StoredBounds.count),
      snapshotAt: HybridClock(raw: try row.decode(atIndex: 6)), exportedAt: try row.secondsIfPresent(at: 7),
      mergedAt: try row.secondsIfPresent(at: 8), full: ProfileList.parse(try row.decode(atIndex: 11)))
  }

  func save(_ database: Database) throws {
    try database.execute(
      sql: """
        UPDATE sync_state SET clock = max(clock, ?), exported = ?, number = ?, bytes = ?, snapshot_bytes = ?,
          snapshot_at = ?, exported_at = ?, merged_at = ?, shared = ?, merged_bytes = ?
        """,
      arguments: [
        clock.raw, exported.raw, number, bytes, snapshotBytes, snapshotAt.raw, exportedAt?.seconds,
        mergedAt?.seconds, shared, mergedBytes,
      ])
  }
}
