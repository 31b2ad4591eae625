import GRDB
import MovieProtocol

extension FollowedPerson: StoredRow {
  static let empty = Self(Person(nil, name: ""), addedAt: .epoch)
  static let columns: [Column<Self>] = [
    Column("identity", \.storedIdentity), Column("name", \.person.name),
    Column("department", \.person.knownForDepartment), Column("profile_path", \.person.profilePath),
    Column("added_at", \.addedAt),
  ]

  private var storedIdentity: String {
    get { identity }
    set { person.key = PersonKey(newValue) }
  }
}

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

  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  /// The newest first.
  func all() throws -> [FollowedPerson] {
    try FollowedPerson.all(
      "FROM followed WHERE profile = ? ORDER BY added_at DESC, identity", [profile], database)
  }

  func person(_ identity: String) throws -> FollowedPerson? {
    try FollowedPerson.first(
      "FROM followed WHERE profile = ? AND identity = ?", [profile, identity], database)
  }

  func count() throws -> Int {
    try database.first("SELECT count(*) FROM followed WHERE profile = ?", [profile]) ?? 0
  }

  /// Those after an identity, in the order of identities.
  func people(after identity: String, _ limit: Int) throws -> [FollowedPerson] {
    try FollowedPerson.all(
      "FROM followed WHERE profile = ? AND identity > ? ORDER BY identity LIMIT ?",
      [profile, identity, limit],
      database)
  }

  /// Adds or replaces the person.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  func replace(_ followed: FollowedPerson) throws -> Bool {
    try database.write(
      "INSERT INTO followed", ["profile": profile] + followed.values,
      """
      ON CONFLICT (profile, identity) DO UPDATE SET \(followed.values.updates())
        WHERE (\(FollowedPerson.names)) IS NOT (\(followed.values.excluded))
      """)
    return database.changesCount > 0
  }

  /// - Returns: whether the person was followed.
  func remove(_ identity: String) throws -> Bool {
    try database.run("DELETE FROM followed WHERE profile = ? AND identity = ?", [profile, identity])
    return database.changesCount > 0
  }
}
