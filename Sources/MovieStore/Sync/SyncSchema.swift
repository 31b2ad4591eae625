/// The tables of synchronisation, and the triggers that write each change of a library into them, in the change's
/// own transaction, whichever code makes it.
///
/// `sync_register` has the last writer's value of each field of each item. A trigger compares the library's row
/// with it: what differs, and was not so before, was changed here, now. What else differs came from another device
/// and is not in the library, for lack of room or because it is not shared here: it stays. While the library follows
/// other devices, the triggers are quiet.
enum SyncSchema {
  static let sql =
    tables + entryInsert(confirmation: "") + entryChanges + historyInsert(confirmation: "") + historyChanges
    + settings

  /// Since v9: an addition, too, says that the item is there, and `RangeTombstones` are found.
  static let confirmedAdditions =
    "DROP TRIGGER sync_entry_insert; DROP TRIGGER sync_history_insert;\n"
    + entryInsert(confirmation: renew(entryItem)) + historyInsert(confirmation: renew(historyItem))
    + "CREATE INDEX sync_register_cleared ON sync_register (profile) WHERE list = 'cleared';"

  /// Genres of titles are objects since; facts that were stored before are as they were.
  static let genresOfFacts = {
    let genres = """
      coalesce(json_extract(facts, '$.genre_ids'),
        nullif((SELECT json_group_array(json_extract(value, '$.id')) FROM json_each(facts, '$.genres')
          WHERE type = 'object'), '[]'))
      """
    return "DROP TRIGGER sync_entry_insert; DROP TRIGGER sync_entry_update;\n"
      + entryInsert(confirmation: renew(entryItem), genres: genres) + entryUpdate(genres: genres)
  }()

  /// `sync_state` has one row once a folder was set, and none before: until then the triggers do nothing. Its
  /// `clock` is a `HybridClock`; `exported` is the clock up to which changes of this device are in its journal,
  /// `number` the number of the last one, and `bytes` the journal's size as it was left. `shared` is a
  /// `SyncRules.text`. While `is_quiet`, nothing is recorded.
  ///
  /// `sync_file` has how far each file of the folder was read: the file's identity, and a `JournalReader.Mark`.
  private static let tables = """
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
    """

  /// Since v15. `via` is the device whose journal has told of it, if that is not the word of `device` itself: see
  /// `SyncRoom`. What is changed here is told by nobody else.
  static let hearsay = """
    ALTER TABLE sync_register ADD COLUMN via TEXT NOT NULL DEFAULT '';
    CREATE INDEX sync_register_via ON sync_register (via) WHERE via != '';
    CREATE TRIGGER sync_register_own AFTER UPDATE OF device ON sync_register WHEN NEW.via != ''
    BEGIN
      UPDATE sync_register SET via = ''
      WHERE (profile, list, key, field) = (NEW.profile, NEW.list, NEW.key, NEW.field);
    END;
    """

  /// A query for the devices that speak for themselves: this one, and those whose own journals are in the folder.
  static let present = """
    SELECT device FROM sync_file WHERE name = 'movierpc-' || device || '.jsonl'
    UNION SELECT device FROM sync_state
    """

  private static let isOn = "EXISTS (SELECT 1 FROM sync_state WHERE NOT is_quiet)"

  /// https://sqlite.org/lang_datefunc.html: the wall clock, in milliseconds. The bounds are those of `HybridClock`.
  static let tick = """
    UPDATE sync_state SET clock = max(min(max(clock, 0), 4611686018427387904) + 1,
      CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 65536);
    """

  /// Records those of the fields that were changed, and whose value differs from the recorded one; all fields of
  /// an item that is not recorded as present.
  ///
  /// - Parameters:
  ///   - item: the columns profile, list and key.
  ///   - fields: a query for `field`, `value` and `is_changed`.
  private static func record(_ item: String, _ fields: String) -> String {
    """
    \(tick)
    INSERT INTO sync_register (profile, list, key, field, value, clock, device)
    SELECT \(item), new_field.field, new_field.value, sync_state.clock, sync_state.device
    FROM sync_state, (\(fields)) AS new_field
    WHERE new_field.value IS NOT (
        SELECT value FROM sync_register
        WHERE (profile, list, key) = (\(item)) AND field = new_field.field)
      AND (new_field.is_changed OR NOT EXISTS (
        SELECT 1 FROM sync_register
        WHERE (profile, list, key) = (\(item)) AND field = 'in' AND value = 1))
    ON CONFLICT (profile, list, key, field) DO UPDATE
      SET value = excluded.value, clock = excluded.clock, device = excluded.device;
    """
  }

  /// The query for the fields of a row that is there now. An addition without a value changes no value that is
  /// recorded; nor does the new name of a profile.
  ///
  /// - Parameter fields: their names, and their values by the columns of `ROW`.
  private static func present(_ fields: KeyValuePairs<String, String>, isUpdate: Bool) -> String {
    fields.map { name, value in
      let (old, new) = (value.replacing("ROW", with: "OLD"), value.replacing("ROW", with: "NEW"))
      let isAdded = "\(new) IS NOT NULL"
      let isChanged = "(\(old) IS NOT \(new) OR lower(OLD.profile) != lower(NEW.profile) AND \(isAdded))"
      return "SELECT '\(name)' AS field, \(new) AS value, \(isUpdate ? isChanged : isAdded) AS is_changed"
    }.joined(separator: " UNION ALL ")
  }

  /// After `record`: a change of an item says that it is there. A removal that was made elsewhere before, and
  /// comes later, does not take the new value with it.
  private static func confirm(_ item: String) -> String {
    """
    UPDATE sync_register SET clock = sync_state.clock, device = sync_state.device
    FROM sync_state
    WHERE (sync_register.profile, sync_register.list, sync_register.key) = (\(item))
      AND field = 'in' AND value = 1 AND EXISTS (
        SELECT 1 FROM sync_register AS changed
        WHERE (changed.profile, changed.list, changed.key) = (\(item))
          AND (changed.clock, changed.device) = (sync_state.clock, sync_state.device));

    """
  }

  /// After `record`: an addition says that the item is there, even one that is recorded and was not shown.
  private static func renew(_ item: String) -> String {
    """
    UPDATE sync_register SET clock = sync_state.clock, device = sync_state.device
    FROM sync_state
    WHERE (sync_register.profile, sync_register.list, sync_register.key) = (\(item))
      AND field = 'in' AND value = 1;

    """
  }

  private static let removed = "SELECT 'in' AS field, 0 AS value, 1 AS is_changed"

  /// Rows that a deleted profile takes with it were not removed from its lists: other devices keep them.
  private static func trigger(
    _ name: String, _ event: String, of table: String, _ row: String, _ body: String
  )
    -> String
  {
    """
    CREATE TRIGGER sync_\(name) AFTER \(event) ON \(table)
    WHEN \(isOn) AND EXISTS (SELECT 1 FROM profile WHERE name = \(row).profile)
    BEGIN
    \(body)
    END;

    """
  }

  private static let entryItem = "lower(NEW.profile), NEW.list, NEW.key"
  private static let entryFields: KeyValuePairs = [
    "in": "1", "added_at": "ROW.added_at", "note": "nullif(ROW.note, '')", "watched_at": "ROW.watched_at",
  ]

  /// The facts of a title are those by which another device can show it until it has asked TMDB: no texts, for
  /// they may not be kept for longer than six months. They are recorded once.
  ///
  /// - Parameter genres: an expression for their numbers.
  private static func facts(genres: String) -> String {
    """
    INSERT INTO sync_register (profile, list, key, field, value, clock, device)
    SELECT \(entryItem), fact.field, fact.value, sync_state.clock, sync_state.device
    FROM sync_state, (
      SELECT 'title' AS field, json_extract(facts, '$.original_title') AS value FROM known
      UNION ALL SELECT 'language', json_extract(facts, '$.original_language') FROM known
      UNION ALL SELECT 'release_date', release_date FROM known
      UNION ALL SELECT 'year', json_extract(facts, '$.year') FROM known
      UNION ALL SELECT 'genre_ids', \(genres) FROM known
      UNION ALL SELECT 'poster_path', json_extract(facts, '$.poster_path') FROM known
      UNION ALL SELECT 'adult', json_extract(facts, '$.adult') FROM known
      UNION ALL SELECT 'imdb_id', imdb_id FROM known) AS fact
    WHERE fact.value IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM sync_register WHERE (profile, list, key) = (\(entryItem)) AND field = fact.field);
    """.replacing(
      "FROM known",
      with: "FROM (SELECT release_date, imdb_id, iif(json_valid(facts), facts, '{}') AS facts "
        + "FROM title WHERE key = NEW.key)")
  }

  private static let genreNumbers = "json_extract(facts, '$.genre_ids')"

  private static func entryInsert(confirmation: String, genres: String = genreNumbers) -> String {
    trigger(
      "entry_insert", "INSERT", of: "entry", "NEW",
      record(entryItem, present(entryFields, isUpdate: false)) + "\n" + confirmation
        + facts(genres: genres))
  }

  private static func entryUpdate(genres: String = genreNumbers) -> String {
    trigger(
      "entry_update", "UPDATE", of: "entry", "NEW",
      record(entryItem, present(entryFields, isUpdate: true)) + "\n" + confirm(entryItem)
        + facts(genres: genres))
  }

  private static let entryChanges =
    entryUpdate()
    + trigger(
      "entry_delete", "DELETE", of: "entry", "OLD",
      record("lower(OLD.profile), OLD.list, OLD.key", removed))

  private static let historyItem = "lower(NEW.profile), 'history', NEW.folded"
  private static let historyFields: KeyValuePairs = [
    "in": "1", "term": "ROW.term", "at": "ROW.at", "count": "ROW.count",
    "total_results": "ROW.total_results",
  ]

  private static func historyInsert(confirmation: String) -> String {
    trigger(
      "history_insert", "INSERT", of: "history", "NEW",
      record(historyItem, present(historyFields, isUpdate: false)) + (confirmation.isEmpty ? "" : "\n")
        + confirmation)
  }

  private static let historyChanges =
    trigger(
      "history_update", "UPDATE", of: "history", "NEW",
      record(historyItem, present(historyFields, isUpdate: true)) + "\n" + confirm(historyItem))
    + trigger(
      "history_delete", "DELETE", of: "history", "OLD",
      record("lower(OLD.profile), 'history', OLD.folded", removed))

  /// Since v14.
  static let followed: String = {
    let item = "lower(NEW.profile), 'follow', NEW.identity"
    let fields: KeyValuePairs = [
      "in": "1", "name": "ROW.name", "department": "ROW.department", "profile_path": "ROW.profile_path",
      "added_at": "ROW.added_at",
    ]
    return trigger(
      "followed_insert", "INSERT", of: "followed", "NEW",
      record(item, present(fields, isUpdate: false)) + "\n" + renew(item))
      + trigger(
        "followed_update", "UPDATE", of: "followed", "NEW",
        record(item, present(fields, isUpdate: true)) + "\n" + confirm(item))
      + trigger(
        "followed_delete", "DELETE", of: "followed", "OLD",
        record("lower(OLD.profile), 'follow', OLD.identity", removed))
  }()

  /// Settings of the machine are of the profile '', which has no row. What a profile shares is its choice on
  /// each machine.
  private static let settings: String = {
    let item = "lower(NEW.profile), 'settings', NEW.name"
    let present = record(
      item, "SELECT 'value' AS field, NEW.value AS value, 1 AS is_changed WHERE NEW.name NOT LIKE 'sync.%'")
    let removed = record(
      "lower(OLD.profile), 'settings', OLD.name",
      "SELECT 'value' AS field, NULL AS value, 1 AS is_changed WHERE OLD.name NOT LIKE 'sync.%'")
    return trigger("setting_insert", "INSERT", of: "setting", "NEW", present)
      + trigger("setting_update", "UPDATE", of: "setting", "NEW", present)
      + trigger("setting_delete", "DELETE", of: "setting", "OLD", removed)
  }()
}
