import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

/// An import is undone as a whole, except for what was changed since.
@Suite struct LibraryUndoTests {
  private func change(
    _ entries: [LibraryImport.Entry] = [], searches: [SearchTerm] = [],
    settings: [(name: String, value: String)] = [], pending: [PendingTitle] = [], begins: Timestamp? = 1000
  ) -> LibraryImport {
    var change = LibraryImport(profile: "default", maxEntries: 100, maxSearches: 10)
    (change.entries, change.searches, change.settings) = (entries, searches, settings)
    (change.pending, change.maxPending, change.begins) = (pending, 10, begins)
    return change
  }

  private func entry(
    _ number: Int, _ list: LibraryList = .watchlist, note: String = "", watchedAt: Timestamp? = nil,
    origin: LibraryImport.Origin? = nil
  ) -> LibraryImport.Entry {
    LibraryImport.Entry(
      list, "movie/\(number)", title: StoredTitle(.made(number)), addedAt: 500, note: note,
      watchedAt: watchedAt, origin: origin)
  }

  private func pending(_ number: Int) -> PendingTitle {
    PendingTitle(
      .watchlist, identity: "watchlist movie/\(number)", addedAt: 500, kind: PendingTitle.unavailable,
      message: .words("TMDB is away"))
  }

  @discardableResult
  private func take(_ change: LibraryImport, into library: Library) async throws -> LibraryImported {
    guard case .done(let imported) = try await library.perform(change) else {
      throw LibraryError(.file, "", "it was not taken")
    }
    return imported
  }

  /// Nil: there is nothing to undo.
  private func undo(_ library: Library, _ id: Int64? = nil) async throws -> LibraryUndone? {
    if case .done(let undone) = try await library.undo(id, of: "default") { undone } else { nil }
  }

  private func edit(_ library: Library, _ number: Int, _ action: EntryChange.Action) async throws {
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .watchlist, key: "movie/\(number)", action: action,
        title: StoredTitle(.made(number)), at: 2000))
  }

  private func entries(_ library: Library) async throws -> [Int: LibraryEntry] {
    let found = try await library.list(
      LibraryParams(.watchlist, pageSize: 100), genres: nil, profile: "default")
    let pairs = found.titles.compactMap { one in
      if let id = one.title.id, let entry = one.entry { (id, entry) } else { nil as (Int, LibraryEntry)? }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func import_is_undone_after_a_restart_and_all_is_as_before() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    try await edit(first, 1, .add(note: nil, isWatched: nil))
    _ = try await first.record(
      [SearchTerm(term: "Dune", at: 5000, count: 1, totalResults: 1)], profile: "default", maximum: 10)
    let before = try await first.load()
    let list = try await entries(first)
    let imported = try await take(
      change(
        [entry(1, note: "n", watchedAt: 90), entry(2), entry(2, .favorites)],
        searches: [
          SearchTerm(term: "dune", at: 9000, count: 3, totalResults: 2),
          SearchTerm(term: "heat", at: 9000, count: 1, totalResults: 1),
        ], settings: [("region", "\"DE\"")], pending: [pending(7)]), into: first)
    #expect(imported.change != nil)
    await first.close()

    let library = Library(folder: folder.path)
    let undone = try #require(try await undo(library, imported.change))
    #expect(undone.undone == 7 && undone.kept.isEmpty)
    #expect(undone.settings == [] && undone.newestSearches?.map(\.term) == ["Dune"])
    let after = try await library.load()
    #expect(after.profiles[0].userStates == before.profiles[0].userStates && after.settings == [])
    #expect(after.profiles[0].revision == undone.revision && !after.hasPending)
    let now = try await entries(library)
    #expect(now.keys.sorted() == [1] && now[1]?.note == "" && now[1]?.addedAt == list[1]?.addedAt)
    #expect(
      try await library.history(of: "default", rows: 0..<9).terms
        == [SearchTerm(term: "Dune", at: 5000, count: 1, totalResults: 1)])
    #expect(try await library.keys(["movie/2"], profile: "default") == [:])
    // It is undone once.
    #expect(try await undo(library) == nil)
    await library.close()
  }

  @Test func what_was_changed_since_stays_and_is_named() async throws {
    let library = Library(folder: nil)
    try await take(
      change([entry(1), entry(2), entry(3), entry(4)], settings: [("region", "\"DE\"")]), into: library)
    try await edit(library, 1, .update(note: "mine", isWatched: nil))
    try await edit(library, 2, .remove)
    // Changed, and back again: it is as the import left it.
    try await edit(library, 3, .update(note: "x", isWatched: nil))
    try await edit(library, 3, .update(note: "", isWatched: nil))
    _ = try await library.change([StoredSetting(profile: "default", name: "region", value: "\"AT\"")])
    let undone = try #require(try await undo(library))
    #expect(undone.undone == 2)
    #expect(undone.kept.map(\.item) == [.setting("region"), .entry(.watchlist, "movie/1")])
    #expect(undone.kept.map(\.title) == [nil, "Title 1"])
    #expect(try await entries(library).keys.sorted() == [1])
  }

  @Test func pending_title_that_was_found_later_belongs_to_its_import() async throws {
    let library = Library(folder: nil)
    try await take(change([entry(1)], pending: [pending(2), pending(3)]), into: library)
    let row = try #require(try await library.pending(of: "default", page: 1, pageSize: 9).titles.first)
    var later = change([entry(2, origin: .init(row))], begins: nil)
    later.settled = [row.identity]
    #expect(try await take(later, into: library).added == 1)
    #expect(try await undo(library)?.undone == 3)
    #expect(try await entries(library).isEmpty)
    // It was being looked up when it was undone, and is found now.
    #expect(try await take(later, into: library).added == 0)
    #expect(try await entries(library).isEmpty)
  }

  @Test func only_the_last_import_is_kept_and_one_that_changed_nothing_is_none() async throws {
    let library = Library(folder: nil)
    let first = try await take(change([entry(1)]), into: library)
    let second = try await take(change([entry(2)]), into: library)
    #expect(try await take(change([entry(1), entry(2)]), into: library).change == nil)
    #expect(try await undo(library, first.change) == nil)
    #expect(try await undo(library, second.change)?.undone == 1)
    #expect(try await entries(library).keys.sorted() == [1])
    #expect(try await undo(library) == nil)
  }

  @Test func dry_run_leaves_the_last_import_to_be_undone() async throws {
    let library = Library(folder: nil)
    try await take(change([entry(1)]), into: library)
    var dry = change([entry(2)])
    dry.isDryRun = true
    try await take(dry, into: library)
    #expect(try await undo(library)?.undone == 1)
  }

  @Test func cleared_searches_are_in_no_record() async throws {
    let library = Library(folder: nil)
    try await take(
      change(searches: [SearchTerm(term: "dune", at: 9000, count: 3, totalResults: 2)]), into: library)
    _ = try await library.forget(nil, profile: "default")
    let undone = try #require(try await undo(library))
    #expect(undone.undone == 0 && undone.kept.isEmpty)
    #expect(try await library.history(of: "default", rows: 0..<9).terms == [])
  }

  /// Nor one that the import has found there.
  @Test func forgotten_search_of_before_an_import_is_not_kept() async throws {
    let library = Library(folder: nil)
    try await take(
      change(searches: [SearchTerm(term: "dune", at: 5000, count: 1, totalResults: 2)]), into: library)
    try await take(
      change([entry(1)], searches: [SearchTerm(term: "dune", at: 9000, count: 3, totalResults: 2)]),
      into: library)
    _ = try await library.forget("dune", profile: "default")
    let undone = try #require(try await undo(library))
    #expect(undone.undone == 1 && undone.kept.isEmpty)
    #expect(try await library.history(of: "default", rows: 0..<9).terms == [])
  }

  @Test func record_goes_with_its_profile() async throws {
    let library = Library(folder: nil)
    _ = try await library.createProfile(StoredProfile("ann"), maximum: 9)
    var theirs = change([entry(1)])
    theirs.profile = "ann"
    try await take(theirs, into: library)
    #expect(try await undo(library) == nil)
    _ = try await library.updateProfile("ann", StoredProfile("bea"))
    guard case .done(let undone) = try await library.undo(nil, of: "bea") else {
      return #expect(Bool(false))
    }
    #expect(undone.undone == 1)
    _ = try await library.deleteProfile("bea")
    guard case .profileGone = try await library.undo(nil, of: "bea") else { return #expect(Bool(false)) }
  }

  @Test func other_notes_days_and_settings_stay_and_are_told() async throws {
    let library = Library(folder: nil)
    try await take(
      change(
        [entry(1, note: "mine", watchedAt: 60_000), entry(2, watchedAt: .unknownDay)],
        settings: [("region", "\"AT\"")]), into: library)
    let imported = try await take(
      change(
        [
          entry(1, note: "other", watchedAt: 70_000), entry(2, watchedAt: 80_000),
          entry(1, note: "mine", watchedAt: .unknownDay),
        ], settings: [("region", "\"DE\""), ("page_size", "7")]), into: library)
    #expect(imported.otherNotes == [0] && imported.otherDays == [0] && imported.otherSettings == [0])
    let now = try await entries(library)
    #expect(now[1]?.note == "mine" && now[1]?.watchedAt == 60_000)
    // A day is more than that it was seen.
    #expect(now[2]?.watchedAt == 80_000 && imported.updated == 1)
  }
}
