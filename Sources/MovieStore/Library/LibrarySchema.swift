import GRDB

/// The tables of `library.sqlite`.
enum LibrarySchema {
  /// "movl" in `PRAGMA application_id`, so that `file`, users and this program can recognise it.
  static let applicationID = 0x6d6f_766c

  /// One entry for each version of the tables; never changed after its release.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      // `value` is JSON; `profile` is '' for settings shared by all profiles.
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
    migrator.registerMigration("v2") { database in
      try database.execute(sql: profiles + titles + entries + history)
    }
    migrator.registerMigration("v3") { database in
      try database.execute(sql: downloads + assets)
    }
    migrator.registerMigration("v4") { database in
      try database.execute(sql: household)
    }
    migrator.registerMigration("v5") { database in
      try database.execute(sql: pending)
    }
    migrator.registerMigration("v6") { database in
      try database.execute(sql: ages)
    }
    migrator.registerMigration("v7") { database in
      try database.execute(sql: SyncSchema.sql)
      try database.execute(sql: AccountSchema.accounts)
    }
    migrator.registerMigration("v8") { database in
      try database.execute(sql: ChangeTable.schema)
    }
    migrator.registerMigration("v9") { database in
      try database.execute(sql: SyncSchema.confirmedAdditions)
      try database.execute(sql: AccountSchema.editedEntries)
    }
    migrator.registerMigration("v10") { database in
      try database.execute(sql: knownTime)
    }
    migrator.registerMigration("v11") { database in
      try StoredTexts.migrate(database)
    }
    migrator.registerMigration("v12") { database in
      try database.execute(sql: searches)
    }
    migrator.registerMigration("v13") { try $0.execute(sql: SyncSchema.genresOfFacts) }
    migrator.registerMigration("v14") { try $0.execute(sql: FollowedTable.schema + SyncSchema.followed) }
    migrator.registerMigration("v15") { try $0.execute(sql: SyncSchema.hearsay) }
    return migrator
  }()

  /// Searches were called history, which a diary is. No change for other machines: each makes this one itself.
  private static let searches = """
    UPDATE sync_state SET is_quiet = 1;
    INSERT OR IGNORE INTO setting (profile, name, value)
      SELECT profile, 'record_searches', value FROM setting WHERE name = 'record_history';
    DELETE FROM setting WHERE name = 'record_history';
    UPDATE setting SET value = replace(value, '"history"', '"searches"') WHERE name = 'sync.share';
    UPDATE OR IGNORE sync_register SET key = 'record_searches' WHERE list = 'settings' AND key = 'record_history';
    UPDATE OR IGNORE library_change_item SET key = 'record_searches'
      WHERE list = 'settings' AND key = 'record_history';
    UPDATE library_change_item SET list = 'searches' WHERE list = 'history';
    UPDATE sync_state SET is_quiet = 0;
    """

  /// `pin` is a salted hash. `revision` counts the changes of the profile's lists.
  private static let profiles = """
    CREATE TABLE profile (
      name TEXT PRIMARY KEY COLLATE NOCASE,
      age_limit INTEGER,
      pin TEXT,
      is_default INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO profile (name, is_default) VALUES ('default', 1);
    """

  /// The titles on any list. `facts` is a title in the wire's format, so that it can be shown without any
  /// source; lists are sorted and filtered by the columns before it.
  private static let titles = """
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
    CREATE INDEX title_imdb_id ON title (imdb_id) WHERE imdb_id IS NOT NULL;
    """

  /// Times are seconds since 1970; `revision` is that of the profile at the entry's last change.
  private static let entries = """
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
    CREATE INDEX entry_key ON entry (key);
    """

  /// `folded` is the case-folded term; `at` is milliseconds since 1970, so that searches within one second
  /// keep their order.
  private static let history = """
    CREATE TABLE history (
      profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
      folded TEXT NOT NULL,
      term TEXT NOT NULL,
      at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      total_results INTEGER NOT NULL,
      PRIMARY KEY (profile, folded)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX history_at ON history (profile, at);
    """

  /// Titles stored for offline use, shared by all profiles, in the order of `place`. `facts` and `detail` are
  /// the title as lists and as `detail` show it; `created_at` is seconds since 1970.
  private static let downloads = """
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
    CREATE INDEX download_imdb_id ON download (imdb_id) WHERE imdb_id IS NOT NULL;
    """

  /// The parts of downloads. The files are in the folder of their key beside the library, each named after
  /// its kind; `error_kind` is from the last try.
  private static let assets = """
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
    """

  /// `age_region` is the country whose certificates the limit uses; null: that of the configuration.
  /// `wrong_pins` counts wrong PINs in a row, `pin_blocked_until` is milliseconds since 1970.
  ///
  /// Before this version leaving a profile required its PIN; from this version on, entering it does. The PIN
  /// of a limited profile in which connections start kept the user in it: it becomes the PIN of `default`,
  /// which one would enter from there.
  private static let household = """
    ALTER TABLE profile ADD COLUMN age_region TEXT;
    ALTER TABLE profile ADD COLUMN wrong_pins INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE profile ADD COLUMN pin_blocked_until INTEGER NOT NULL DEFAULT 0;
    UPDATE profile SET age_region =
      (SELECT trim(value, '"') FROM setting WHERE profile = 'default' AND name = 'region')
    WHERE age_limit IS NOT NULL;
    UPDATE profile SET pin =
      (SELECT pin FROM profile WHERE is_default AND age_limit IS NOT NULL AND name != 'default')
    WHERE name = 'default' AND pin IS NULL;
    UPDATE profile SET pin = NULL WHERE is_default AND age_limit IS NOT NULL AND name != 'default';
    """

  /// Imported rows about which upstream could not be queried, as the files had them. `identity` is the same
  /// for rows about one title; `keys` are separated by blanks; times are seconds since 1970. `kind` and
  /// `reason` are from the last try: only 'unavailable' rows are tried again.
  private static let pending = """
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
    """

  /// `facts_at` is when TMDB sent the texts of the row, in seconds since 1970; null: they are not TMDB's.
  /// `language` is the language of these texts; null: unknown.
  ///
  /// Texts stored until here are as old as the entry that brought them. They may be older, but not by much.
  private static let ages = """
    ALTER TABLE title ADD COLUMN facts_at INTEGER;
    ALTER TABLE title ADD COLUMN language TEXT;
    UPDATE title SET facts_at =
      coalesce((SELECT min(added_at) FROM entry WHERE entry.key = title.key), 0)
    WHERE key NOT LIKE 'itunes/%' AND instr(facts, '"source":"catalogue"') = 0;
    ALTER TABLE download ADD COLUMN facts_at INTEGER;
    UPDATE download SET facts_at = created_at
    WHERE key NOT LIKE 'itunes/%' AND instr(facts, '"source":"catalogue"') = 0;
    """

  /// A `KnownTime`, in one row once the clock was looked at. The journals of others are read again, so that it is
  /// known which of their changes was the last one.
  private static let knownTime = """
    CREATE TABLE known_time (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      clock INTEGER NOT NULL,
      reached INTEGER NOT NULL,
      lead INTEGER NOT NULL
    ) STRICT;
    DELETE FROM sync_file;
    ALTER TABLE sync_file ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    """
}
