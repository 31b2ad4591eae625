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
            UPDATE sync_state SET device = iif(machine = ?1, device, ?3), machine = ?1, folder = ?2, bytes = min(bytes, -1),
              number = iif(machine = ?1, number, 0)
            """, arguments: [machine, folder, DeviceID.random().description])
        try database.execute(sql: "DELETE FROM sync_file")
      }
      guard let state = try SyncState.load(database) else {
        throw DatabaseError(message: "the state of synchronisation cannot be read")
      }
      return state
    }
  }

  /// Forgets the record, and what is known of the time, and records all that the library holds as added now. The
  /// device remains the same, so that its journal in the folder is replaced.
  ///
  /// - Returns: false if no folder was ever set.
  package func resetSync() async throws(LibraryError) -> Bool {
    try await write { database in
      for table in ["sync_register", "sync_file", "known_time"] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
      try database.execute(
        sql: """
          UPDATE sync_state SET shared = '', clock = 0, exported = 0, bytes = \(SyncState.resetBytes),
            snapshot_bytes = 0, snapshot_at = 0, exported_at = NULL, merged_at = NULL, merged_bytes = 0,
            full_lists = ''
          """)
      guard database.changesCount > 0 else { return false }
      try Self.recordAll(database)
      return true
    }
  }

  private static func recordAll(_ database: Database) throws {
    for sql in [
      "UPDATE entry SET profile = profile", "UPDATE history SET profile = profile",
      "UPDATE setting SET profile = profile", "UPDATE followed SET profile = profile",
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
      let own = "FROM sync_register WHERE device = ? AND clock > ? AND via = ''"
      let last = try Int64.fetchOne(
        database, sql: "SELECT max(clock) FROM (SELECT clock \(own) ORDER BY clock LIMIT ?)",
        arguments: [state.device.description, state.exported.raw, limit])
      guard let last else { return ([], state.exported) }
      // Fields that were changed together are never parted.
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT profile, list, key, field, value, clock, device, via \(own) AND clock <= ?
          ORDER BY clock, profile, list, key, field
          """, arguments: [state.device.description, state.exported.raw, last])
      return (try RegisterTable.changes(rows), HybridClock(raw: last))
    }
  }

  /// Some of all fields, those of other devices too, after `item`.
  ///
  /// - Parameter forOthers: without items of which there is only hearsay about devices that speak for themselves.
  /// - Returns: the changes, and the last item of them, which is whole; nil at the end.
  package func snapshot(
    after item: SyncItem?, limit: Int, forOthers: Bool = false
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
        SELECT profile, list, key, field, value, clock, device, via FROM sync_register AS field
        WHERE (profile, list, key) > (?, ?, ?)
        """
      if forOthers {
        sql += """
           AND (via = '' OR device NOT IN (\(SyncSchema.present)) OR EXISTS (
            SELECT 1 FROM sync_register AS said
            WHERE (said.profile, said.list, said.key) = (field.profile, field.list, field.key) AND said.via = ''))
          """
      }
      var arguments: StatementArguments = [from.profile, from.list, from.key]
      var last: SyncItem?
      if let end {
        last = SyncItem(try end.decode(atIndex: 0), try end.decode(atIndex: 1), try end.decode(atIndex: 2))
        sql += " AND (profile, list, key) <= (?, ?, ?)"
        arguments += [last?.profile, last?.list, last?.key]
      }
      let rows = try Row.fetchCursor(
        database, sql: sql + " ORDER BY profile, list, key, clock, device, via, field", arguments: arguments)
      return (try RegisterTable.changes(rows), last)
    }
  }

  package func syncFiles() async throws(LibraryError) -> [SyncFile] {
    try await read { try SyncFile.all($0) }
  }

  /// - Parameter areGone: what others say in the names of their devices is passed on from now on.
  package func forgetSyncFiles(_ names: [String], areGone: Bool = false) async throws(LibraryError) {
    try await write { database in
      for name in names {
        if areGone {
          try database.execute(
            sql: """
              UPDATE sync_state SET snapshot_at = 0 WHERE EXISTS (SELECT 1 FROM sync_register
                WHERE via != '' AND device IN (SELECT device FROM sync_file WHERE name = ?))
              """, arguments: [name])
        }
        try database.execute(sql: "DELETE FROM sync_file WHERE name = ?", arguments: [name])
      }
    }
  }

  /// Merges changes of other devices, and makes the library follow, in one transaction. What cannot be used here is
  /// only taken from its own device: so it is forgotten for good when that is gone.
  ///
  /// - Parameter file: where they are from, and how far it is read with them. It stays as it was if there is no
  ///   room.
  ///   - isOwn: it is this device's own journal, of which all is taken.
  ///   - room: what is left of it after the changes before, of the same file.
  ///   - reached: a time that has certainly come; removals of a year before are forgotten.
  package func merge(
    _ changes: [SyncChange], from file: SyncFile, _ rules: SyncRules, isOwn: Bool = false,
    room: SyncRoom? = nil, now: Timestamp, reached: Timestamp
  ) async throws(LibraryError) -> SyncMerged {
    try await write { database in
      var registers = try RegisterTable(database)
      let state = try SyncState.load(database)
      let mergedBytes = state?.mergedBytes ?? 0
      let bytes = max(state?.bytes ?? 0, state?.snapshotBytes ?? 0) + mergedBytes
      guard bytes <= rules.maxBytes else {
        var merged = SyncMerged()
        merged.isFull = true
        return merged
      }
      let horizon = HybridClock.horizon(now: reached.milliseconds)
      let profiles = rules.profiles
      var (room, refused) = (room, 0)
      for change in changes {
        registers.via = file.via(change)
        if !isOwn, registers.via != nil, !rules.isKnown(change.item.list, change.item.profile, profiles) {
          continue
        }
        // Nobody has more than a share of so little. Hearsay is not in the journal, by which the rest is measured.
        if !isOwn, room == nil, registers.hasHearsay || bytes + registers.bytes > rules.maxUnknownBytes {
          room = try SyncRoom(database, rules, reading: file)
        }
        let needed = room == nil ? 0 : try SyncRoom.bytes(of: change, in: registers)
        if room?.admits(change, needed) == false {
          refused += 1
          continue
        }
        try room?.makeRoom(for: change, needed, &registers)
        if try registers.merge(change, horizon: horizon) { room?.take(change, needed) }
      }
      // What is done here from now on is later, even if the clock is set back before the next look.
      let clock = registers.changed.isEmpty ? .zero : HybridClock(milliseconds: now.milliseconds)
      try database.execute(
        sql: """
          UPDATE sync_state SET clock = max(clock, ?), merged_at = ?, merged_bytes = ?, number = max(number, ?)
          """,
        arguments: [
          max(registers.newest, clock).raw, now.seconds, mergedBytes + registers.bytes,
          isOwn ? min(file.mark.number, StoredBounds.count.upperBound) : 0,
        ])
      var writer = try SyncWriter(database, rules)
      try writer.apply(registers.changed)
      try file.save(database)
      var merged = try writer.finish()
      (merged.room, merged.refused) = (room, refused)
      return merged
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
}
