@testable import MovieStore

extension EarlierLibrary {
  /// With an import that can be undone.
  static let v8 = EarlierLibrary(
    version: "v8",
    sql: v7.sql + """

      INSERT INTO grdb_migrations VALUES('v8');
      CREATE TABLE library_change (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX library_change_profile ON library_change (profile, id);
      INSERT INTO library_change VALUES(1,'default',1795000000);
      CREATE TABLE library_change_item (
        change INTEGER NOT NULL REFERENCES library_change (id) ON DELETE CASCADE,
        list TEXT NOT NULL,
        key TEXT NOT NULL,
        before TEXT,
        after TEXT NOT NULL,
        PRIMARY KEY (change, list, key)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO library_change_item VALUES(1,'watchlist','movie/1',NULL,
        '{"added_at":1795000001,"note":"with Ana","watched_at":1795000002}');
      ALTER TABLE pending ADD COLUMN change INTEGER;
      UPDATE pending SET change = 1;
      """)

  /// With additions that say that the item is there, and agreements about what an entry was.
  static let v9 = EarlierLibrary(
    version: "v9",
    sql: v8.sql + #"""

      INSERT INTO grdb_migrations VALUES('v9');
      DROP TRIGGER sync_entry_insert;
      DROP TRIGGER sync_history_insert;
      CREATE TRIGGER sync_entry_insert AFTER INSERT ON entry
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE
        name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), NEW.list, NEW.key, new_field.field, new_field.value, sync_state.clock,
        sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 1 AS value, 1 IS NOT NULL AS is_changed UNION ALL SELECT
        'added_at' AS field, NEW.added_at AS value, NEW.added_at IS NOT NULL AS is_changed UNION ALL
        SELECT 'note' AS field, nullif(NEW.note, '') AS value, nullif(NEW.note, '') IS NOT NULL AS
        is_changed UNION ALL SELECT 'watched_at' AS field, NEW.watched_at AS value, NEW.watched_at IS NOT
        NULL AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = 'in' AND
            value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      UPDATE sync_register SET clock = sync_state.clock, device = sync_state.device
      FROM sync_state
      WHERE (sync_register.profile, sync_register.list, sync_register.key) = (lower(NEW.profile), NEW.list,
        NEW.key)
        AND field = 'in' AND value = 1;
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), NEW.list, NEW.key, fact.field, fact.value, sync_state.clock,
        sync_state.device
      FROM sync_state, (
        SELECT 'title' AS field, json_extract(facts, '$.original_title') AS value FROM (SELECT
          release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key =
          NEW.key)
        UNION ALL SELECT 'language', json_extract(facts, '$.original_language') FROM (SELECT
          release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key =
          NEW.key)
        UNION ALL SELECT 'release_date', release_date FROM (SELECT release_date, imdb_id,
          iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'year', json_extract(facts, '$.year') FROM (SELECT release_date, imdb_id,
          iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'genre_ids', json_extract(facts, '$.genre_ids') FROM (SELECT release_date,
          imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'poster_path', json_extract(facts, '$.poster_path') FROM (SELECT release_date,
          imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'adult', json_extract(facts, '$.adult') FROM (SELECT release_date, imdb_id,
          iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'imdb_id', imdb_id FROM (SELECT release_date, imdb_id, iif(json_valid(facts),
          facts, '{}') AS facts FROM title WHERE key = NEW.key)) AS fact
      WHERE fact.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM sync_register WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key)
          AND field = fact.field);
      END;
      CREATE TRIGGER sync_history_insert AFTER INSERT ON history
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE
        name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), 'history', NEW.folded, new_field.field, new_field.value,
        sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 1 AS value, 1 IS NOT NULL AS is_changed UNION ALL SELECT
        'term' AS field, NEW.term AS value, NEW.term IS NOT NULL AS is_changed UNION ALL SELECT 'at' AS
        field, NEW.at AS value, NEW.at IS NOT NULL AS is_changed UNION ALL SELECT 'count' AS field,
        NEW.count AS value, NEW.count IS NOT NULL AS is_changed UNION ALL SELECT 'total_results' AS field,
        NEW.total_results AS value, NEW.total_results IS NOT NULL AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'history', NEW.folded) AND field =
            new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'history', NEW.folded) AND field = 'in' AND
            value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      UPDATE sync_register SET clock = sync_state.clock, device = sync_state.device
      FROM sync_state
      WHERE (sync_register.profile, sync_register.list, sync_register.key) = (lower(NEW.profile),
        'history', NEW.folded)
        AND field = 'in' AND value = 1;

      END;
      CREATE INDEX sync_register_cleared ON sync_register (profile) WHERE list = 'cleared';
      INSERT INTO sync_register VALUES('default','cleared','history','in',0,117666092974070000,
        '00000000000000aa');
      ALTER TABLE account_agreement ADD COLUMN revision INTEGER;
      UPDATE account_agreement SET revision=2;
      """#)

  /// With the time that is known, and the number of each journal's last change.
  static let v10 = EarlierLibrary(
    version: "v10",
    sql: v9.sql + """

      INSERT INTO grdb_migrations VALUES('v10');
      CREATE TABLE known_time (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        clock INTEGER NOT NULL,
        reached INTEGER NOT NULL,
        lead INTEGER NOT NULL
      ) STRICT;
      INSERT INTO known_time VALUES(1,1795000000000,1795000000000,0);
      ALTER TABLE sync_file ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
      UPDATE sync_file SET number=1;
      """)

  /// With the texts of titles by language.
  static let v11 = EarlierLibrary(
    version: "v11",
    sql: v10.sql + """

      INSERT INTO grdb_migrations VALUES('v11');
      CREATE TABLE title_text (
        key TEXT NOT NULL REFERENCES title (key) ON DELETE CASCADE,
        language TEXT NOT NULL,
        sort_title TEXT NOT NULL,
        facts TEXT NOT NULL,
        facts_at INTEGER NOT NULL,
        PRIMARY KEY (key, language)
      ) STRICT, WITHOUT ROWID;
      ALTER TABLE title DROP COLUMN facts_at;
      ALTER TABLE title DROP COLUMN language;
      """)

  /// With searches where a history was.
  static let v12 = EarlierLibrary(
    version: "v12", sql: v11.sql + "\nINSERT INTO grdb_migrations VALUES('v12');")

  /// With triggers that read genres in both forms.
  static let v13 = EarlierLibrary(
    version: "v13",
    sql: v12.sql + SyncSchema.genresOfFacts + "\nINSERT INTO grdb_migrations VALUES('v13');")

  /// With people that are followed.
  static let v14 = EarlierLibrary(
    version: "v14",
    sql: v13.sql + FollowedTable.schema + SyncSchema.followed
      + "\nINSERT INTO grdb_migrations VALUES('v14');")
}
