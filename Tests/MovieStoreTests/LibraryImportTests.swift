import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryImportTests {
  private func change(
    _ entries: [LibraryImport.Entry] = [], searches: [SearchTerm] = [],
    settings: [(name: String, value: String)] = [], most: Int = 100, isDryRun: Bool = false
  ) -> LibraryImport {
    var change = LibraryImport(profile: "default", maxEntries: most, maxSearches: 3)
    (change.entries, change.searches, change.settings) = (entries, searches, settings)
    change.isDryRun = isDryRun
    return change
  }

  private func entry(
    _ number: Int, _ list: LibraryList = .watchlist, at: Timestamp = 100_000, note: String = "",
    watchedAt: Timestamp? = nil, hasTitle: Bool = true
  ) -> LibraryImport.Entry {
    LibraryImport.Entry(
      list, "movie/\(number)",
      title: hasTitle ? StoredTitle(.made(number), imdbID: "tt000000\(number)") : nil,
      addedAt: at, note: note, watchedAt: watchedAt)
  }

  private func take(_ change: LibraryImport, into library: Library) async throws -> LibraryImported? {
    if case .done(let imported) = try await library.perform(change) { imported } else { nil }
  }

  private func counts(_ imported: LibraryImported?) -> [Int?] {
    [imported?.added, imported?.updated, imported?.unchanged]
  }

  private func entries(_ library: Library, _ list: LibraryList = .watchlist) async throws -> [LibraryEntry?] {
    try await library.list(LibraryParams(list, pageSize: 100), genres: nil, profile: "default").titles.map(
      \.entry)
  }

  @Test func texts_of_a_file_do_not_replace_those_that_other_profiles_see() async throws {
    let library = Library(folder: nil)
    func title() async throws -> [String] {
      try await library.list(LibraryParams(.watchlist), genres: nil, profile: "default").titles
        .map(\.title.title)
    }
    _ = try await take(change([entry(1)]), into: library)
    let before = try await title()
    var other = Title.made(1)
    (other.title, other.overview, other.source) = ("Ein anderer", "Auf Deutsch", .library)
    let file = LibraryImport.Entry(
      .watchlist, "movie/1", title: StoredTitle(other), addedAt: 1000, note: "", watchedAt: nil)
    var more = LibraryImport(profile: "hans", maxEntries: 9, maxSearches: 3)
    more.entries = [file]
    _ = try await library.createProfile(StoredProfile("hans"), maximum: 9)
    _ = try await take(more, into: library)
    #expect(try await title() == before)
    _ = try await take(change([entry(2)]), into: library)
    #expect(try await title().contains(before[0]))
  }

  @Test func taken_twice_is_taken_once() async throws {
    let library = Library(folder: nil)
    let all = change(
      [entry(1, note: "n", watchedAt: 90_000), entry(2), entry(1, .favorites)],
      searches: [SearchTerm(term: "dune", at: 5000, count: 2, totalResults: 1)],
      settings: [("region", "\"DE\"")])
    let first = try await take(all, into: library)
    #expect(counts(first) == [5, 0, 0])
    #expect(first?.settings == [StoredSetting(profile: "default", name: "region", value: "\"DE\"")])
    #expect(first?.newestSearches?.map(\.term) == ["dune"])
    let again = try await take(all, into: library)
    #expect(counts(again) == [0, 0, 5])
    #expect(again?.lists == nil && again?.settings == nil && again?.newestSearches == nil)
    #expect(try await library.load().profiles[0].revision == 3)
    #expect(
      try await entries(library) == [
        LibraryEntry(addedAt: 100_000, revision: 2),
        LibraryEntry(addedAt: 100_000, note: "n", watchedAt: 90_000, revision: 1),
      ])
  }

  @Test func what_is_there_stays_and_what_is_missing_comes() async throws {
    let library = Library(folder: nil)
    _ = try await take(
      change([entry(1, note: "mine"), entry(2, at: 50_000, watchedAt: 60_000)]), into: library)
    let imported = try await take(
      change([
        entry(1, at: 10_000, note: "other", watchedAt: 70_000), entry(2, note: "new", watchedAt: 99_000),
      ]),
      into: library)
    #expect(counts(imported) == [0, 2, 0])
    #expect(
      try await entries(library) == [
        LibraryEntry(addedAt: 100_000, note: "mine", watchedAt: 70_000, revision: 3),
        LibraryEntry(addedAt: 50_000, note: "new", watchedAt: 60_000, revision: 4),
      ])
  }

  @Test func few_changes_are_told_and_many_are_a_new_state() async throws {
    let library = Library(folder: nil)
    let few = try await take(change((1...3).map { entry($0) } + [entry(3, .favorites)]), into: library)
    guard case .changes(let changes)? = few?.lists else { return #expect(Bool(false)) }
    #expect(changes.map(\.key) == ["movie/1", "movie/2", "movie/3", "movie/3"])
    #expect(changes.map(\.result.revision) == [1, 2, 3, 4])
    #expect(
      changes.last?.result.userState.isOnWatchlist == true
        && changes.last?.result.userState.isFavorite == true)
    let many = try await take(change((4...150).map { entry($0, watchedAt: 1_000) }, most: 200), into: library)
    guard case .all(let revision, let userStates)? = many?.lists else { return #expect(Bool(false)) }
    #expect(revision == 151 && userStates.count == 150 && userStates["movie/150"]?.isWatched == true)
    #expect(try await library.load().profiles[0].userStates == userStates)
  }

  @Test func list_that_would_be_too_long_takes_nothing() async throws {
    let library = Library(folder: nil)
    _ = try await take(change([entry(1)]), into: library)
    let outcome = try await library.perform(
      change((1...5).map { entry($0, .favorites) }, settings: [("region", "\"DE\"")], most: 4))
    guard case .full(.favorites) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(try await entries(library, .favorites) == [])
    #expect(try await library.settings() == [])
    #expect(try await library.keys(["movie/2"], profile: "default") == [:])
    // The limit was lowered since; what is there may still have its note.
    #expect(counts(try await take(change([entry(1, note: "n")], most: 0), into: library)) == [0, 1, 0])
  }

  @Test func dry_run_tells_and_changes_nothing() async throws {
    let library = Library(folder: nil)
    _ = try await take(change([entry(1)]), into: library)
    let before = try await library.load()
    let imported = try await take(
      change(
        [entry(1, note: "n"), entry(2)], searches: [SearchTerm(term: "x", at: 1, totalResults: 0)],
        settings: [("region", "\"DE\"")], isDryRun: true), into: library)
    #expect(counts(imported) == [3, 1, 0])
    let after = try await library.load()
    #expect(after.profiles == before.profiles && after.settings == before.settings)
    #expect(try await library.history(of: "default", rows: 0..<5).terms == [])
  }

  @Test func titles_are_known_by_key_and_by_imdb_number() async throws {
    let library = Library(folder: nil)
    _ = try await take(change([entry(1)]), into: library)
    let known = try await library.keys(
      ["movie/1", "movie/2", "imdb/tt0000001", "imdb/tt0000002"], profile: "default")
    #expect(known == ["movie/1": "movie/1", "imdb/tt0000001": "movie/1"])
    let imported = try await take(
      change([entry(1, .favorites, hasTitle: false), entry(3, hasTitle: false)]), into: library)
    #expect(counts(imported) == [1, 0, 0] && imported?.missing == [1])
  }

  @Test func of_a_search_the_later_time_and_the_larger_count_hold() async throws {
    let library = Library(folder: nil)
    func search(_ term: String, _ at: Timestamp, _ count: Int) -> SearchTerm {
      SearchTerm(term: term, at: at, count: count, totalResults: count)
    }
    _ = try await library.record([search("Dune", 10_500, 3)], profile: "default", maximum: 10)
    #expect(
      counts(try await take(change(searches: [search("dune", 10_999, 3)]), into: library)) == [0, 0, 1])
    #expect(counts(try await take(change(searches: [search("dune", 9000, 7)]), into: library)) == [0, 1, 0])
    #expect(
      counts(try await take(change(searches: [search("DUNE", 12_000, 1)]), into: library)) == [0, 1, 0])
    let terms = try await library.history(of: "default", rows: 0..<5).terms
    #expect(terms == [SearchTerm(term: "DUNE", at: 12_000, count: 7, totalResults: 1)])
    _ = try await take(
      change(searches: (1...5).map { search("x\($0)", Timestamp(seconds: Int64($0) * 100), 1) }),
      into: library)
    #expect(try await library.history(of: "default", rows: 0..<5).terms.map(\.term) == ["x5", "x4", "x3"])
  }

  @Test func settings_that_are_set_stay() async throws {
    let library = Library(folder: nil)
    _ = try await library.change([StoredSetting(profile: "default", name: "region", value: "\"AT\"")])
    let imported = try await take(
      change(settings: [("region", "\"DE\""), ("page_size", "7")]), into: library)
    #expect(counts(imported) == [1, 0, 1])
    #expect(try await library.settings().first { $0.name == "region" }?.value == "\"AT\"")
  }

  @Test func profile_that_is_gone_takes_nothing() async throws {
    let library = Library(folder: nil)
    let outcome = try await library.perform(LibraryImport(profile: "ann", maxEntries: 9, maxSearches: 9))
    guard case .profileGone = outcome else { return #expect(Bool(false), "\(outcome)") }
  }
}
