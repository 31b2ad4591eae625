import GRDB
package import MovieProtocol
import MovieSync

extension Library {
  /// Forgets what was removed more than a year before `reached`, searches that no history holds any more, and what
  /// cannot be used here, if it is too much; and corrects what was recorded while the clock was ahead.
  ///
  /// - Parameters:
  ///   - now: the time to work with: what is more than a day later is not believed.
  ///   - reached: a time that has certainly come.
  ///   - lead: by how many milliseconds the clock was ahead, at most, before it was set back.
  package func tidySync(
    _ state: SyncState, now: Timestamp, reached: Timestamp, lead: Int64 = 0, _ rules: SyncRules
  ) async throws(LibraryError) {
    let horizon = HybridClock.horizon(now: reached.milliseconds)
    try await write { database in
      try Self.forgetRemovals(before: horizon, database)
      try Self.forgetSearches(beyond: 2 * rules.maxSearches, database)
      if try SyncRoom.forgetUnknown(database, rules) {
        try database.execute(sql: "UPDATE sync_state SET bytes = min(bytes, -1)")
      }
      try Self.correctClocks(of: state, now, lead, database)
    }
  }

  private static func forgetRemovals(before horizon: HybridClock, _ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM sync_register WHERE (profile, list, key) IN (
          SELECT profile, list, key FROM sync_register
          GROUP BY profile, list, key HAVING max(clock) < ? AND (max(field = 'in' AND value = 0)
            OR list IN ('watchlist', 'favorites', 'history', 'follow') AND NOT max(field = 'in')))
        """, arguments: [horizon.raw])
  }

  private static func forgetSearches(beyond count: Int, _ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM sync_register WHERE list = 'history' AND (profile, key) IN (
          SELECT profile, key FROM (
            SELECT profile, key, row_number() OVER (PARTITION BY profile ORDER BY value DESC, key) AS place
            FROM sync_register AS search WHERE list = 'history' AND field = 'at' AND EXISTS (
              SELECT 1 FROM sync_register WHERE (profile, list, key) = (search.profile, 'history', search.key)
                AND field = 'in' AND value = 1)) WHERE place > ?)
        """, arguments: [count])
  }

  /// What this device recorded while its clock was ahead is moved to when that was, so that it wins over all that
  /// was known then, and later changes of others win over it. If that is unknown, it counts as recorded now. What
  /// it took from others is theirs to correct: until then anything else wins over it. All journals are read again,
  /// since some of their changes have lost to clocks that are corrected now.
  private static func correctClocks(
    of state: SyncState, _ now: Timestamp, _ lead: Int64, _ database: Database
  ) throws {
    let latest = HybridClock.latest(now: now.milliseconds).raw
    func newest(until end: Int64) throws -> Int64 {
      try database.first("SELECT max(clock) FROM sync_register WHERE clock <= ?", [end]) ?? 0
    }
    guard max(state.clock.raw, state.exported.raw, try newest(until: .max)) > latest else { return }
    try database.execute(
      sql: """
        UPDATE sync_register SET clock = iif(device = ?1, max(clock - ?2, 1), 0)
        WHERE clock > ?3 AND (device != ?1 OR clock - ?2 <= ?3)
        """,
      arguments: [
        state.device.description, HybridClock(milliseconds: lead).raw, latest,
      ])
    let start = max(HybridClock(milliseconds: now.milliseconds).raw, try newest(until: latest))
    try database.execute(
      sql: """
        UPDATE sync_register SET clock = ?1 + place
        FROM (SELECT profile AS p, list AS l, key AS k, row_number() OVER (ORDER BY clock) AS place
          FROM sync_register WHERE clock > ?2 GROUP BY profile, list, key)
        WHERE clock > ?2 AND (profile, list, key) = (p, l, k)
        """, arguments: [start, latest])
    try database.execute(
      sql: "UPDATE sync_state SET clock = ?1 + ?2, exported = min(exported, ?1), bytes = min(bytes, -1)",
      arguments: [start, database.changesCount])
    try database.execute(sql: "DELETE FROM sync_file")
  }
}
