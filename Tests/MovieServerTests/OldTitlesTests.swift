import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// TMDB with films whose names have the language and the day in them.
@LoopActor
private final class DatedFilms: NoTitles {
  /// Seconds since 1970.
  var now: Int64 = 0
  var isAway = false
  var unknown: Set<String> = []
  private(set) var requests: [FetchOptions] = []

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    requests.append(options)
    if isAway { throw RPCError(.upstreamUnavailable, "TMDB is away") }
    guard !unknown.contains(key.text) else { return nil }
    var meta = FoundTitles.nothing.meta
    (meta.source, meta.cache, meta.fetchedAt, meta.freshUntil) = (.tmdb, .miss, now * 1000, 0)
    let title = OldTitlesTests.film(key, "\(options.language) \(now)")
    return FoundDetail(detail: TitleDetail(title), meta: meta)
  }
}

@Suite(.timeLimit(.minutes(5))) struct OldTitlesTests {
  private static let added: Int64 = 1_700_000_000
  private static let day: Int64 = 86_400

  fileprivate static func film(_ key: TitleKey, _ name: String) -> Title {
    Title(
      key: key.text, id: 1, mediaType: .movie, title: name, originalTitle: "Le Film",
      originalLanguage: "fr", releaseDate: "2020-01-01", year: 2020, overview: "About \(name)",
      overviewSource: .tmdb, genres: ["Drama"], genreIDs: [18], posterPath: "/p.jpg", backdropPath: nil,
      voteAverage: 7, voteCount: 10, popularity: 1, isAdult: false, source: .tmdb)
  }

  /// A library file with films 1 and 2, whose facts TMDB sent at `added`.
  private func fill(_ folder: TemporaryFolder) async throws {
    let library = Library(folder: folder.path)
    for id in 1...2 {
      let key = TitleKey.tmdb(.movie, id)
      let title = StoredTitle(Self.film(key, "Old \(id)"), factsAt: Self.added, language: "en-US")
      _ = try await library.change(
        EntryChange(
          profile: "default", list: .watchlist, key: key.text, action: .add(note: "mine", isWatched: nil),
          title: title, at: Self.added))
    }
    _ = try await library.change([
      StoredSetting(profile: "default", name: "language", value: "\"de-DE\"")
    ])
    await library.close()
  }

  private func run(_ server: InProcess, daysLater days: Int64, _ films: DatedFilms? = nil) async {
    let now = Self.added + days * Self.day
    await server.see { server in
      films?.now = now
      server.clock.now = { now }
      server.renewal.begin()
    }
    #expect(await server.until { $0.renewal.task == nil })
  }

  private func rows(_ client: LineClient) throws -> [JSONValue] {
    let params = #"{"sort_by":"added_at.asc"}"#
    return try #require(try client.request("watchlist", params)["result"]?["results"]?.arrayValue)
  }

  @Test func titles_are_renewed_after_a_month_and_bare_after_six_without_tmdb() async throws {
    let folder = try TemporaryFolder()
    try await fill(folder)
    let films = DatedFilms()
    let server = await InProcess.make(titles: films, library: Library(folder: folder.path))
    let client = try await server.connect()
    await run(server, daysLater: 30, films)
    #expect(await films.requests.isEmpty)
    #expect(try rows(client).map { $0["title"] } == ["Old 1", "Old 2"])

    await run(server, daysLater: 31, films)
    let later = Self.added + 31 * Self.day
    var titles = try rows(client)
    #expect(titles.map { $0["title"] } == ["de-DE \(later)", "de-DE \(later)"].map { .string($0) })
    #expect(titles.allSatisfy { $0["overview"] == .string("About de-DE \(later)") })
    #expect(await films.requests.allSatisfy { $0.priority == .prefetch && $0.client == 0 })
    // Once is enough.
    await run(server, daysLater: 32, films)
    #expect(await films.requests.count == 2)

    // TMDB is away: one try a run, and nothing is lost before its time.
    await server.see { _ in films.isAway = true }
    await run(server, daysLater: 31 + 183, films)
    #expect(await films.requests.count == 3)
    #expect(try rows(client) == titles)
    await run(server, daysLater: 31 + 184, films)
    titles = try rows(client)
    #expect(titles.map { $0["title"] } == ["Le Film", "Le Film"])
    #expect(titles.allSatisfy { $0["overview"] == .null && $0["year"] == 2020 })
    #expect(titles.allSatisfy { $0["entry"]?["note"] == "mine" })

    // It is back, and knows one of them still. The other one is not asked for again and again.
    await server.see { _ in (films.isAway, films.unknown) = (false, ["movie/2"]) }
    await run(server, daysLater: 300, films)
    let last = Self.added + 300 * Self.day
    #expect(try rows(client).map { $0["title"] } == [.string("de-DE \(last)"), "Le Film"])
    let count = await films.requests.count
    await run(server, daysLater: 301, films)
    #expect(await films.requests.count == count)
  }

  @Test func texts_are_dropped_without_a_key() async throws {
    let folder = try TemporaryFolder()
    try await fill(folder)
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    await run(server, daysLater: 183)
    #expect(try rows(client).map { $0["title"] } == ["Old 1", "Old 2"])
    await run(server, daysLater: 184)
    #expect(try rows(client).map { $0["title"] } == ["Le Film", "Le Film"])
  }
}
