import GRDB
import JSONRPC
import MovieProtocol
import MovieSync
import TestSupport
import Testing

@testable import MovieStore

/// Each number of the library, as a damaged file or another program may have left it.
@Suite(.timeLimit(.minutes(20))) struct LibraryNumbersTests {
  private func filled(_ folder: TemporaryFolder) async throws {
    let library = Library(folder: folder.path)
    for (number, list) in [LibraryList.watchlist, .favorites].enumerated() {
      _ = try await library.change(add(number + 1, list))
    }
    _ = try await library.record(
      [SearchTerm(term: "dune", at: 1000, count: 1, totalResults: 1)], profile: "default", maximum: 10)
    let download = StoredDownload(
      key: "movie/1", title: "Title", mediaType: .movie, language: "en-US", region: "US", createdAt: 1,
      assets: [.init(.poster), .init(.backdrop)])
    try await library.save([download], details: ["movie/1": TitleDetail(.made(1))])
    var pending = PendingTitle(
      .watchlist, identity: "watchlist movie/4", addedAt: 4, kind: PendingTitle.unavailable,
      message: .words("away"))
    (pending.year, pending.watchedAt) = (1999, 5)
    var more = LibraryImport(profile: "default", maxEntries: 20, maxSearches: 10)
    (more.pending, more.maxPending) = ([pending], 10)
    _ = try await library.perform(more)
    _ = try await library.beginSync(folder: "/shared", machine: "machine")
    _ = try await library.merge([], from: file, rules, now: .now)
    await library.close()
  }

  private let file = SyncFile(name: "other.jsonl", inode: 1, bytes: 1, changedAt: 1)
  private let rules = SyncRules(
    shared: ["default": Set(SyncedList.allCases)], maxEntries: 20, maxSearches: 10)

  private func add(_ number: Int, _ list: LibraryList) -> EntryChange {
    EntryChange(
      profile: "default", list: list, key: "movie/\(number)", action: .add(note: nil, isWatched: true),
      title: StoredTitle(.made(number), factsAt: 5, language: "en-US"), at: 5)
  }

  /// All columns of whole numbers but those that name a row.
  private static let columns = [
    ("profile", "age_limit"), ("profile", "revision"), ("profile", "wrong_pins"),
    ("profile", "pin_blocked_until"), ("entry", "added_at"), ("entry", "watched_at"), ("entry", "revision"),
    ("history", "at"), ("history", "count"), ("history", "total_results"), ("followed", "added_at"),
    ("title", "vote_count"), ("title_text", "facts_at"), ("download", "created_at"), ("download", "facts_at"),
    ("asset", "bytes"), ("asset", "total_bytes"), ("asset", "tries"),
    ("asset", "restarts"), ("asset", "finished_at"),
    ("pending", "year"), ("pending", "added_at"), ("pending", "watched_at"),
    ("pending", "change"), ("library_change", "at"), ("known_time", "clock"), ("known_time", "reached"),
    ("known_time", "lead"),
    ("sync_state", "clock"), ("sync_state", "exported"), ("sync_state", "number"), ("sync_state", "bytes"),
    ("sync_state", "snapshot_bytes"), ("sync_state", "snapshot_at"), ("sync_state", "exported_at"),
    ("sync_state", "merged_at"), ("sync_state", "merged_bytes"), ("sync_register", "clock"),
    ("sync_file", "inode"), ("sync_file", "bytes"),
    ("sync_file", "changed_at"), ("sync_file", "position"), ("sync_file", "sum"), ("sync_file", "newest"),
    ("sync_file", "ahead_until"), ("sync_file", "bad_lines"), ("sync_file", "number"),
    ("account", "number"), ("account", "connected_at"), ("account", "consented_at"), ("account", "synced_at"),
    ("account_agreement", "in_library"), ("account_agreement", "at_tmdb"),
    ("account_agreement", "doubt_since"), ("account_agreement", "revision"), ("account_change", "run"),
    ("account_change", "at"),
    ("account_change", "facts_at"), ("account_change", "added_at"), ("account_change", "watched_at"),
  ]

  /// With an account whose last change can be undone, an import that can be undone, and the known time.
  private static let more = """
    INSERT INTO library_change VALUES (1, 'default', 1);
    INSERT INTO library_change_item VALUES (1, 'settings', 'page_size', NULL, '7');
    INSERT OR REPLACE INTO known_time VALUES (1, 1, 1, 1);
    INSERT INTO account VALUES ('default', 1, 'anna', 'session', 1, 2, 3, 0);
    INSERT INTO account_agreement VALUES ('default', 'favorites', 'movie/5', 0, 1, 'library', 4, 1);
    INSERT INTO account_change (profile, run, at, side, list, key, is_added, state, title, facts_at, added_at,
        watched_at)
      VALUES ('default', 1, 5, 'library', 'favorites', 'movie/6', 0, 'done', 'Six', 6, 7, 8);
    """

  @Test func every_column_is_tried() throws {
    let queue = try DatabaseQueue()
    try LibrarySchema.migrator.migrate(queue)
    let all = try queue.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
          WHERE m.type = 'table' AND c.type = 'INTEGER' AND c.name NOT LIKE 'is\\_%' ESCAPE '\\'
            AND c.name != 'place' AND m.name || '.' || c.name NOT IN ('pending.id', 'sync_state.id',
              'account_change.id', 'library_change.id', 'library_change_item.change', 'known_time.id')
          """
      ).map { row in "\(row[0] as String).\(row[1] as String)" }
    }
    #expect(Set(all) == Set(Self.columns.map { "\($0.0).\($0.1)" }))
  }

  @Test(arguments: columns, [Int64.max, .max - 1, .min, -1])
  func number_without_bounds_does_no_harm(_ column: (table: String, name: String), _ value: Int64)
    async throws
  {
    let folder = try TemporaryFolder()
    try await filled(folder)
    let queue = try DatabaseQueue(path: folder.path + "/library.sqlite")
    try await queue.write { database in
      try database.execute(sql: Self.more)
      try database.execute(sql: "UPDATE \(column.table) SET \(column.name) = ?", arguments: [value])
    }
    try queue.close()
    let library = Library(folder: folder.path)
    let state = try await library.load()
    for asset in state.downloads.flatMap(\.assets) {
      #expect((0...1_000_000_000).contains(asset.tries) && (0...1_000_000_000).contains(asset.restarts))
      #expect((0...(1 << 50)).contains(asset.bytes) && (0...(1 << 50)).contains(asset.totalBytes ?? 0))
    }
    for field in LibraryField.allCases {
      var params = LibraryParams(.watchlist)
      params.order = SortOrder<LibraryField>(field)
      #expect(try await library.list(params, genres: nil, profile: "default").titles.count == 1)
    }
    #expect(try await library.history(of: "default", rows: 0..<5).terms.count == 1)
    let pending = try await library.pending(of: "default", page: 1, pageSize: 10).titles
    #expect(pending.count == 1 && (0...9999).contains(pending.first?.year ?? 0))
    #expect(try await library.renew([StoredTitle(.made(1, votes: 7))]))
    let outdated = try await library.outdated(
      since: 1000, now: 2000, languages: ["default": "en-US"], limit: 10)
    #expect(outdated.count == 3)
    _ = try await library.dropTexts(since: 0, now: 2_000_000_000_000)
    #expect(try await library.dropTexts(since: 0, now: 2_000_000_000_000) == 0)
    #expect(state.accounts.count == 1)
    // One of 1970 has been forgotten.
    let kept = try await library.accountChanges(of: "default", page: 1, pageSize: 5)
    #expect(kept.changes.count == kept.total && kept.total <= 1)
    _ = try await library.undo(nil, of: "default", at: .now)
    guard case .done = try await library.undo(nil, of: "default") else {
      Issue.record("not undone")
      return
    }
    var time = try #require(try await library.knownTime())
    time.look(at: Timestamp.now.milliseconds)
    try await library.save(time)
    let snapshot = AccountSnapshot(profile: "default", rows: [], consent: nil, at: .now, maxEntries: 20)
    #expect(try await library.compare(snapshot).isDone)
    // An export ends.
    var (cursor, rows): (ExportCursor?, Int) = (nil, 0)
    while rows < 10, let row = try await library.export(of: "default", after: cursor, limit: 1).first {
      cursor = row.cursor
      rows += 1
    }
    #expect((1...3).contains(rows))
    // And every change can be made, each with a revision of its own.
    let search = SearchTerm(term: "dune", at: 2000, count: 2, totalResults: 1)
    #expect(try await library.record([search], profile: "default", maximum: 10).count == 1)
    var revisions: [Int] = []
    for number in 5..<8 {
      guard case .done(let result) = try await library.change(add(number, .watchlist)) else {
        Issue.record("not added")
        continue
      }
      revisions.append(result.revision)
    }
    #expect(Set(revisions).count == 3 && revisions == revisions.sorted())
    // They are recorded for other machines, with clocks that can be believed.
    #expect(try await library.syncFiles().count == 1)
    let sync = try #require(try await library.syncState())
    try await library.tidySync(sync, now: .now, maxSearches: 10)
    let tidied = try #require(try await library.syncState())
    let latest = HybridClock.latest(now: Timestamp.now.milliseconds)
    #expect(tidied.clock <= latest)
    let changes = try await library.snapshot(after: nil, limit: 1000).changes
    #expect(changes.count > 5 && changes.allSatisfy { $0.stamp.clock <= latest })
    _ = try await library.merge(changes, from: file, rules, now: .now)
    try await library.save(tidied)
    var more = LibraryImport(profile: "default", maxEntries: 20, maxSearches: 10)
    more.entries = [.init(.watchlist, "movie/9", title: StoredTitle(.made(9)), addedAt: 7)]
    more.searches = [SearchTerm(term: "dune", at: 5000, count: 3, totalResults: 1)]
    guard case .done(let imported) = try await library.perform(more) else {
      Issue.record("not imported")
      return
    }
    #expect(imported.added == 1)
    await library.close()
  }
}

extension AccountOutcome {
  fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}
