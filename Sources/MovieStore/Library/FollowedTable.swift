import GRDB
import MovieProtocol

/// The table `followed`: the people that one profile follows.
struct FollowedTable {
  /// `identity` is that of `FollowedPerson`; `key` is null where only the name is known. Times are seconds since
  /// 1970.
  static let schema = """
    CREATE TABLE followed (
      profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
      identity TEXT NOT NULL,
      name TEXT NOT NULL,
      department TEXT,
      profile_path TEXT,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (profile, identity)
    ) STRICT, WITHOUT ROWID;
    """

  private static let columns = "identity, name, department, profile_path, added_at"

  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  /// The newest first.
  func all() throws -> [FollowedPerson] {
    let statement = try database.cachedStatement(
      sql: "SELECT \(Self.columns) FROM followed WHERE profile = ? ORDER BY added_at DESC, identity")
    return try Row.fetchAll(statement, arguments: [profile]).map(Self.person)
  }

  func person(_ identity: String) throws -> FollowedPerson? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(Self.columns) FROM followed WHERE profile = ? AND identity = ?")
    return try Row.fetchOne(statement, arguments: [profile, identity]).map(Self.person)
  }

  func count() throws -> Int {
    let statement = try database.cachedStatement(sql: "SELECT count(*) FROM followed WHERE profile = ?")
    return try Int.fetchOne(statement, arguments: [profile]) ?? 0
  }

  /// Those after an identity, in the order of identities.
  func people(after identity: String, _ limit: Int) throws -> [FollowedPerson] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT \(Self.columns) FROM followed WHERE profile = ? AND identity > ? ORDER BY identity LIMIT ?
        """, arguments: [profile, identity, limit]
    ).map(Self.person)
  }

  /// Adds or replaces the person.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  func replace(_ followed: FollowedPerson) throws -> Bool {
    try database.cachedStatement(
      sql: """
        INSERT INTO followed (profile, identity, name, department, profile_path, added_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (profile, identity) DO UPDATE SET name = excluded.name, department = excluded.department,
          profile_path = excluded.profile_path, added_at = excluded.added_at
        WHERE (name, department, profile_path, added_at)
          IS NOT (excluded.name, excluded.department, excluded.profile_path, excluded.added_at)
        """
    ).execute(arguments: [
      profile, followed.identity, followed.person.name, followed.person.knownForDepartment,
      followed.person.profilePath, followed.addedAt.seconds,
    ])
    return database.changesCount > 0
  }

  /// - Returns: whether the person was followed.
  func remove(_ identity: String) throws -> Bool {
    try database.cachedStatement(sql: "DELETE FROM followed WHERE profile = ? AND identity = ?")
      .execute(arguments: [profile, identity])
    return database.changesCount > 0
  }

  private static func person(_ row: Row) throws -> FollowedPerson {
    let identity: String = try row.decode(atIndex: 0)
    var person = Person(PersonKey(identity), name: try row.decode(atIndex: 1))
    person.knownForDepartment = row.value(at: 2)
    person.profilePath = row.value(at: 3)
    return FollowedPerson(person, addedAt: try row.seconds(at: 4))
  }
}
