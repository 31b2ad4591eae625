import GRDB

/// A setting as it is stored. The library does not check its value.
package struct StoredSetting: Sendable, Hashable {
  /// "" for settings shared by all profiles.
  package let profile: String
  package let name: String
  /// JSON; nil in a change: delete it.
  package let value: String?

  package init(profile: String, name: String, value: String?) {
    self.profile = profile
    self.name = name
    self.value = value
  }
}

extension Library {
  package func settings() throws(LibraryError) -> [StoredSetting] {
    try withDatabase { queue in try queue.inDatabase(Self.settings) }
  }

  /// Applies all of `changes` or none. Writes nothing if all settings have these values already.
  ///
  /// - Returns: all settings afterwards, as on the disk.
  package func change(_ changes: [StoredSetting]) throws(LibraryError) -> [StoredSetting] {
    try withDatabase { queue in
      let before = try queue.inDatabase(Self.settings)
      let due = changes.filter { change in
        let stored = before.first { $0.profile == change.profile && $0.name == change.name }?.value
        // Compare bytes: for Swift a composed and a decomposed é are equal, for a path they are not.
        return stored.map { Array($0.utf8) } != change.value.map { Array($0.utf8) }
      }
      guard !due.isEmpty else { return before }
      return try queue.write { database in
        for change in due { try Self.make(change, database) }
        return try Self.settings(database)
      }
    }
  }

  static func settings(_ database: Database) throws -> [StoredSetting] {
    let statement = try database.cachedStatement(sql: "SELECT profile, name, value FROM setting")
    return try Row.fetchAll(statement).compactMap { row in
      guard let profile: String = row.value(at: 0), let name: String = row.value(at: 1) else { return nil }
      return StoredSetting(profile: profile, name: name, value: row.value(at: 2))
    }
  }

  private static func make(_ change: StoredSetting, _ database: Database) throws {
    guard let value = change.value else {
      return try database.cachedStatement(sql: "DELETE FROM setting WHERE profile = ? AND name = ?")
        .execute(arguments: [change.profile, change.name])
    }
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO setting (profile, name, value) VALUES (?, ?, ?)"
    ).execute(arguments: [change.profile, change.name, value])
  }
}
