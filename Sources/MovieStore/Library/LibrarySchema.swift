import GRDB

/// The tables of `library.sqlite`.
enum LibrarySchema {
  /// "movl" in `PRAGMA application_id`, so that `file`, people and we can tell what this is.
  static let applicationID = 0x6d6f_766c

  /// One entry a version of the tables; never changed once it was released.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      // `value` is JSON; `profile` is '' for what all profiles share.
      try database.execute(
        sql: """
          CREATE TABLE setting (
            profile TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (profile, name)
          ) STRICT, WITHOUT ROWID
          """)
    }
    return migrator
  }()
}
