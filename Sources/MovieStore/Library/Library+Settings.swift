/// A setting as it is stored. The library does not check its value.
package struct StoredSetting: Sendable, Hashable {
  /// "" for settings shared by all profiles.
  package let profile: String
  package let name: String
  /// JSON; nil in a change: delete it.
  package let value: String?

  package init(profile: String, name: String, value: String?) {
    (self.profile, self.name, self.value) = (profile, name, value)
  }
}

extension Library {
  package func settings() throws(LibraryError) -> [StoredSetting] {
    try read { try SettingTable($0).all() }
  }

  /// Applies all of `changes` or none. Writes nothing if all settings have these values already.
  ///
  /// - Returns: all settings afterwards, as on the disk.
  package func change(_ changes: [StoredSetting]) throws(LibraryError) -> [StoredSetting] {
    let before = try settings()
    let due = changes.filter { change in
      let stored = before.first { $0.profile == change.profile && $0.name == change.name }?.value
      // Compare bytes: for Swift a composed and a decomposed é are equal, for a path they are not.
      return stored.map { Array($0.utf8) } != change.value.map { Array($0.utf8) }
    }
    guard !due.isEmpty else { return before }
    return try write { database in
      for change in due { try SettingTable(database).make(change) }
      return try SettingTable(database).all()
    }
  }
}
