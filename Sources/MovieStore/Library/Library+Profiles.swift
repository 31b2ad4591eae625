import GRDB
package import MovieProtocol

/// The outcome of a change of the profiles.
package enum ProfileOutcome: Sendable, Equatable {
  case done
  /// A profile has that name already, or one that differs only in case.
  case exists
  case missing
  /// The maximum number of profiles is reached.
  case full
}

extension Library {
  /// - Parameters:
  ///   - profile: its lists and wrong tries are ignored.
  ///   - maximum: number of profiles.
  package func createProfile(_ profile: StoredProfile, maximum: Int) async throws(LibraryError)
    -> ProfileOutcome
  {
    try await write { database in
      let names = try String.fetchAll(database, sql: "SELECT name FROM profile")
      guard !Self.has(names, profile.name) else { return .exists }
      guard names.count < maximum else { return .full }
      // Left by a change that was running when the last profile of that name was deleted.
      try SettingTable(database).removeAll(of: profile.name)
      let new = StoredProfile(
        profile.name, ageLimit: profile.ageLimit, ageRegion: profile.ageRegion, pin: profile.pin)
      try database.write("INSERT INTO profile", new.values)
      return .done
    }
  }

  /// Gives the profile `name` the name, the age limit and the PIN of `profile`. It keeps all its data.
  package func updateProfile(_ name: String, _ profile: StoredProfile) async throws(LibraryError)
    -> ProfileOutcome
  {
    try await write { database in
      let names = try String.fetchAll(database, sql: "SELECT name FROM profile")
      guard names.contains(name) else { return .missing }
      guard !Self.has(names.filter { $0 != name }, profile.name) else { return .exists }
      if profile.name != name { try Self.rename(name, profile.name, database) }
      // Reset the wrong tries if the PIN changes: they were for another PIN.
      try database.execute(
        sql: """
          UPDATE profile SET age_limit = ?, age_region = ?, wrong_pins = wrong_pins * (pin IS ?),
            pin_blocked_until = pin_blocked_until * (pin IS ?), pin = ?
          WHERE name = ?
          """,
        arguments: [
          profile.ageLimit, profile.ageRegion, profile.pin, profile.pin, profile.pin, profile.name,
        ])
      return .done
    }
  }

  /// Stores how often the PIN of a profile was wrong in a row, and until when none is tried.
  package func recordPINs(wrong: Int, blockedUntil: Timestamp, profile: String) async throws(LibraryError) {
    try await write { database in
      try database.execute(
        sql: "UPDATE profile SET wrong_pins = ?, pin_blocked_until = ? WHERE name = ?",
        arguments: [wrong, blockedUntil.milliseconds, profile])
    }
  }

  /// Deletes the profile with all its data. If new connections started in it, they start in `default` again.
  package func deleteProfile(_ name: String) async throws(LibraryError) -> ProfileOutcome {
    try await write { database in
      let isDefault: Bool? = try database.first(
        "DELETE FROM profile WHERE name = ? RETURNING is_default", [name])
      guard let isDefault else { return .missing }
      // Its entries and searches were deleted with it.
      try database.execute(
        sql: "DELETE FROM title WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.key = title.key)")
      try SettingTable(database).removeAll(of: name)
      try RangeTombstones.remove(.profile, of: name, database)
      if isDefault { try Self.begin("default", database) }
      return .done
    }
  }

  /// New connections start in it.
  package func makeDefault(_ name: String) async throws(LibraryError) -> ProfileOutcome {
    try await write { database in
      let isThere: Int? = try database.first("SELECT 1 FROM profile WHERE name = ?", [name])
      guard isThere != nil else { return .missing }
      try Self.begin(name, database)
      return .done
    }
  }

  static func profiles(_ database: Database) throws -> [StoredProfile] {
    try StoredProfile.all("FROM profile ORDER BY name != 'default', name", [], database).map { profile in
      var profile = profile
      profile.revision = try ProfileRevision.current(of: profile.name, database) ?? 0
      profile.userStates = try EntryTable(database, of: profile.name).userStates()
      return profile
    }
  }

  /// SQLite's NOCASE covers only ASCII.
  private static func has(_ names: [String], _ name: String) -> Bool {
    names.contains { $0.lowercased() == name.lowercased() }
  }

  private static func rename(_ name: String, _ new: String, _ database: Database) throws {
    // Its rows refer to it, and get the new name afterwards.
    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
    try database.execute(sql: "UPDATE profile SET name = ? WHERE name = ?", arguments: [new, name])
    let owned = try Row.fetchAll(
      database,
      sql: """
        SELECT t.name, k."from" FROM sqlite_schema t, pragma_foreign_key_list(t.name) k
        WHERE t.type = 'table' AND k."table" = 'profile'
        """)
    for row in owned {
      let (table, column): (String, String) = (
        try row.decode(forColumn: "name"), try row.decode(forColumn: "from")
      )
      try database.execute(
        sql: "UPDATE \(table.quotedDatabaseIdentifier) SET \(column.quotedDatabaseIdentifier) = ? "
          + "WHERE \(column.quotedDatabaseIdentifier) = ?", arguments: [new, name])
    }
    try SettingTable(database).move(from: name, to: new)
    // Recorded under its new name by now.
    let isSame: Bool? = try database.first("SELECT lower(?) = lower(?)", [name, new])
    if isSame != true { try RangeTombstones.remove(.profile, of: name, database) }
  }

  private static func begin(_ name: String, _ database: Database) throws {
    try database.execute(sql: "UPDATE profile SET is_default = (name = ?)", arguments: [name])
  }
}
