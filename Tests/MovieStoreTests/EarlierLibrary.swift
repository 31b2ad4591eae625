import GRDB
import Testing

@testable import MovieStore

/// A library as an earlier version of the program left it: the text that SQLite's `.dump` gives of one. A new
/// version of the tables adds one here, of the version before.
struct EarlierLibrary: Sendable, CustomTestStringConvertible {
  /// The last migration that was made.
  let version: String
  let sql: String

  var testDescription: String { version }

  static let all = [v1]

  /// Settings only.
  static let v1 = EarlierLibrary(
    version: "v1",
    sql: """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES('v1');
      CREATE TABLE setting (
        profile TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (profile, name)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO setting VALUES('','itunes.enabled','true');
      INSERT INTO setting VALUES('','tmdb.key','"0123456789abcdef"');
      INSERT INTO setting VALUES('default','countries','["DE","AT"]');
      INSERT INTO setting VALUES('default','language','"de-DE"');
      INSERT INTO setting VALUES('default','page_size','50');
      """)

  static let settings: Set<StoredSetting> = [
    StoredSetting(profile: "", name: "itunes.enabled", value: "true"),
    StoredSetting(profile: "", name: "tmdb.key", value: "\"0123456789abcdef\""),
    StoredSetting(profile: "default", name: "countries", value: "[\"DE\",\"AT\"]"),
    StoredSetting(profile: "default", name: "language", value: "\"de-DE\""),
    StoredSetting(profile: "default", name: "page_size", value: "50"),
  ]

  /// - Parameter isClosed: false: it was killed, and all of it is in the log still.
  func make(in folder: TemporaryFolder, isClosed: Bool = true) throws {
    let place = try isClosed ? folder : TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let queue = try DatabaseQueue(path: place.path + "/library.sqlite", configuration: configuration)
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA application_id = \(0x6d6f_766c); PRAGMA journal_mode = WAL")
      try database.execute(sql: sql)
    }
    if !isClosed {
      for name in ["library.sqlite", "library.sqlite-wal"] {
        try folder.write(try place.read(name), to: name)
      }
    }
    try queue.close()
  }
}

extension DatabaseReader {
  /// What its tables are, as text.
  func schema() throws -> [String] {
    try read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name || ': ' || sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name
          """)
    }
  }
}
