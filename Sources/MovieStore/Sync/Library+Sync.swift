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
    let isSame: Bool? = try await read { database in
      try database.first("SELECT machine = ? AND folder = ? FROM sync_state", [machine, folder])
    }
    if isSame == true, let state = try await syncState() { return state }
    return try await write { database in
      if isSame == nil {
        try database.write(
          "INSERT INTO sync_state",
          ["id": 1, "machine": machine, "folder": folder] + SyncState(device: .random()).values)
        try Self.recordAll(database)
      } else {
        try database.execute(
          sql: """
            UPDATE sync_state SET device = iif(machine = ?1, device, ?3), machine = ?1, folder = ?2, bytes = min(bytes, -1),
              number = iif(machine = ?1, number, 0)
            """, arguments: [machine, folder, DeviceID.random()])
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
      guard let state = try SyncState.load(database) else { return false }
      try SyncState(device: state.device, number: state.number, bytes: SyncState.resetBytes).replace(database)
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
      let last: Int64? = try database.first(
        "SELECT max(clock) FROM (SELECT clock \(own) ORDER BY clock LIMIT ?)",
        [state.device, state.exported, limit])
      guard let last else { return ([], state.exported) }
      // Fields that were changed together are never parted.
      let changes = try RegisterTable.changes(
        "\(own) AND clock <= ? ORDER BY clock, profile, list, key, field",
        [state.device, state.exported, last],
        database)
      return (changes, HybridClock(raw: last))
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
      let last = try SyncItem.first(
        """
        FROM sync_register WHERE (profile, list, key) > (?, ?, ?) ORDER BY profile, list, key LIMIT 1 OFFSET ?
        """, from.values.arguments + [limit], database)
      var rest = "FROM sync_register AS field WHERE (profile, list, key) > (?, ?, ?)"
      var arguments = from.values.arguments
      if forOthers {
        rest += """
           AND (via = '' OR device NOT IN (\(SyncSchema.present)) OR EXISTS (
            SELECT 1 FROM sync_register AS said
            WHERE (said.profile, said.list, said.key) = (field.profile, field.list, field.key) AND said.via = ''))
          """
      }
      if let last {
        rest += " AND (profile, list, key) <= (?, ?, ?)"
        arguments += last.values.arguments
      }
      let changes = try RegisterTable.changes(
        rest + " ORDER BY profile, list, key, clock, device, via, field", arguments, database)
      return (changes, last)
    }
  }

  package func syncFiles() async throws(LibraryError) -> [SyncFile] {
    try await read { try SyncFile.all("FROM sync_file ORDER BY name", [], $0) }
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
