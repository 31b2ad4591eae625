extension EarlierLibrary {
  /// With the record of changes for other machines, and an account.
  static let v7 = EarlierLibrary(
    version: "v7",
    sql: v6.sql + """

      INSERT INTO grdb_migrations VALUES('v7');
      CREATE TABLE sync_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        device TEXT NOT NULL,
        machine TEXT NOT NULL,
        folder TEXT NOT NULL,
        shared TEXT NOT NULL,
        clock INTEGER NOT NULL,
        exported INTEGER NOT NULL,
        number INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        snapshot_bytes INTEGER NOT NULL,
        snapshot_at INTEGER NOT NULL,
        exported_at INTEGER,
        merged_at INTEGER,
        merged_bytes INTEGER NOT NULL DEFAULT 0,
        full_lists TEXT NOT NULL DEFAULT '',
        is_quiet INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE TABLE sync_register (
        profile TEXT NOT NULL,
        list TEXT NOT NULL,
        key TEXT NOT NULL,
        field TEXT NOT NULL,
        value ANY,
        clock INTEGER NOT NULL,
        device TEXT NOT NULL,
        PRIMARY KEY (profile, list, key, field)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sync_register_clock ON sync_register (device, clock);
      CREATE TABLE sync_file (
        name TEXT PRIMARY KEY,
        inode INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        position INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        newest INTEGER NOT NULL,
        ahead_until INTEGER,
        bad_lines INTEGER NOT NULL,
        device TEXT NOT NULL,
        device_name TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER sync_entry_insert AFTER INSERT ON entry
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), NEW.list, NEW.key, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 1 AS value, 1 IS NOT NULL AS is_changed UNION ALL SELECT 'added_at' AS field, NEW.added_at AS value, NEW.added_at IS NOT NULL AS is_changed UNION ALL SELECT 'note' AS field, nullif(NEW.note, '') AS value, nullif(NEW.note, '') IS NOT NULL AS is_changed UNION ALL SELECT 'watched_at' AS field, NEW.watched_at AS value, NEW.watched_at IS NOT NULL AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), NEW.list, NEW.key, fact.field, fact.value, sync_state.clock, sync_state.device
      FROM sync_state, (
        SELECT 'title' AS field, json_extract(facts, '$.original_title') AS value FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'language', json_extract(facts, '$.original_language') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'release_date', release_date FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'year', json_extract(facts, '$.year') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'genre_ids', json_extract(facts, '$.genre_ids') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'poster_path', json_extract(facts, '$.poster_path') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'adult', json_extract(facts, '$.adult') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'imdb_id', imdb_id FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)) AS fact
      WHERE fact.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM sync_register WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = fact.field);
      END;
      CREATE TRIGGER sync_entry_update AFTER UPDATE ON entry
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), NEW.list, NEW.key, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 1 AS value, (1 IS NOT 1 OR lower(OLD.profile) != lower(NEW.profile) AND 1 IS NOT NULL) AS is_changed UNION ALL SELECT 'added_at' AS field, NEW.added_at AS value, (OLD.added_at IS NOT NEW.added_at OR lower(OLD.profile) != lower(NEW.profile) AND NEW.added_at IS NOT NULL) AS is_changed UNION ALL SELECT 'note' AS field, nullif(NEW.note, '') AS value, (nullif(OLD.note, '') IS NOT nullif(NEW.note, '') OR lower(OLD.profile) != lower(NEW.profile) AND nullif(NEW.note, '') IS NOT NULL) AS is_changed UNION ALL SELECT 'watched_at' AS field, NEW.watched_at AS value, (OLD.watched_at IS NOT NEW.watched_at OR lower(OLD.profile) != lower(NEW.profile) AND NEW.watched_at IS NOT NULL) AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      UPDATE sync_register SET clock = sync_state.clock, device = sync_state.device
      FROM sync_state
      WHERE (sync_register.profile, sync_register.list, sync_register.key) = (lower(NEW.profile), NEW.list, NEW.key)
        AND field = 'in' AND value = 1 AND EXISTS (
          SELECT 1 FROM sync_register AS changed
          WHERE (changed.profile, changed.list, changed.key) = (lower(NEW.profile), NEW.list, NEW.key)
            AND (changed.clock, changed.device) = (sync_state.clock, sync_state.device));
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), NEW.list, NEW.key, fact.field, fact.value, sync_state.clock, sync_state.device
      FROM sync_state, (
        SELECT 'title' AS field, json_extract(facts, '$.original_title') AS value FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'language', json_extract(facts, '$.original_language') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'release_date', release_date FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'year', json_extract(facts, '$.year') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'genre_ids', json_extract(facts, '$.genre_ids') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'poster_path', json_extract(facts, '$.poster_path') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'adult', json_extract(facts, '$.adult') FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)
        UNION ALL SELECT 'imdb_id', imdb_id FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts FROM title WHERE key = NEW.key)) AS fact
      WHERE fact.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM sync_register WHERE (profile, list, key) = (lower(NEW.profile), NEW.list, NEW.key) AND field = fact.field);
      END;
      CREATE TRIGGER sync_entry_delete AFTER DELETE ON entry
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = OLD.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(OLD.profile), OLD.list, OLD.key, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 0 AS value, 1 AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(OLD.profile), OLD.list, OLD.key) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(OLD.profile), OLD.list, OLD.key) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      END;
      CREATE TRIGGER sync_history_insert AFTER INSERT ON history
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), 'history', NEW.folded, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 1 AS value, 1 IS NOT NULL AS is_changed UNION ALL SELECT 'term' AS field, NEW.term AS value, NEW.term IS NOT NULL AS is_changed UNION ALL SELECT 'at' AS field, NEW.at AS value, NEW.at IS NOT NULL AS is_changed UNION ALL SELECT 'count' AS field, NEW.count AS value, NEW.count IS NOT NULL AS is_changed UNION ALL SELECT 'total_results' AS field, NEW.total_results AS value, NEW.total_results IS NOT NULL AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'history', NEW.folded) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'history', NEW.folded) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      END;
      CREATE TRIGGER sync_history_update AFTER UPDATE ON history
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), 'history', NEW.folded, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 1 AS value, (1 IS NOT 1 OR lower(OLD.profile) != lower(NEW.profile) AND 1 IS NOT NULL) AS is_changed UNION ALL SELECT 'term' AS field, NEW.term AS value, (OLD.term IS NOT NEW.term OR lower(OLD.profile) != lower(NEW.profile) AND NEW.term IS NOT NULL) AS is_changed UNION ALL SELECT 'at' AS field, NEW.at AS value, (OLD.at IS NOT NEW.at OR lower(OLD.profile) != lower(NEW.profile) AND NEW.at IS NOT NULL) AS is_changed UNION ALL SELECT 'count' AS field, NEW.count AS value, (OLD.count IS NOT NEW.count OR lower(OLD.profile) != lower(NEW.profile) AND NEW.count IS NOT NULL) AS is_changed UNION ALL SELECT 'total_results' AS field, NEW.total_results AS value, (OLD.total_results IS NOT NEW.total_results OR lower(OLD.profile) != lower(NEW.profile) AND NEW.total_results IS NOT NULL) AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'history', NEW.folded) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'history', NEW.folded) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      UPDATE sync_register SET clock = sync_state.clock, device = sync_state.device
      FROM sync_state
      WHERE (sync_register.profile, sync_register.list, sync_register.key) = (lower(NEW.profile), 'history', NEW.folded)
        AND field = 'in' AND value = 1 AND EXISTS (
          SELECT 1 FROM sync_register AS changed
          WHERE (changed.profile, changed.list, changed.key) = (lower(NEW.profile), 'history', NEW.folded)
            AND (changed.clock, changed.device) = (sync_state.clock, sync_state.device));

      END;
      CREATE TRIGGER sync_history_delete AFTER DELETE ON history
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = OLD.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(OLD.profile), 'history', OLD.folded, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'in' AS field, 0 AS value, 1 AS is_changed) AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(OLD.profile), 'history', OLD.folded) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(OLD.profile), 'history', OLD.folded) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      END;
      CREATE TRIGGER sync_setting_insert AFTER INSERT ON setting
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), 'settings', NEW.name, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'value' AS field, NEW.value AS value, 1 AS is_changed WHERE NEW.name NOT LIKE 'sync.%') AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'settings', NEW.name) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'settings', NEW.name) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      END;
      CREATE TRIGGER sync_setting_update AFTER UPDATE ON setting
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = NEW.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(NEW.profile), 'settings', NEW.name, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'value' AS field, NEW.value AS value, 1 AS is_changed WHERE NEW.name NOT LIKE 'sync.%') AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'settings', NEW.name) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(NEW.profile), 'settings', NEW.name) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      END;
      CREATE TRIGGER sync_setting_delete AFTER DELETE ON setting
      WHEN EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet) AND EXISTS (SELECT 1 FROM profile WHERE name = OLD.profile)
      BEGIN
      UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
      INSERT INTO sync_register (profile, list, key, field, value, clock, device)
      SELECT lower(OLD.profile), 'settings', OLD.name, new_field.field, new_field.value, sync_state.clock, sync_state.device
      FROM sync_state, (SELECT 'value' AS field, NULL AS value, 1 AS is_changed WHERE OLD.name NOT LIKE 'sync.%') AS new_field
      WHERE new_field.value IS NOT (
          SELECT value FROM sync_register
          WHERE (profile, list, key) = (lower(OLD.profile), 'settings', OLD.name) AND field = new_field.field)
        AND (new_field.is_changed OR NOT EXISTS (
          SELECT 1 FROM sync_register
          WHERE (profile, list, key) = (lower(OLD.profile), 'settings', OLD.name) AND field = 'in' AND value = 1))
      ON CONFLICT (profile, list, key, field) DO UPDATE
        SET value = excluded.value, clock = excluded.clock, device = excluded.device;
      END;
      CREATE TABLE account (
        profile TEXT PRIMARY KEY COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        username TEXT NOT NULL,
        session TEXT NOT NULL,
        connected_at INTEGER NOT NULL,
        consented_at INTEGER,
        synced_at INTEGER,
        is_revoked INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE account_agreement (
        profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        list TEXT NOT NULL CHECK (list IN ('watchlist', 'favorites')),
        key TEXT NOT NULL,
        in_library INTEGER NOT NULL,
        at_tmdb INTEGER NOT NULL,
        doubt TEXT CHECK (doubt IN ('library', 'tmdb')),
        doubt_since INTEGER,
        PRIMARY KEY (profile, list, key)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE account_change (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
        run INTEGER NOT NULL,
        at INTEGER NOT NULL,
        side TEXT NOT NULL CHECK (side IN ('library', 'tmdb')),
        list TEXT NOT NULL CHECK (list IN ('watchlist', 'favorites')),
        key TEXT NOT NULL,
        is_added INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('sent', 'done', 'undone')),
        title TEXT,
        facts TEXT,
        imdb_id TEXT,
        facts_at INTEGER,
        language TEXT,
        added_at INTEGER,
        note TEXT NOT NULL DEFAULT '',
        watched_at INTEGER
      ) STRICT;
      CREATE INDEX account_change_profile ON account_change (profile, id);
      INSERT INTO sync_state VALUES(1,'00000000000000aa','machine','/shared','',117670477824000000,117670477824000000,3,900,400,117670477824000000,1795500000,1795500000,0,'',0);
      INSERT INTO sync_register VALUES('default','watchlist','movie/900002','in',1,117670477824000000,'00000000000000aa');
      INSERT INTO sync_file VALUES('movierpc-00000000000000bb.jsonl',7,900,1795500000000000000,900,1234567,117670477824000000,NULL,0,'00000000000000bb','tower');
      INSERT INTO account VALUES('default',7,'anna','session',1795500000,1795500000,1795500000,0);
      INSERT INTO account_agreement VALUES('default','watchlist','movie/900002',1,1,NULL,NULL);
      INSERT INTO account_change VALUES(1,'default',1,1795500000,'tmdb','watchlist','movie/900002',1,'done',NULL,NULL,NULL,NULL,NULL,NULL,'',NULL);
      """)
}
