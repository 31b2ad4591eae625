import GRDB

extension StoredSetting: StoredRow {
  static let empty = Self(profile: "", name: "", value: nil)
  static let columns: [Column<Self>] = [
    Column("profile", \.profile), Column("name", \.name), Column("value", \.value),
  ]
}

/// The table `setting`: of all profiles, and those they share.
struct SettingTable {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func all() throws -> [StoredSetting] {
    try StoredSetting.all("FROM setting", [], database)
  }

  /// Those of a profile after `name`, by name.
  func settings(of profile: String, after name: String) throws -> [StoredSetting] {
    try StoredSetting.all(
      "FROM setting WHERE profile = ? AND name > ? ORDER BY name", [profile, name], database)
  }

  func value(of name: String, _ profile: String) throws -> String? {
    try database.first("SELECT value FROM setting WHERE profile = ? AND name = ?", [profile, name])
  }

  func make(_ change: StoredSetting) throws {
    guard change.value == nil else {
      return try database.write("INSERT OR REPLACE INTO setting", change.values)
    }
    try database.run("DELETE FROM setting WHERE profile = ? AND name = ?", [change.profile, change.name])
  }

  /// Returns false if it is set already.
  func setIfMissing(_ setting: StoredSetting) throws -> Bool {
    try database.write("INSERT OR IGNORE INTO setting", setting.values)
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
