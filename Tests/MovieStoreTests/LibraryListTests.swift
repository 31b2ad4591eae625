import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryListTests {
  private func library(_ titles: [Title], _ list: LibraryList = .watchlist) async throws -> Library {
    let library = Library(folder: nil)
    _ = try await library.change(
      titles.enumerated().map { index, title in
        EntryChange(
          profile: "default", list: list, key: title.key,
          action: .add(note: nil, isWatched: index.isMultiple(of: 2)), title: StoredTitle(title), at: 100_000)
      })
    return library
  }

  private func numbers(
    _ library: Library, genre: String? = nil, _ change: (inout LibraryParams) -> Void = { _ in }
  ) async throws -> [Int] {
    var params = LibraryParams(.watchlist, page: 1, pageSize: 100)
    change(&params)
    let genres = try genre.map { try GenreFilter(parsing: $0) }
    return try await library.list(params, genres: genres, profile: "default").titles.compactMap(\.title.id)
  }

  @Test func newest_comes_first_and_pages_follow_each_other() async throws {
    let library = try await library((1...45).map { .made($0) })
    #expect(try await numbers(library) == Array((1...45).reversed()))
    #expect(
      try await numbers(library) { $0.order = SortOrder<LibraryField>(.addedAt, isAscending: true) }
        == Array(1...45))
    let last = try await library.list(
      LibraryParams(.watchlist, page: 3, pageSize: 20), genres: nil, profile: "default")
    #expect(last.titles.map(\.title.id) == [5, 4, 3, 2, 1] && last.total == 45 && last.revision == 45)
    let past = try await library.list(
      LibraryParams(.watchlist, page: 1_000_000_000, pageSize: 100), genres: nil, profile: "default")
    #expect(past.titles.isEmpty && past.total == 45)
  }

  @Test(arguments: [
    ("title", [3, 1, 2]), ("title.desc", [2, 1, 3]), ("release_date", [1, 2, 3]),
    ("release_date.asc", [2, 1, 3]),
    ("vote_average", [3, 1, 2]), ("vote_count", [1, 3, 2]), ("popularity.asc", [1, 2, 3]),
  ])
  func lists_are_sorted_with_what_is_unknown_at_the_end(_ order: String, _ expected: [Int]) async throws {
    let library = try await library([
      .made(1, title: "The Éclair", date: "2021-01-01", average: 7, votes: 900),
      .made(2, title: "Zulu", date: "1964-01-01", average: nil, votes: nil),
      .made(3, title: "amelie", date: nil, average: 8, votes: 5),
    ])
    let order = try #require(SortOrder<LibraryField>(order))
    #expect(try await numbers(library) { $0.order = order } == expected)
  }

  @Test func filters_join() async throws {
    let library = try await library([
      .made(1, genres: [878, 12]), .made(2, genres: [18]), .made(3, .tv, genres: [10765]),
      .made(4, genres: [12]),
    ])
    #expect(try await numbers(library) { $0.mediaType = .tv } == [3])
    #expect(try await numbers(library) { $0.isWatched = false } == [4, 2])
    #expect(try await numbers(library) { $0.isWatched = true } == [3, 1])
    // Each kind of title understands the name in its way.
    #expect(try await numbers(library, genre: "science fiction") == [3, 1])
    #expect(try await numbers(library, genre: "science fiction,adventure") == [1])
    #expect(try await numbers(library, genre: "drama|adventure") { $0.isWatched = false } == [4, 2])
  }

  @Test func words_are_found_as_in_a_search() async throws {
    let library = try await library([
      .made(1, title: "The Éclair"), .made(2, title: "Zulu Dawn"), .made(3, title: "Dawn of Zulu"),
    ])
    #expect(try await numbers(library) { $0.q = "eclair" } == [1])
    #expect(try await numbers(library) { $0.q = "zulu da" } == [3, 2])
    #expect(try await numbers(library) { ($0.q, $0.isWatched) = ("zulu", true) } == [3])
    #expect(try await numbers(library) { $0.q = "zulus" } == [])
  }

  @Test func recommendations_go_by_favourites_first() async throws {
    let library = try await library((1...3).map { .made($0) })
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .favorites, key: "movie/1", action: .toggle, title: StoredTitle(.made(1)),
        at: 50_000))
    let keys = try await library.newest(2, profile: "default")
    #expect(keys.first == .tmdb(.movie, 1) && keys.count == 2)
    #expect(try await library.newest(10, profile: "nobody") == [])
  }
}
