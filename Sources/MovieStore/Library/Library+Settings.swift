/// A setting as it is stored. The library does not check its value.
package struct StoredSetting: Sendable, Hashable {
  /// "" for settings shared by all profiles.
  package var profile: String
  package var name: String
  /// JSON; nil in a change: delete it.
  package var value: String?

  package init(profile: String, name: String, value: String?) {
    (self.profile, self.name, self.value) = (profile, name, value)
  }
}

extension Library {
  package func settings() async throws(LibraryError) -> [StoredSetting] {
    try await read { try SettingTable($0).all() }
  }

  /// Applies all of `changes` or none. Writes nothing if all settings have these values already.
  ///
  /// - Returns: all settings afterwards, as on the disk.
  package func change(_ changes: [StoredSetting]) async throws(LibraryError) -> [StoredSetting] {
    // Another program that writes must not hold up what changes nothing.
    let before = try await settings()
    guard !Self.due(changes, before).isEmpty else { return before }
    return try await write { database in
      let table = SettingTable(database)
      for change in Self.due(changes, try table.all()) { try table.make(change) }
      return try table.all()
    }
  }

  private static func due(_ changes: [StoredSetting], _ stored: [StoredSetting]) -> [StoredSetting] {
    changes.filter { change in
      let value = stored.first { $0.profile == change.profile && $0.name == change.name }?.value
      // Compare bytes: for Swift a composed and a decomposed é are equal, for a path they are not.
      return value.map { Array($0.utf8) } != change.value.map { Array($0.utf8) }
    }
  }
}
