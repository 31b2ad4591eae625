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

  static let all = [v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14]

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

  /// With profiles and their lists.
  static let v2 = EarlierLibrary(
    version: "v2",
    sql: v1.sql + """

      INSERT INTO grdb_migrations VALUES('v2');
      CREATE TABLE profile (
        name TEXT PRIMARY KEY COLLATE NOCASE,
        age_limit INTEGER,
        pin TEXT,
        is_default INTEGER NOT NULL DEFAULT 0,
        revision INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      INSERT INTO profile VALUES('default',NULL,NULL,1,2);
      INSERT INTO profile VALUES('kids',12,'$y$salt$hash',0,0);
      CREATE TABLE title (
        key TEXT PRIMARY KEY,
        media_type TEXT NOT NULL,
        imdb_id TEXT,
        sort_title TEXT NOT NULL,
        genre_ids TEXT NOT NULL,
        release_date TEXT,
        vote_average REAL,
        vote_count INTEGER,
        popularity REAL,
        facts TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO title VALUES('movie/1','movie','tt0000001','a film','|18|','2021-09-15',7.5,10,1.0,
        '{"key":"movie/1","title":"A Film"}');
      CREATE INDEX title_imdb_id ON title (imdb_id) WHERE imdb_id IS NOT NULL;
      CREATE TABLE entry (
        profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        list TEXT NOT NULL CHECK (list IN ('watchlist', 'favorites')),
        key TEXT NOT NULL REFERENCES title (key),
        added_at INTEGER NOT NULL,
        note TEXT NOT NULL DEFAULT '',
        watched_at INTEGER,
        revision INTEGER NOT NULL,
        PRIMARY KEY (profile, list, key)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO entry VALUES('default','favorites','movie/1',1795000000,'',NULL,1);
      INSERT INTO entry VALUES('default','watchlist','movie/1',1795000001,'with Ana',1795000002,2);
      CREATE INDEX entry_key ON entry (key);
      CREATE TABLE history (
        profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        folded TEXT NOT NULL,
        term TEXT NOT NULL,
        at INTEGER NOT NULL,
        count INTEGER NOT NULL,
        total_results INTEGER NOT NULL,
        PRIMARY KEY (profile, folded)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO history VALUES('default','dune','Dune',1795000000000,3,8);
      CREATE INDEX history_at ON history (profile, at);
      """)

  /// With downloads.
  static let v3 = EarlierLibrary(
    version: "v3",
    sql: v2.sql + """
      INSERT INTO grdb_migrations VALUES('v3');
      CREATE TABLE download (
        place INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        imdb_id TEXT,
        facts TEXT NOT NULL,
        detail TEXT NOT NULL,
        language TEXT NOT NULL,
        region TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        is_paused INTEGER NOT NULL DEFAULT 0,
        is_deleted INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      INSERT INTO download VALUES(1,'movie/1','A Film','tt0000001','{"key":"movie/1","title":"A Film"}',
        '{"key":"movie/1","title":"A Film"}','en-US','US',1795000000,0,0);
      CREATE INDEX download_imdb_id ON download (imdb_id) WHERE imdb_id IS NOT NULL;
      CREATE TABLE asset (
        key TEXT NOT NULL REFERENCES download (key) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        source TEXT,
        bytes INTEGER NOT NULL DEFAULT 0,
        total_bytes INTEGER,
        content_type TEXT,
        tries INTEGER NOT NULL DEFAULT 0,
        restarts INTEGER NOT NULL DEFAULT 0,
        error_kind TEXT,
        error_message TEXT,
        finished_at INTEGER,
        PRIMARY KEY (key, kind)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO asset VALUES('movie/1','poster','done','https://image.tmdb.org/t/p/original/p.jpg',10,10,
        'image/jpeg',1,0,NULL,NULL,1795000003);
      """)

  /// With the region of an age limit, and wrong PINs.
  static let v4 = EarlierLibrary(
    version: "v4",
    sql: v3.sql + """

      INSERT INTO grdb_migrations VALUES('v4');
      ALTER TABLE profile ADD COLUMN age_region TEXT;
      ALTER TABLE profile ADD COLUMN wrong_pins INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE profile ADD COLUMN pin_blocked_until INTEGER NOT NULL DEFAULT 0;
      UPDATE profile SET age_region = 'DE', wrong_pins = 2, pin_blocked_until = 1795000000000
      WHERE name = 'kids';
      """)

  /// With what imports could not ask upstream about.
  static let v5 = EarlierLibrary(
    version: "v5",
    sql: v4.sql + """

      INSERT INTO grdb_migrations VALUES('v5');
      CREATE TABLE pending (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        list TEXT NOT NULL CHECK (list IN ('watchlist', 'favorites')),
        identity TEXT NOT NULL,
        keys TEXT NOT NULL,
        title TEXT,
        original_title TEXT,
        year INTEGER,
        media_type TEXT,
        imdb_id TEXT,
        added_at INTEGER NOT NULL,
        note TEXT NOT NULL DEFAULT '',
        watched_at INTEGER,
        kind TEXT NOT NULL,
        reason TEXT NOT NULL,
        UNIQUE (profile, identity)
      ) STRICT;
      INSERT INTO pending VALUES(1,'default','watchlist','watchlist movie/4','movie/4','A Name',NULL,1999,'movie',
        NULL,1795000000,'',NULL,'unavailable','TMDB is away');
      """)

  /// With the age of what TMDB said.
  static let v6 = EarlierLibrary(
    version: "v6",
    sql: v5.sql + """

      INSERT INTO grdb_migrations VALUES('v6');
      ALTER TABLE title ADD COLUMN facts_at INTEGER;
      ALTER TABLE title ADD COLUMN language TEXT;
      UPDATE title SET facts_at=1795000000,language='de-DE';
      ALTER TABLE download ADD COLUMN facts_at INTEGER;
      UPDATE download SET facts_at=1795000000;
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
