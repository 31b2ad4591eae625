import GRDB
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryEntriesTests {
  /// To Swift both are equal.
  @Test func texts_of_other_bytes_are_other_texts() async throws {
    let library = Library(folder: nil)
    for text in ["caf\u{E9}", "cafe\u{301}"] {
      let change = EntryChange(
        profile: "default", list: .watchlist, key: "movie/1", action: .add(note: text, isWatched: nil),
        title: StoredTitle(.made(1)), at: 1_000)
      guard case .done(let result) = try await library.change(change) else { return #expect(Bool(false)) }
      #expect(result.isChanged && result.entry.map { Array($0.note.utf8) } == Array(text.utf8))
      let setting = StoredSetting(profile: "", name: "folders.data", value: "\"\(text)\"")
      let stored = try await library.change([setting]).first?.value
      #expect(stored.map { Array($0.utf8) } == Array("\"\(text)\"".utf8))
    }
  }

  private func change(
    _ number: Int, _ action: EntryChange.Action, _ list: LibraryList = .watchlist, ifRevision: Int? = nil,
    at: Timestamp = 100_000, profile: String = "default", hasTitle: Bool = true
  ) -> EntryChange {
    EntryChange(
      profile: profile, list: list, key: "movie/\(number)", action: action, expectedRevision: ifRevision,
      title: hasTitle ? StoredTitle(.made(number)) : nil, at: at)
  }

  private let add = EntryChange.Action.add(note: nil, isWatched: nil)

  private func result(_ outcome: EntryOutcome) -> EntryResult? {
    if case .done(let result) = outcome { result } else { nil }
  }

  private func keys(
    _ library: Library, _ list: LibraryList = .watchlist, profile: String = "default"
  ) async throws -> [TitleKey] {
    let params = LibraryParams(list, page: 1, pageSize: 100)
    return try await library.list(params, genres: nil, profile: profile).titles.map(\.title.key)
  }

  @Test func what_was_added_is_there_the_next_time() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    let added = result(try await first.change(change(1, .add(note: "n", isWatched: true))))
    let entry = LibraryEntry(addedAt: 100_000, note: "n", watchedAt: 100_000, revision: 1)
    #expect(added?.isChanged == true && added?.revision == 1 && added?.entry == entry)
    #expect(added?.userState.isOnWatchlist == true && added?.userState.isWatched == true)
    await first.close()
    let second = Library(folder: folder.path)
    let state = try await second.load()
    #expect(state.profiles.map(\.name) == ["default"])
    #expect(state.profiles[0].revision == 1 && state.profiles[0].isDefault)
    #expect(state.profiles[0].userStates == ["movie/1": added?.userState])
    let page = try await second.list(
      LibraryParams(.watchlist, page: 1, pageSize: 20), genres: nil, profile: "default")
    #expect(page.revision == 1 && page.total == 1)
    var title = Title.made(1)
    title.source = .library
    #expect(page.titles == [LibraryTitle(title, entry)])
    await second.close()
  }

  @Test func the_same_change_twice_is_one_change() async throws {
    let library = Library(folder: nil)
    _ = try await library.change(change(1, .add(note: "n", isWatched: true)))
    for action in [
      add, .add(note: "n", isWatched: true), .add(note: nil, isWatched: true),
      .update(note: "n", isWatched: nil),
    ] {
      let again = result(try await library.change(change(1, action, at: 200_000)))
      #expect(again?.isChanged == false && again?.revision == 1 && again?.entry?.addedAt == 100_000)
    }
    #expect(result(try await library.change(change(2, .remove)))?.isChanged == false)
    #expect(result(try await library.change(change(1, .remove)))?.revision == 2)
    let gone = result(try await library.change(change(1, .remove, hasTitle: false)))
    #expect(gone?.isChanged == false && gone?.revision == 2 && gone?.title == nil && gone?.entry == nil)
  }

  @Test func update_changes_what_is_said_and_keeps_the_rest() async throws {
    let library = Library(folder: nil)
    _ = try await library.change(change(1, .add(note: "n", isWatched: nil)))
    let watched = result(
      try await library.change(change(1, .update(note: nil, isWatched: true), at: 200_000)))
    #expect(watched?.entry == LibraryEntry(addedAt: 100_000, note: "n", watchedAt: 200_000, revision: 2))
    let noted = result(try await library.change(change(1, .update(note: "", isWatched: nil), at: 300_000)))
    #expect(noted?.entry == LibraryEntry(addedAt: 100_000, note: "", watchedAt: 200_000, revision: 3))
    let unwatched = result(
      try await library.change(change(1, .update(note: nil, isWatched: false), at: 400_000)))
    #expect(unwatched?.entry?.watchedAt == nil && unwatched?.userState.isWatched == false)
    #expect(try await library.change(change(2, .update(note: "x", isWatched: nil))) == .missing)
    #expect(try await keys(library) == ["movie/1"])
  }

  @Test func toggle_adds_and_removes() async throws {
    let library = Library(folder: nil)
    for turn in 1...4 {
      let result = result(try await library.change(change(1, .toggle, .favorites)))
      #expect(result?.userState.isFavorite == (turn % 2 == 1) && result?.revision == turn)
    }
  }

  @Test func expected_revision_guards_every_change() async throws {
    let library = Library(folder: nil)
    #expect(try await library.change(change(1, add, ifRevision: 1)) == .conflict(entry: nil))
    _ = try await library.change(change(1, add, ifRevision: 0))
    let entry = LibraryEntry(addedAt: 100_000, revision: 1)
    for action in [add, .update(note: "x", isWatched: nil), .remove, .toggle] {
      #expect(try await library.change(change(1, action, ifRevision: 0)) == .conflict(entry: entry))
      #expect(try await library.change(change(1, action, ifRevision: 7)) == .conflict(entry: entry))
    }
    #expect(result(try await library.change(change(1, .remove, ifRevision: 1)))?.isChanged == true)
  }

  @Test func title_that_is_not_known_is_asked_for_and_kept_while_somebody_has_it() async throws {
    let library = Library(folder: nil)
    #expect(try await library.change(change(1, add, hasTitle: false)) == .titleNeeded)
    #expect(try await keys(library) == [])
    _ = try await library.change(change(1, add))
    // Known by now.
    #expect(result(try await library.change(change(1, add, .favorites, hasTitle: false)))?.revision == 2)
    _ = try await library.change(change(1, .remove))
    #expect(try await keys(library, .favorites) == ["movie/1"])
    let removed = result(try await library.change(change(1, .remove, .favorites, hasTitle: false)))
    #expect(removed?.title?.title == "Title 1")
    #expect(try await library.change(change(1, add, hasTitle: false)) == .titleNeeded)
  }

  @Test func list_has_a_bound() async throws {
    let library = Library(folder: nil)
    var changes = (1...3).map { change($0, add) }
    for index in changes.indices { changes[index].maxEntries = 2 }
    let outcomes = try await library.change(changes)
    #expect(outcomes[2] == .full)
    // What is there may still be changed, and the other list is another one.
    changes[0].action = .update(note: "x", isWatched: nil)
    #expect(result(try await library.change(changes[0]))?.isChanged == true)
    changes[2].list = .favorites
    #expect(result(try await library.change(changes[2]))?.isChanged == true)
  }

  @Test func changes_together_are_made_whole_or_not_at_all() async throws {
    let library = Library(folder: nil)
    try await library.write {
      try $0.execute(
        sql: """
          CREATE TEMP TRIGGER refuse BEFORE INSERT ON entry WHEN NEW.key = 'movie/3'
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }
    let changes = (1...3).map { change($0, add) }
    await #expect(throws: LibraryError.self) { try await library.change(changes) }
    #expect(try await keys(library) == [])
    #expect(try await library.load().profiles[0].revision == 0)
    #expect(try await library.change(Array(changes.prefix(2))).count == 2)
    #expect(try await library.load().profiles[0].revision == 2)
  }

  @Test func profile_that_is_gone_has_no_lists() async throws {
    let library = Library(folder: nil)
    #expect(try await library.change(change(1, add, profile: "nobody")) == .profileGone)
  }

  @Test func favourite_has_the_mark_of_the_watchlist() async throws {
    let library = Library(folder: nil)
    _ = try await library.change(change(1, .add(note: "n", isWatched: true)))
    let favorite = result(try await library.change(change(1, add, .favorites, at: 200_000)))
    #expect(favorite?.entry == LibraryEntry(addedAt: 200_000, note: "", watchedAt: 100_000, revision: 2))
    let page = try await library.list(
      LibraryParams(.favorites, page: 1, pageSize: 20), genres: nil, profile: "default")
    #expect(page.titles.first?.entry == favorite?.entry)
  }
}

extension Title {
  /// A title of tests, all of whose fields follow from its number.
  static func made(
    _ number: Int, _ mediaType: MediaType = .movie, title: String? = nil, genres: [Int] = [18],
    date: String? = "2021-09-15", average: Double? = 7, votes: Int? = 100
  ) -> Title {
    var made = Title(.tmdb(mediaType, number), title ?? "Title \(number)", source: .tmdb)
    (made.originalTitle, made.originalLanguage) = (made.title, "en")
    (made.releaseDate, made.year) = (date, date.flatMap { Int($0.prefix(4)) })
    (made.overview, made.overviewSource) = ("About \(number).", .tmdb)
    made.genres = genres.map { Title.Genre($0, "Genre \($0)") }
    made.posterPath = "/p\(number).jpg"
    (made.voteAverage, made.voteCount, made.popularity) = (average, votes, Double(number))
    return made
  }
}
