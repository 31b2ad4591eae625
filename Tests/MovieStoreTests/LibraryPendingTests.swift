import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryPendingTests {
  private func title(_ number: Int, note: String = "", watchedAt: Timestamp? = nil) -> PendingTitle {
    var title = PendingTitle(
      .watchlist, identity: "watchlist movie/\(number)", addedAt: Timestamp(seconds: 1000 + Int64(number)),
      kind: PendingTitle.unavailable, message: .words("TMDB is away"))
    title.keys = ["movie/\(number)", "imdb/tt000000\(number)"]
    (title.title, title.originalTitle, title.year) = ("Film \(number)", "Der Film", 1999)
    (title.mediaType, title.imdbID) = (.movie, "tt000000\(number)")
    (title.note, title.watchedAt) = (note, watchedAt)
    return title
  }

  @discardableResult
  private func take(
    _ pending: [PendingTitle], settled: [String] = [], most: Int = 100, dryRun: Bool = false,
    profile: String = "default", _ library: Library
  ) async throws -> Int {
    var change = LibraryImport(profile: profile, maxEntries: 10, maxSearches: 10)
    (change.pending, change.settled, change.maxPending) = (pending, settled, most)
    change.isDryRun = dryRun
    guard case .done(let imported) = try await library.perform(change) else {
      Issue.record("it was not taken")
      return 0
    }
    return imported.pending
  }

  private func all(_ library: Library, _ profile: String = "default") async throws -> [PendingTitle] {
    try await library.pending(of: profile, page: 1, pageSize: 100).titles
  }

  @Test func all_of_a_title_is_kept_until_it_is_settled() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    #expect(try await first.load().hasPending == false)
    #expect(try await take([title(1, note: "with Ana", watchedAt: 2_000_000), title(2)], first) == 2)
    await first.close()
    let library = Library(folder: folder.path)
    #expect(try await library.load().hasPending)
    var found = try await all(library)
    #expect(found.map(\.id) == [1, 2])
    found[0].id = 0
    #expect(found[0] == title(1, note: "with Ana", watchedAt: 2_000_000))
    #expect(try await library.pending(of: "default", page: 2, pageSize: 1).titles.map(\.year) == [1999])
    #expect(try await library.pending(of: "default", page: 2, pageSize: 1).total == 2)
    try await take([], settled: ["watchlist movie/1", "watchlist movie/9"], library)
    #expect(try await all(library).map(\.title) == ["Film 2"])
    #expect(try await library.clearPending(of: "default") == 1)
    #expect(try await library.clearPending(of: "default") == 0)
    #expect(try await all(library) == [])
    #expect(try await library.load().hasPending == false)
  }

  @Test func count_and_last_title_tell_whether_the_list_is_the_same() async throws {
    let library = Library(folder: nil)
    func state() async throws -> [Int] {
      let page = try await library.pending(of: "default", page: 1, pageSize: 1)
      return [page.total, Int(page.last)]
    }
    #expect(try await state() == [0, 0])
    try await take([title(1), title(2)], library)
    #expect(try await state() == [2, 2])
    // Named again, a title stays where it is.
    try await take([title(1)], library)
    #expect(try await state() == [2, 2])
    try await take([title(3)], settled: ["watchlist movie/2"], library)
    let last = try await state()
    #expect(last[0] == 2 && last[1] > 2)
    _ = try await library.clearPending(of: "default")
    try await take([title(1), title(2)], library)
    #expect(try await state()[1] > last[1])
  }

  @Test func title_that_is_named_again_loses_nothing() async throws {
    let library = Library(folder: nil)
    try await take([title(1, note: "mine")], library)
    var again = title(1, note: "another", watchedAt: 3_000_000)
    again.addedAt = 500_000
    again.message = .tmdbMayKnowIt
    #expect(try await take([again], library) == 1)
    let found = try await all(library)
    #expect(found.count == 1 && found[0].note == "mine" && found[0].watchedAt == 3_000_000)
    #expect(found[0].addedAt == 500_000 && found[0].message == .tmdbMayKnowIt)
    try await take([title(1)], library)
    #expect(try await all(library)[0].watchedAt == 3_000_000)
  }

  @Test func no_more_are_kept_than_may_be() async throws {
    let library = Library(folder: nil)
    #expect(try await take((1...5).map { title($0) }, most: 3, library) == 3)
    #expect(try await take([title(3), title(4)], most: 3, library) == 1)
    #expect(try await all(library).map(\.title) == ["Film 1", "Film 2", "Film 3"])
    // Those that were cleared meanwhile do not come back with what became of them.
    _ = try await library.clearPending(of: "default")
    #expect(try await take([title(1)], most: 0, library) == 0)
    #expect(try await all(library) == [])
  }

  @Test func what_was_answered_is_not_tried_again() async throws {
    let library = Library(folder: nil)
    var answered = title(2)
    answered.kind = "not_found"
    try await take([title(1), answered, title(3)], library)
    #expect(try await library.pending(of: "default", after: 0, limit: 10).map(\.id) == [1, 3])
    #expect(try await library.pending(of: "default", after: 1, limit: 10).map(\.id) == [3])
    #expect(try await library.pendingCounts().map(\.count) == [2])
    try await take([], settled: [1, 3].map { "watchlist movie/\($0)" }, library)
    #expect(try await library.pendingCounts().isEmpty)
    #expect(try await library.load().hasPending == false)
    #expect(try await all(library).map(\.kind) == ["not_found"])
  }

  @Test func dry_run_tells_how_many_there_would_be() async throws {
    let library = Library(folder: nil)
    #expect(try await take([title(1), title(2)], dryRun: true, library) == 2)
    #expect(try await all(library) == [])
  }

  @Test func it_goes_with_its_profile() async throws {
    let library = Library(folder: nil)
    _ = try await library.createProfile(StoredProfile("kids"), maximum: 5)
    try await take([title(1)], profile: "kids", library)
    #expect(try await all(library) == [])
    _ = try await library.updateProfile("kids", StoredProfile("Kinder"))
    #expect(try await all(library, "Kinder").count == 1)
    #expect(try await library.pendingCounts().map(\.profile) == ["Kinder"])
    _ = try await library.deleteProfile("Kinder")
    #expect(try await library.pendingCounts().isEmpty)
  }
}
