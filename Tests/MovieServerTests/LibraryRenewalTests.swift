import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

/// One film, of which TMDB says something else each time.
@LoopActor
private final class ChangingFilm: NoTitles {
  var source = Meta.Source.tmdb
  private var votes = 100

  override func detail(_ key: TitleKey, _ asking: Asking) async throws -> FoundDetail? {
    guard key == .tmdb(.movie, 1) else { return nil }
    votes += 1
    let title = Title(
      key: key.text, id: 1, mediaType: .movie, title: "Name \(votes)", originalTitle: "Name",
      originalLanguage: "en", releaseDate: "2030-01-01", year: 2030, overview: nil, overviewSource: nil,
      genres: ["Drama"], genreIDs: [18], posterPath: nil, backdropPath: nil, voteAverage: 7, voteCount: votes,
      popularity: 1, isAdult: false, source: .tmdb)
    var meta = FoundTitles.nothing.meta
    meta.source = source
    meta.freshUntil = 0
    return FoundDetail(detail: TitleDetail(title), meta: meta)
  }
}

@Suite(.timeLimit(.minutes(5))) struct LibraryRenewalTests {
  @Test func what_passes_by_renews_what_is_on_lists() async throws {
    let film = ChangingFilm()
    let server = await InProcess.make(titles: film)
    let client = try await server.connect()
    _ = try client.request("watchlist.add", #"{"key":"movie/1"}"#)
    func votes() throws -> JSONValue? {
      try client.request("watchlist", "{}")["result"]?["results"]?[0]?["vote_count"]
    }
    #expect(try votes() == 101)
    _ = try client.request("detail", #"{"key":"movie/1"}"#)
    while try votes() == 101, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    let row = try client.request("watchlist", "{}")["result"]?["results"]?[0]
    // In the language in which it was added.
    #expect(row?["vote_count"] == 102 && row?["title"] == "Name 101", "\(row?.text() ?? "")")
  }
}
