import GRDB

/// The table `setting`: of all profiles, and those they share.
struct SettingTable {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func all() throws -> [StoredSetting] {
    let statement = try database.cachedStatement(sql: "SELECT profile, name, value FROM setting")
    return try Row.fetchAll(statement).compactMap { row in
      guard let profile: String = row.value(at: 0), let name: String = row.value(at: 1) else { return nil }
      return StoredSetting(profile: profile, name: name, value: row.value(at: 2))
    }
  }

  /// Those of a profile after `name`, by name.
  func settings(of profile: String, after name: String) throws -> [(name: String, value: String)] {
    try Row.fetchAll(
      database, sql: "SELECT name, value FROM setting WHERE profile = ? AND name > ? ORDER BY name",
      arguments: [profile, name]
    ).map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
  }

  func value(of name: String, _ profile: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT value FROM setting WHERE profile = ? AND name = ?", arguments: [profile, name])
  }

  func make(_ change: StoredSetting) throws {
    guard let value = change.value else {
      return try database.cachedStatement(sql: "DELETE FROM setting WHERE profile = ? AND name = ?")
        .execute(arguments: [change.profile, change.name])
    }
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO setting (profile, name, value) VALUES (?, ?, ?)"
    ).execute(arguments: [change.profile, change.name, value])
  }

  /// Returns false if it is set already.
  func setIfMissing(_ name: String, _ value: String?, of profile: String) throws -> Bool {
    try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO setting (profile, name, value) VALUES (?, ?, ?)"
    ).execute(arguments: [profile, name, value])
    return database.changesCount > 0
  }

  func removeAll(of profile: String) throws {
    try database.execute(sql: "DELETE FROM setting WHERE profile = ?", arguments: [profile])
  }

  /// They replace those of `new`.
  func move(from profile: String, to new: String) throws {
    try removeAll(of: new)
    try database.execute(sql: "UPDATE setting SET profile = ? WHERE profile = ?", arguments: [new, profile])
  }
}
