import GRDB
import MovieProtocol
import MovieSync
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibrarySyncTests {
  private func search(_ term: String, at: Timestamp = .now, count: Int = 1) -> SearchTerm {
    SearchTerm(term: term, at: at, count: count, totalResults: 7)
  }

  @Test func change_of_each_kind_reaches_another_library() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: "é \"x\"\n", isWatched: true))
    try await one.change(2, .add(note: nil, isWatched: nil))
    try await one.change(2, .toggle, .favorites)
    _ = try await one.library.record([search("Dune")], profile: "default", maximum: 100)
    _ = try await one.library.change([
      StoredSetting(profile: "default", name: "language", value: "\"de-DE\""),
      StoredSetting(profile: "", name: "tmdb.key", value: "\"0123456789abcdef\""),
      StoredSetting(profile: "default", name: "sync.share", value: "[\"watchlist\"]"),
    ])
    let journal = try await one.journal()
    let merged = try await other.merge(journal)
    let expected = try await one.content().filter { !$0.hasPrefix("setting sync.share") }
    #expect(expected.count == 5)
    #expect(try await other.content() == expected)
    #expect(merged.addedTitles == 2 && merged.lists["default"] != nil)
    #expect(merged.searches["default"]?.map(\.term) == ["Dune"])
    #expect(merged.settings?.map(\.name) == ["language"])
    // Neither the key nor a word of TMDB's is in the folder.
    let text = String(decoding: journal, as: UTF8.self)
    #expect(!text.contains("0123456789abcdef") && !text.contains("sync.share") && !text.contains("overview"))
    // What was merged is no change of this library's own.
    #expect(try await other.unexported().isEmpty)
    #expect(try await other.merge(journal).lists.isEmpty)

    try await other.change(1, .update(note: "", isWatched: false))
    try await other.change(2, .remove)
    try await other.change(2, .toggle, .favorites)
    _ = try await other.library.forget("dune", profile: "default")
    _ = try await other.library.change([
      StoredSetting(profile: "default", name: "language", value: nil)
    ])
    #expect(try await other.unexported().count == 5)
    try await one.merge(try await other.journal())
    let theirs = try await other.content() + ["setting sync.share [\"watchlist\"]"]
    #expect(try await one.content() == theirs.sorted())
    #expect(try await one.content().count == 2)
    // No title is left that is on no list.
    #expect(try await one.library.titles(["movie/2"]).isEmpty)
  }

  @Test func title_is_shown_before_tmdb_is_asked() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: nil, isWatched: nil))
    try await other.merge(try await one.journal())
    let listed = try await other.library.list(
      LibraryParams(.watchlist, page: 1, pageSize: 1), genres: nil, profile: "default"
    ).titles
    let (title, made) = (try #require(listed.first?.title), Title.made(1))
    #expect(title.title == made.originalTitle && title.id == 1 && title.mediaType == made.mediaType)
    #expect(title.releaseDate == made.releaseDate && title.genreIDs == made.genreIDs)
    #expect(title.overview == nil && title.source == .library)
    let outdated = try await other.library.outdated(
      since: 1_000, now: .now, languages: ["default": "de-DE"], limit: 5)
    #expect(outdated.map(\.key) == ["movie/1"] && outdated.map(\.isLacking) == [true])
    #expect(
      try await other.library.keys(["imdb/tt0000101"], profile: "default").values.map(\.text) == ["movie/1"])
  }

  /// Two libraries that were never one lose nothing.
  @Test func libraries_that_begin_to_share_are_united() async throws {
    let (one, other) = (SyncedLibrary(), SyncedLibrary())
    try await one.change(1, .add(note: "one", isWatched: nil), at: Timestamp(seconds: 1_700_000_000))
    try await one.change(2, .add(note: "one", isWatched: nil), at: Timestamp(seconds: 1_700_000_000))
    _ = try await one.library.record(
      [search("old", at: Timestamp(seconds: 1_700_000_000))], profile: "default", maximum: 10)
    try await one.begin()
    try await one.change(3, .add(note: nil, isWatched: nil), at: Timestamp(seconds: 1_500_000_000))
    try await one.change(3, .remove)
    try await other.change(2, .add(note: "other", isWatched: true), at: Timestamp(seconds: 1_600_000_000))
    try await other.change(3, .add(note: "kept", isWatched: nil), at: Timestamp(seconds: 1_600_000_000))
    _ = try await other.library.record(
      [search("old", at: Timestamp(seconds: 1_600_000_000), count: 9)], profile: "default", maximum: 10)
    try await other.begin()
    try await other.merge(try await one.journal())
    try await one.merge(try await other.journal())
    let content = try await one.content()
    #expect(content == (try await other.content()))
    #expect(
      content == [
        "history old 1700000000000 1 7", "watchlist movie/1 1700000000 one 0",
        "watchlist movie/2 1700000000 one 1600000000", "watchlist movie/3 1500000000 kept 0",
      ])
  }

  @Test func import_is_a_change_like_others() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    var change = LibraryImport(profile: "default", maxEntries: 100, maxSearches: 100)
    change.entries = (1...5).map {
      LibraryImport.Entry(
        .watchlist, .tmdb(.movie, $0), title: StoredTitle(.made($0)), addedAt: 1_000, note: "n")
    }
    change.searches = [search("dune")]
    change.settings = [("page_size", "7")]
    guard case .done = try await one.library.perform(change) else { throw SyncedLibrary.NotDone() }
    try await other.merge(try await one.journal())
    #expect(try await other.content() == (try await one.content()))
    #expect(try await other.content().count == 7)
  }

  /// Only searches that this library has no room for are forgotten by others, too, when they are removed.
  @Test func history_without_room_removes_nothing_elsewhere() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    _ = try await one.library.record(
      (1...5).map { search("term \($0)", at: Timestamp(seconds: Int64($0))) }, profile: "default",
      maximum: 100)
    try await other.merge(try await one.journal())
    _ = try await other.library.record([search("new")], profile: "default", maximum: 2)
    try await one.merge(try await other.journal())
    #expect(
      try await other.library.history(of: "default", rows: 0..<9).terms.map(\.term) == ["new", "term 5"])
    #expect(try await one.library.history(of: "default", rows: 0..<9).terms.count == 6)
  }

  @Test func profiles_are_matched_by_name_and_keep_their_limits() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    _ = try await one.library.createProfile(StoredProfile("kids"), maximum: 9)
    try await one.change(1, .add(note: nil, isWatched: nil), profile: "kids")
    try await other.merge(try await one.journal())
    #expect(try await other.library.load().profiles.map(\.name) == ["default"])
    _ = try await other.library.createProfile(
      StoredProfile("Kids", ageLimit: 6, ageRegion: "DE", pin: "hash"), maximum: 9)
    let (merged, last) = try await other.library.follow(after: nil, limit: 100, other.rules)
    #expect(merged.lists.keys.sorted() == ["Kids"] && last == nil)
    #expect(try await other.content("Kids").count == 1)
    let kids = try #require(try await other.library.load().profiles.last)
    #expect(kids.ageLimit == 6 && kids.pin == "hash" && kids.ageRegion == "DE")
    // A profile that is deleted here keeps its lists there.
    _ = try await other.library.deleteProfile("Kids")
    try await one.merge(try await other.journal())
    #expect(try await one.content("kids").count == 1)
  }

  @Test func renamed_profile_keeps_its_lists() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    _ = try await one.library.createProfile(StoredProfile("Anna"), maximum: 9)
    _ = try await other.library.createProfile(StoredProfile("Anne"), maximum: 9)
    try await one.change(1, .add(note: "n", isWatched: nil), profile: "Anna")
    _ = try await one.library.change([StoredSetting(profile: "Anna", name: "page_size", value: "7")])
    _ = try await one.library.updateProfile("Anna", StoredProfile("Anne"))
    var other2 = other
    other2.rules.shared["Anne"] = Set(SyncedList.allCases)
    try await other2.merge(try await one.journal())
    #expect(try await other2.content("Anne") == (try await one.content("Anne")))
    #expect(try await other2.content("Anne").count == 2)
  }

  @Test func what_is_not_shared_is_neither_written_nor_taken() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: nil, isWatched: nil))
    _ = try await one.library.record([search("secret")], profile: "default", maximum: 9)
    one.rules.shared["default"] = [.watchlist]
    let changes = try await one.unexported()
    #expect(changes.filter { one.rules.exports($0.item) }.map(\.item.list) == ["watchlist"])
    other.rules.shared["default"] = [.history]
    try await other.merge(try await one.journal())
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.map(\.term) == ["secret"])
    #expect(try await other.content().count == 1)
    other.rules.shared["default"] = [.history, .watchlist]
    _ = try await other.library.follow(after: nil, limit: 100, other.rules)
    #expect(try await other.content().count == 2)
  }

  @Test func copy_on_another_machine_is_another_device() async throws {
    let one = SyncedLibrary()
    let first = try await one.library.beginSync(folder: "/a", machine: "m")
    let again = try await one.library.beginSync(folder: "/a", machine: "m")
    let moved = try await one.library.beginSync(folder: "/b", machine: "m")
    let copied = try await one.library.beginSync(folder: "/b", machine: "n")
    #expect(first == again && moved.device == first.device && moved.bytes == -1)
    #expect(copied.device != first.device)
  }

  /// Without a folder nothing is recorded.
  @Test func library_without_a_folder_records_nothing() async throws {
    let one = SyncedLibrary()
    try await one.change(1, .add(note: nil, isWatched: nil))
    #expect(try await one.library.syncState() == nil)
    #expect(try await one.library.snapshot(after: nil, limit: 10).changes.isEmpty)
  }

  @Test(arguments: 0..<10) func libraries_end_equal(_ seed: UInt64) async throws {
    var random = SystemRandomNumberGenerator()
    var libraries: [SyncedLibrary] = []
    for _ in 0..<3 {
      let library = SyncedLibrary()
      if Bool.random(using: &random) { try await library.change(1, .toggle, .favorites) }
      try await library.begin()
      libraries.append(library)
    }
    for _ in 0..<60 {
      let library = libraries.randomElement(using: &random) ?? libraries[0]
      let number = Int.random(in: 1...4, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try await library.change(number, .toggle, .favorites)
      case 1: try await library.change(number, .toggle)
      case 2:
        try await library.change(number, .add(note: "note \(number)", isWatched: Bool.random(using: &random)))
      case 3:
        _ = try await library.library.record([search("term \(number)")], profile: "default", maximum: 100)
      case 4: _ = try await library.library.forget("term \(number)", profile: "default")
      case 5: _ = try await library.library.forget(nil, profile: "default")
      case 6:
        let value = Bool.random(using: &random) ? "\(number)" : nil
        _ = try await library.library.change([
          StoredSetting(profile: "default", name: "page_size", value: value)
        ])
      default:
        let other = libraries.randomElement(using: &random) ?? libraries[0]
        try await library.merge(try await other.journal())
      }
    }
    for _ in 0..<3 {
      for library in libraries {
        for other in libraries { try await library.merge(try await other.journal()) }
      }
    }
    let content = try await libraries[0].content()
    for library in libraries.dropFirst() { #expect(try await library.content() == content) }
  }
}
