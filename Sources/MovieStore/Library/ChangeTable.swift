import GRDB
import JSONRPC
import MovieProtocol

/// The tables `library_change` and `library_change_item`: what one profile can undo.
///
/// An item has the state that a change found, and the one that it left. Where the present state is another one, it was
/// changed since.
struct ChangeTable {
  /// A change of a profile that can be undone: today the last import of each. An item is what the change has made
  /// of something: `list` is a list, or searches, settings or follow, and `key` a title, a folded term, a name or a
  /// person. `before` and `after` are JSON; null: it was not there. `at` is seconds since 1970.
  ///
  /// `change` of a pending row is the import that it came with.
  static let schema = """
    CREATE TABLE library_change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX library_change_profile ON library_change (profile, id);
    CREATE TABLE library_change_item (
      change INTEGER NOT NULL REFERENCES library_change (id) ON DELETE CASCADE,
      list TEXT NOT NULL,
      key TEXT NOT NULL,
      before TEXT,
      after TEXT NOT NULL,
      PRIMARY KEY (change, list, key)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE pending ADD COLUMN change INTEGER;
    """

  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  /// A new change, after which no earlier one can be undone.
  func begin(at now: Timestamp) throws -> Int64 {
    try database.execute(sql: "DELETE FROM library_change WHERE profile = ?", arguments: [profile])
    try database.execute(
      sql: "INSERT INTO library_change (profile, at) VALUES (?, ?)", arguments: [profile, now.seconds])
    return database.lastInsertedRowID
  }

  /// Records the present state as the one that the change has left. Of a change that can no longer be undone
  /// nothing is recorded.
  ///
  /// - Parameter before: the state that the change found, unless it has changed the item before.
  func add(_ item: ChangedItem, _ before: String?, to change: Int64) throws {
    guard let after = try state(of: item) else { return }
    try database.run(
      """
      INSERT INTO library_change_item (change, list, key, before, after)
      SELECT id, ?3, ?4, ?5, ?6 FROM library_change WHERE profile = ?1 AND id = ?2
      ON CONFLICT (change, list, key) DO UPDATE SET after = excluded.after
      """, [profile, change, item.list, item.key, before, after])
  }

  /// The last change.
  func last() throws -> Int64? {
    try database.first("SELECT max(id) FROM library_change WHERE profile = ?", [profile])
  }

  func items(of change: Int64) throws -> [(item: ChangedItem, before: String?, after: String)] {
    try Row.fetchAll(
      database, sql: "SELECT list, key, before, after FROM library_change_item WHERE change = ?",
      arguments: [change]
    ).compactMap { row in
      let item = ChangedItem(list: try row.decode(forColumn: "list"), key: try row.decode(forColumn: "key"))
      return try item.map { ($0, row.value("before"), try row.decode(forColumn: "after")) }
    }
  }

  func remove(_ change: Int64) throws {
    try database.execute(
      sql: "DELETE FROM library_change WHERE profile = ? AND id = ?", arguments: [profile, change])
  }

  /// - Parameter folded: nil: all.
  func forgetSearches(_ folded: String?) throws {
    try database.execute(
      sql: """
        DELETE FROM library_change_item WHERE list IN ('history', 'searches') AND (?2 IS NULL OR key = ?2)
          AND change IN (SELECT id FROM library_change WHERE profile = ?1)
        """, arguments: [profile, folded])
  }

  // MARK: States

  /// As JSON; nil: it is not there.
  func state(of item: ChangedItem) throws -> String? {
    switch item {
    case .entry(let list, let key):
      return try EntryTable(database, of: profile).entry(list, key).map { entry in
        let members = [
          JSONMember("added_at", .number("\(entry.addedAt.seconds)")),
          JSONMember("note", .string(entry.note)),
          JSONMember("watched_at", entry.watchedAt.map { JSONValue.number("\($0.seconds)") } ?? .null),
        ]
        return JSONValue.object(members).text()
      }
    case .search(let folded):
      return try HistoryTable(database, of: profile).search(folded: folded).map { search in
        let members = [
          JSONMember("term", .string(search.term)), JSONMember("at", .number("\(search.at.milliseconds)")),
          JSONMember("count", .integer(search.count)),
          JSONMember("total_results", .integer(search.totalResults)),
        ]
        return JSONValue.object(members).text()
      }
    case .setting(let name): return try SettingTable(database).value(of: name, profile)
    case .followed(let identity):
      return try FollowedTable(database, of: profile).person(identity).map { followed in
        var writer = JSONWriter()
        followed.write(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
      }
    }
  }

  /// Reads what `state` gives of an entry.
  static func entry(_ state: String, revision: Int) -> LibraryEntry? {
    guard let json = try? JSONValue(parsing: state), let addedAt = seconds(json["added_at"]) else {
      return nil
    }
    return LibraryEntry(
      addedAt: addedAt, note: json["note"]?.stringValue ?? "", watchedAt: seconds(json["watched_at"]),
      revision: revision)
  }

  /// Reads what `state` gives of a search.
  static func search(_ state: String) -> SearchTerm? {
    guard let json = try? JSONValue(parsing: state), let term = json["term"]?.stringValue,
      let at = json["at"]?.intValue.map(Int64.init), StoredBounds.milliseconds.contains(at)
    else { return nil }
    return SearchTerm(
      term: term, at: Timestamp(milliseconds: at), count: json.count("count") ?? 1,
      totalResults: json.count("total_results") ?? 0)
  }

  private static func seconds(_ json: JSONValue?) -> Timestamp? {
    json?.intValue.map(Int64.init).flatMap {
      StoredBounds.seconds.contains($0) ? Timestamp(seconds: $0) : nil
    }
  }
}
