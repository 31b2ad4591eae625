import GRDB

/// What became of a change of the profiles.
package enum ProfileOutcome: Sendable, Equatable {
  case done
  /// One has that name already, or one that differs by case only.
  case exists
  case missing
  /// There are as many as there may be.
  case full
}

extension Library {
  /// - Parameters:
  ///   - pin: a salted hash; nil: none.
  ///   - maximum: of profiles.
  package func createProfile(
    _ name: String, ageLimit: Int?, pin: String?, maximum: Int
  ) throws(LibraryError) -> ProfileOutcome {
    try withDatabase { queue in
      try queue.write { database in
        let names = try String.fetchAll(database, sql: "SELECT name FROM profile")
        // SQLite's NOCASE knows ASCII only.
        guard !names.contains(where: { $0.lowercased() == name.lowercased() }) else { return .exists }
        guard names.count < maximum else { return .full }
        // Left by a change that was under way when the last one of that name was deleted.
        try Self.removeSettings(of: name, database)
        try database.execute(
          sql: "INSERT INTO profile (name, age_limit, pin) VALUES (?, ?, ?)",
          arguments: [name, ageLimit, pin])
        return .done
      }
    }
  }

  /// With all it owns. Where new connections began in it, they begin in `default` again.
  package func deleteProfile(_ name: String) throws(LibraryError) -> ProfileOutcome {
    try withDatabase { queue in
      try queue.write { database in
        let isDefault = try Bool.fetchOne(
          database, sql: "DELETE FROM profile WHERE name = ? RETURNING is_default", arguments: [name])
        guard let isDefault else { return .missing }
        // Its entries and searches went with it.
        try database.execute(
          sql: "DELETE FROM title WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.key = title.key)")
        try Self.removeSettings(of: name, database)
        if isDefault { try Self.begin("default", database) }
        return .done
      }
    }
  }

  /// New connections begin in it.
  package func makeDefault(_ name: String) throws(LibraryError) -> ProfileOutcome {
    try withDatabase { queue in
      try queue.write { database in
        let isThere = try Bool.fetchOne(
          database, sql: "SELECT 1 FROM profile WHERE name = ?", arguments: [name])
        guard isThere != nil else { return .missing }
        try Self.begin(name, database)
        return .done
      }
    }
  }

  private static func begin(_ name: String, _ database: Database) throws {
    try database.execute(sql: "UPDATE profile SET is_default = (name = ?)", arguments: [name])
  }

  private static func removeSettings(of name: String, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM setting WHERE profile = ?", arguments: [name])
  }
}
