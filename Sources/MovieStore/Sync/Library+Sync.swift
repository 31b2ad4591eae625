import GRDB
package import MovieProtocol
package import MovieSync

// The library's side of synchronisation. What a change of the library leaves in `sync_register` is written by
// the triggers of `SyncSchema`.
extension Library {
  /// Nil: no folder was ever set.
  package func syncState() async throws(LibraryError) -> SyncState? {
    try await read { try SyncState.load($0) }
  }

  /// Records changes from now on. All that the library holds counts as added now, so that two libraries that
  /// begin to share a folder are united; what is known of a title is as old as its entry.
  ///
  /// - Parameter machine: if it is another one than before, the library is a copy and becomes another device.
  package func beginSync(folder: String, machine: String) async throws(LibraryError) -> SyncState {
    let place = try await read { database in
      try Row.fetchOne(
        database, sql: "SELECT machine = ?, folder = ? FROM sync_state",
        arguments: [machine, folder]
      ).map {
        (isMachine: try $0.decode(Bool.self, atIndex: 0), isFolder: try $0.decode(Bool.self, atIndex: 1))
      }
    }
    if let place, place.isMachine, place.isFolder, let state = try await syncState() { return state }
    return try await write { database in
      if place == nil {
        try database.execute(
          sql: """
            INSERT INTO sync_state (id, device, machine, folder, shared, clock, exported, number, bytes,
              snapshot_bytes, snapshot_at) VALUES (1, ?, ?, ?, '', 0, 0, 0, -1, 0, 0)
            """, arguments: [DeviceID.random().description, machine, folder])
        try Self.recordAll(database)
      } else {
        try database.execute(
          sql: """
            UPDATE sync_state SET device = iif(machine = ?1, device, ?3), machine = ?1, folder = ?2, bytes = -1,
              number = 0
            """, arguments: [machine, folder, DeviceID.random().description])
        try database.execute(sql: "DELETE FROM sync_file")
      }
      guard let state = try SyncState.load(database) else {
        throw DatabaseError(message: "the state of synchronisation cannot be read")
      }
      return state
    }
  }

  private static func recordAll(_ database: Database) throws {
    for sql in [
      "UPDATE entry SET profile = profile", "UPDATE history SET profile = profile",
      "UPDATE setting SET profile = profile",
      """
      UPDATE sync_register AS field SET clock = coalesce(min(clock, 65536 * max(0, (
        SELECT iif(list = 'history', time.value, 1000 * time.value) FROM sync_register AS time
        WHERE (time.profile, time.list, time.key) = (field.profile, field.list, field.key)
          AND time.field = iif(field.list = 'history', 'at', 'added_at')))), 0)
      WHERE field != 'in'
      """,
    ] { try database.execute(sql: sql) }
  }

  package func save(_ state: SyncState) async throws(LibraryError) {
    try await write { try state.save($0) }
  }

  /// The next changes of this device that its journal does not have.
  ///
  /// - Returns: the changes, and the clock up to which these are all.
  package func unexported(
    _ state: SyncState, limit: Int
  ) async throws(LibraryError) -> (changes: [SyncChange], upTo: HybridClock) {
    try await read { database in
      let own = "FROM sync_register WHERE device = ? AND clock > ?"
      let last = try Int64.fetchOne(
        database, sql: "SELECT max(clock) FROM (SELECT clock \(own) ORDER BY clock LIMIT ?)",
        arguments: [state.device.description, state.exported.raw, limit])
      guard let last else { return ([], state.exported) }
      // Fields that were changed together are never parted.
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT profile, list, key, field, value, clock, device \(own) AND clock <= ?
          ORDER BY clock, profile, list, key, field
          """, arguments: [state.device.description, state.exported.raw, last])
      return (try RegisterTable.changes(rows), HybridClock(raw: last))
    }
  }

  /// Some of all fields, those of other devices too, after `item`.
  ///
  /// - Returns: the changes, and the last item of them, which is whole; nil at the end.
  package func snapshot(
    after item: SyncItem?, limit: Int
  ) async throws(LibraryError) -> (changes: [SyncChange], last: SyncItem?) {
    try await read { database in
      let from = item ?? SyncItem("", "", "")
      let end = try Row.fetchOne(
        database,
        sql: """
          SELECT profile, list, key FROM sync_register WHERE (profile, list, key) > (?, ?, ?)
          ORDER BY profile, list, key LIMIT 1 OFFSET ?
          """, arguments: [from.profile, from.list, from.key, limit])
      var sql = """
        SELECT profile, list, key, field, value, clock, device FROM sync_register
        WHERE (profile, list, key) > (?, ?, ?)
        """
      var arguments: StatementArguments = [from.profile, from.list, from.key]
      var last: SyncItem?
      if let end {
        last = SyncItem(try end.decode(atIndex: 0), try end.decode(atIndex: 1), try end.decode(atIndex: 2))
        sql += " AND (profile, list, key) <= (?, ?, ?)"
        arguments += [last?.profile, last?.list, last?.key]
      }
      let rows = try Row.fetchCursor(
        database, sql: sql + " ORDER BY profile, list, key, clock, device, field", arguments: arguments)
      return (try RegisterTable.changes(rows), last)
    }
  }

  package func syncFiles() async throws(LibraryError) -> [SyncFile] {
    try await read { try SyncFile.all($0) }
  }

  package func forgetSyncFiles(_ names: [String]) async throws(LibraryError) {
    try await write { database in
      for name in names {
        try database.execute(sql: "DELETE FROM sync_file WHERE name = ?", arguments: [name])
      }
    }
  }

  /// Merges changes of other devices, and makes the library follow, in one transaction.
  ///
  /// - Parameter file: where they are from, and how far it is read with them. It stays as it was if there is no
  ///   room.
  package func merge(
    _ changes: [SyncChange], from file: SyncFile, _ rules: SyncRules, now: Timestamp
  ) async throws(LibraryError) -> SyncMerged {
    try await write { database in
      var registers = RegisterTable(database)
      let state = try SyncState.load(database)
      let mergedBytes = state?.mergedBytes ?? 0
      guard max(state?.bytes ?? 0, state?.snapshotBytes ?? 0) + mergedBytes <= rules.maxBytes else {
        var merged = SyncMerged()
        merged.isFull = true
        return merged
      }
      let horizon = HybridClock.horizon(now: now.milliseconds)
      for change in changes { _ = try registers.merge(change, horizon: horizon) }
      try database.execute(
        sql: "UPDATE sync_state SET clock = max(clock, ?), merged_at = ?, merged_bytes = ?",
        arguments: [registers.newest.raw, now.seconds, mergedBytes + registers.bytes])
      var writer = try SyncWriter(database, rules)
      try writer.apply(registers.changed)
      try file.save(database)
      return try writer.finish()
    }
  }

  /// Whether a list to which not all could be added has room now.
  package func hasRoom(in lists: Set<ProfileList>, _ rules: SyncRules) async throws(LibraryError) -> Bool {
    try await read { database in
      try lists.contains { try EntryTable(database, of: $0.profile).count($0.list) < rules.maxEntries }
    }
  }

  /// Makes the library follow what is recorded, after `item`: for a profile that is new, or shares more now.
  ///
  /// - Returns: what has changed, and the last item that was looked at; nil at the end.
  package func follow(
    after item: SyncItem?, limit: Int, _ rules: SyncRules
  ) async throws(LibraryError) -> (merged: SyncMerged, last: SyncItem?) {
    let (changes, last) = try await snapshot(after: item, limit: limit)
    let merged = try await write { database in
      if item == nil { try database.execute(sql: "UPDATE sync_state SET full_lists = ''") }
      var writer = try SyncWriter(database, rules)
      try writer.apply(Set(changes.map(\.item)))
      return try writer.finish()
    }
    return (merged, last)
  }

  /// Forgets what was removed before the horizon, and searches that no history holds any more. Clocks that are
  /// too far ahead, of a time when this machine's clock was wrong, become those of changes made now, and later
  /// than all that remain.
  package func tidySync(_ state: SyncState, now: Timestamp, maxSearches: Int) async throws(LibraryError) {
    let (horizon, latest) = (
      HybridClock.horizon(now: now.milliseconds), HybridClock.latest(now: now.milliseconds)
    )
    try await write { database in
      try database.execute(
        sql: """
          DELETE FROM sync_register WHERE (profile, list, key) IN (
            SELECT profile, list, key FROM sync_register
            GROUP BY profile, list, key HAVING max(clock) < ? AND (max(field = 'in' AND value = 0)
              OR list IN ('watchlist', 'favorites', 'history') AND NOT max(field = 'in')))
          """, arguments: [horizon.raw])
      try database.execute(
        sql: """
          DELETE FROM sync_register WHERE list = 'history' AND (profile, key) IN (
            SELECT profile, key FROM (
              SELECT profile, key, row_number() OVER (PARTITION BY profile ORDER BY value DESC, key) AS place
              FROM sync_register AS search WHERE list = 'history' AND field = 'at' AND EXISTS (
                SELECT 1 FROM sync_register WHERE (profile, list, key) = (search.profile, 'history', search.key)
                  AND field = 'in' AND value = 1)) WHERE place > 2 * ?)
          """, arguments: [maxSearches])
      let newest = try Int64.fetchOne(database, sql: "SELECT max(clock) FROM sync_register") ?? 0
      guard max(state.clock.raw, state.exported.raw, newest) > latest.raw else { return }
      let remaining = try Int64.fetchOne(
        database, sql: "SELECT max(clock) FROM sync_register WHERE clock <= ?", arguments: [latest.raw])
      let start = max(HybridClock(milliseconds: now.milliseconds), HybridClock(raw: remaining ?? 0))
      try database.execute(
        sql: """
          UPDATE sync_register SET clock = ?1 + place, device = ?2
          FROM (SELECT profile AS p, list AS l, key AS k, row_number() OVER (ORDER BY clock, device) AS place
            FROM sync_register WHERE clock > ?3 GROUP BY profile, list, key)
          WHERE clock > ?3 AND (profile, list, key) = (p, l, k)
          """, arguments: [start.raw, state.device.description, latest.raw])
      try database.execute(
        sql: "UPDATE sync_state SET clock = ?1 + ?2, exported = min(exported, ?1), bytes = -1",
        arguments: [start.raw, database.changesCount])
    }
  }
}
