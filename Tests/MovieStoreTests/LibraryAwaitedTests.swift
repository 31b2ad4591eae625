import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryAwaitedTests {
  private func add(
    _ library: Library, _ title: Title, _ list: LibraryList = .watchlist, isWatched: Bool? = nil
  ) async throws {
    _ = try await library.change(
      EntryChange(
        profile: "default", list: list, key: title.key, action: .add(note: nil, isWatched: isWatched),
        title: StoredTitle(title), at: 100_000))
  }

  @Test func films_that_were_watched_are_not_awaited_and_series_are() async throws {
    let library = Library(folder: nil)
    var series = Title.made(3, title: "Series", date: "2019-05-01")
    (series.key, series.mediaType) = ("tv/3", .tv)
    try await add(library, .made(1, title: "The One", date: "2026-11-21"))
    try await add(library, .made(2, title: "Two", date: nil), isWatched: true)
    try await add(library, series, isWatched: true)
    try await add(library, .made(4, title: "Four", date: nil), .favorites)
    try await add(library, .made(5, title: "Five", date: nil))
    let awaited = try await library.awaited(profile: "default").sorted { $0.key < $1.key }
    #expect(
      awaited == [
        AwaitedTitle(key: "movie/1", releaseDate: "2026-11-21"),
        AwaitedTitle(key: "movie/5", releaseDate: nil),
        AwaitedTitle(key: "tv/3", releaseDate: "2019-05-01"),
      ])
    #expect(try await library.awaited(profile: "nobody") == [])
    let titles = try await library.titles(["tv/3", "movie/77", "movie/1"])
    #expect(titles.map(\.title.key) == ["tv/3", "movie/1"])
    #expect(titles.map(\.title.source) == [.library, .library])
    await library.close()
  }
}
