import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

/// Films of which TMDB says something else each time.
@LoopActor
private final class ChangingFilm: NoTitles {
  var source = Meta.Source.tmdb
  private var votes = 100

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    guard case .tmdb(.movie, let id) = key else { return nil }
    var meta = FoundTitles.nothing.meta
    meta.source = source
    meta.freshUntil = 0
    return FoundDetail(detail: TitleDetail(title(id)), meta: meta)
  }

  /// Milliseconds since the rows of the next page were said.
  var age: Int64 = 0

  override func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles { page }
  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles { page }

  private var page: FoundTitles {
    var meta = FoundTitles.nothing.meta
    (meta.source, meta.cache, meta.freshUntil) = (source, .miss, 0)
    meta.fetchedAt = .now - .milliseconds(age)
    return FoundTitles(titles: [title(1), title(3)], total: 2, meta: meta)
  }

  func set(age: Int64) { self.age = age }

  private func title(_ id: Int) -> Title {
    votes += 1
    var title = Title(.tmdb(.movie, id), "Name \(votes)", source: .tmdb)
    (title.originalTitle, title.originalLanguage) = ("Name", "en")
    (title.releaseDate, title.year) = ("2030-01-01", 2030)
    title.genres = [Title.Genre(18, "Drama")]
    (title.voteAverage, title.voteCount, title.popularity) = (7, votes, 1)
    return title
  }
}

@Suite(.timeLimit(.minutes(20))) struct LibraryRenewalTests {
  @Test func what_passes_by_renews_what_is_on_lists() async throws {
    let film = ChangingFilm()
    let server = await InProcess.make(titles: film)
    let client = try await server.connect()
    _ = try client.request("watchlist.add", #"{"key":"movie/1"}"#)
    func votes() throws -> JSONValue? {
      try client.request("watchlist", "{}")["result"]?["results"]?[0]?["vote_count"]
    }
    #expect(try votes() == 101)
    _ = try client.request("detail", #"{"key":"movie/1","language":"de-DE"}"#)
    while try votes() == 101, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    var row = try client.request("watchlist", "{}")["result"]?["results"]?[0]
    // In the language of the profile.
    #expect(row?["vote_count"] == 102 && row?["title"] == "Name 101", "\(row?.text() ?? "")")
    _ = try client.request("detail", #"{"key":"movie/1"}"#)
    while try votes() == 102, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    row = try client.request("watchlist", "{}")["result"]?["results"]?[0]
    #expect(row?["vote_count"] == 103 && row?["title"] == "Name 103", "\(row?.text() ?? "")")
  }

  @Test(arguments: [
    ("browse", #"{"list":"popular"}"#), ("search", #"{"q":"x"}"#), ("home", #"{"rows":["top_rated"]}"#),
  ])
  func rows_that_pass_by_renew_it_unless_they_are_old(_ method: String, _ params: String) async throws {
    let film = ChangingFilm()
    let server = await InProcess.make(titles: film)
    let client = try await server.connect()
    for key in ["movie/1", "movie/2"] { _ = try client.request("watchlist.add", #"{"key":"\#(key)"}"#) }
    func votes() throws -> [Int] {
      let rows = try client.request("watchlist")["result"]?["results"]?.arrayValue ?? []
      return rows.sorted { ($0["id"]?.intValue ?? 0) < ($1["id"]?.intValue ?? 0) }
        .compactMap { $0["vote_count"]?.intValue }
    }
    #expect(try votes() == [101, 102])
    // An old page first: were it written down, it would be so before the next title.
    await film.set(age: 600_000)
    _ = try client.request(method, params)
    _ = try client.request("detail", #"{"key":"movie/2"}"#)
    while try votes().last == 102, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    #expect(try votes().first == 101)
    await film.set(age: 0)
    _ = try client.request(method, params)
    while try votes().first == 101, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    #expect(try votes().first ?? 0 > 102)
    #expect(try votes().count == 2)
  }
}
