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
  /// TMDB fails for these.
  var failing: Set<String> = []
  private(set) var requests: [FetchOptions] = []
  private(set) var keys: [String] = []

  func fail(for keys: Set<String>) { failing = keys }
  func set(now: Int64) { self.now = now }

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    requests.append(options)
    keys.append(key.text)
    if isAway || failing.contains(key.text) { throw RPCError(.upstreamUnavailable, .words("TMDB is away")) }
    guard !unknown.contains(key.text) else { return nil }
    var meta = FoundTitles.nothing.meta
    (meta.source, meta.cache, meta.fetchedAt, meta.freshUntil) = (.tmdb, .miss, Timestamp(seconds: now), 0)
    let title = OldTitlesTests.film(key, "\(options.language) \(now)")
    return FoundDetail(detail: TitleDetail(title), meta: meta)
  }
}

/// Only the library has them: TMDB has deleted them.
@LoopActor
private final class DeletedFilm: NoTitles {
  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    var title = OldTitlesTests.film(key, "Old")
    title.isGone = true
    return FoundDetail(detail: TitleDetail(title), meta: FoundTitles.nothing.meta)
  }
}

@Suite(.timeLimit(.minutes(20))) struct OldTitlesTests {
  private static let added: Int64 = 1_700_000_000
  private static let day: Int64 = 86_400

  fileprivate static func film(_ key: TitleKey, _ name: String) -> Title {
    var title = Title(key, name, source: .tmdb)
    (title.originalTitle, title.originalLanguage) = ("Le Film", "fr")
    (title.releaseDate, title.year) = ("2020-01-01", 2020)
    (title.overview, title.overviewSource) = ("About \(name)", .tmdb)
    (title.genres, title.posterPath) = ([Title.Genre(18, "Drama")], "/p.jpg")
    (title.voteAverage, title.voteCount, title.popularity) = (7, 10, 1)
    return title
  }

  /// A library file with films whose facts TMDB sent at `added`, or days later.
  private func fill(
    _ folder: TemporaryFolder, _ ids: ClosedRange<Int> = 1...2, daysLater: (Int) -> Int64 = { _ in 0 }
  ) async throws {
    let library = Library(folder: folder.path)
    for id in ids {
      let key = TitleKey.tmdb(.movie, id)
      let factsAt = Self.added + daysLater(id) * Self.day
      let title = StoredTitle(
        Self.film(key, "Old \(id)"), factsAt: Timestamp(seconds: factsAt), language: "de-DE")
      _ = try await library.change(
        EntryChange(
          profile: "default", list: .watchlist, key: key, action: .add(note: "mine", isWatched: nil),
          title: title, at: Timestamp(seconds: Self.added)))
    }
    _ = try await library.change([
      StoredSetting(profile: "default", name: "language", value: "\"de-DE\"")
    ])
    await library.close()
  }

  /// - Parameter isConfirmed: others say that the clock is right.
  private func run(
    _ server: InProcess, daysLater days: Int64, _ films: DatedFilms? = nil, isConfirmed: Bool = true
  ) async {
    let now = Timestamp(seconds: Self.added + days * Self.day)
    await server.see { server in
      films?.now = now.seconds
      server.clock.now = { now }
      server.time.built = .epoch
      server.time.evidence = { isConfirmed ? [now] : [] }
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

    // TMDB is away, and nothing is lost before its time.
    await server.see { _ in films.isAway = true }
    await run(server, daysLater: 31 + 183, films)
    #expect(await films.requests.count == 4)
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

    // It is told from the others, until TMDB has it again.
    #expect(try rows(client).map { $0["gone"] } == [false, true])
    await server.see { _ in films.unknown = [] }
    _ = try client.request("detail", #"{"key":"movie/2","language":"de-DE"}"#)
    while try rows(client).last?["gone"] == true, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    let name = await "de-DE \(films.now)"
    #expect(try rows(client).last?["title"] == .string(name))
  }

  @Test func detail_that_tmdb_does_not_have_any_more_marks_the_title() async throws {
    let folder = try TemporaryFolder()
    try await fill(folder)
    let server = await InProcess.make(titles: DeletedFilm(), library: Library(folder: folder.path))
    let client = try await server.connect()
    #expect(try rows(client).map { $0["gone"] } == [false, false])
    #expect(try client.request("detail", #"{"key":"movie/2"}"#)["result"]?["gone"] == true)
    while try rows(client).last?["gone"] == false, !Task.isCancelled { await EndOfTurnWaiter.wait() }
    #expect(try rows(client).map { $0["gone"] } == [false, true])
  }

  /// A year behind, and a year ahead of what anything else says.
  @Test func nothing_is_dropped_because_of_a_clock() async throws {
    let folder = try TemporaryFolder()
    try await fill(folder)
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    await run(server, daysLater: 100)
    for days in [-300, 99, 101, 500, -2, 400] as [Int64] {
      await run(server, daysLater: days, isConfirmed: false)
      #expect(await server.see { $0.time.behind != nil } == (days < 99))
      #expect(try rows(client).map { $0["title"] } == ["Old 1", "Old 2"])
    }
    await run(server, daysLater: 184)
    #expect(try rows(client).map { $0["title"] } == ["Le Film", "Le Film"])
  }

  private func names(_ client: LineClient, _ method: String = "watchlist") throws -> [String] {
    (try client.request(method, "{}")["result"]?["results"]?.arrayValue ?? [])
      .compactMap { $0["title"]?.stringValue }.sorted()
  }

  @Test func another_language_is_fetched_at_once_and_once() async throws {
    let (films, now) = (DatedFilms(), Timestamp.now.seconds)
    await films.set(now: now)
    let server = await InProcess.make(titles: films)
    let client = try await server.connect()
    for number in 1...3 { _ = try client.request("watchlist.add", #"{"key":"movie/\#(number)"}"#) }
    _ = try client.request("settings.update", #"{"set":{"language":"de-DE"}}"#)
    while try names(client).first != "de-DE \(now)", !Task.isCancelled { await EndOfTurnWaiter.wait() }
    #expect(await server.until { $0.renewal.task == nil })
    #expect(try names(client) == ["de-DE \(now)", "de-DE \(now)", "de-DE \(now)"])
    #expect(await films.requests.count == 6)
    #expect(await films.requests.suffix(3).allSatisfy { $0.priority == .prefetch })
    // That of before is still there.
    _ = try client.request("settings.update", #"{"reset":["language"]}"#)
    #expect(try names(client) == ["en-US \(now)", "en-US \(now)", "en-US \(now)"])
    #expect(await server.until { $0.renewal.task == nil })
    #expect(await films.requests.count == 6)
  }

  /// As after a change that another machine has made.
  @Test func list_that_is_shown_gets_the_texts_that_it_lacks() async throws {
    let library = Library(folder: nil)
    for number in 1...3 {
      let key = TitleKey.tmdb(.movie, number)
      _ = try await library.change(
        EntryChange(
          profile: "default", list: .watchlist, key: key, action: .add(note: nil, isWatched: nil),
          title: StoredTitle(Self.film(key, "Alt"), factsAt: .now, language: "fr-FR"), at: .now))
    }
    let (films, now) = (DatedFilms(), Timestamp.now.seconds)
    await films.set(now: now)
    await films.fail(for: ["movie/1"])
    let server = await InProcess.make(titles: films, library: library)
    let client = try await server.connect()
    #expect(try names(client) == ["Alt", "Alt", "Alt"])
    #expect(await server.until { $0.renewal.task == nil })
    #expect(try names(client) == ["Alt", "en-US \(now)", "en-US \(now)"])
    // One that TMDB cannot serve is not asked for with each look at the list.
    for _ in 0..<3 { _ = try names(client) }
    #expect(await server.until { $0.renewal.task == nil })
    #expect(await films.requests.count == 3)
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

  @Test func oldest_titles_come_first_and_what_cannot_be_renewed_becomes_bare() async throws {
    let folder = try TemporaryFolder()
    // 120 that are merely old, and two beyond six months after them.
    try await fill(folder, 1...122) { $0 > 120 ? 0 : 100 }
    let films = DatedFilms()
    await films.fail(for: ["movie/122"])
    let server = await InProcess.make(titles: films, library: Library(folder: folder.path))
    let client = try await server.connect()
    await run(server, daysLater: 184, films)
    let later = Self.added + 184 * Self.day
    let keys = await films.keys
    #expect(keys.prefix(2) == ["movie/121", "movie/122"] && keys.count == 100)
    let after = try titles(client)
    #expect(after[121] == "de-DE \(later)" && after[122] == "Le Film")
    // The rest keeps its texts, and is next.
    #expect(after.values.count { $0.hasPrefix("Old") } == 22)
    await run(server, daysLater: 185, films)
    #expect(try titles(client).values.count { $0.hasPrefix("de-DE") } == 121)
  }

  @Test func after_a_long_absence_all_are_renewed_at_once() async throws {
    let folder = try TemporaryFolder()
    try await fill(folder, 1...220)
    let films = DatedFilms()
    await films.fail(for: ["movie/7", "movie/77"])
    let server = await InProcess.make(titles: films, library: Library(folder: folder.path))
    let client = try await server.connect()
    await run(server, daysLater: 400, films)
    #expect(await films.keys.count == 220)
    #expect(try titles(client).filter { $0.value == "Le Film" }.keys.sorted() == [7, 77])
    // A moment later they can be served.
    await films.fail(for: [])
    await run(server, daysLater: 401, films)
    await run(server, daysLater: 402, films)
    #expect(try titles(client)[7] == "de-DE \(Self.added + 402 * Self.day)")
  }

  @Test func titles_that_tmdb_cannot_serve_do_not_hold_up_the_others() async throws {
    let folder = try TemporaryFolder()
    try await fill(folder, 1...6)
    let films = DatedFilms()
    await films.fail(for: ["movie/1", "movie/2", "movie/3"])
    let server = await InProcess.make(titles: films, library: Library(folder: folder.path))
    let client = try await server.connect()
    await run(server, daysLater: 40, films)
    #expect(await films.keys == ["movie/1", "movie/2", "movie/3"])
    await run(server, daysLater: 41, films)
    #expect(await films.keys.suffix(3) == ["movie/4", "movie/5", "movie/6"])
    let after = try titles(client)
    #expect(after.filter { $0.value.hasPrefix("de-DE") }.keys.sorted() == [4, 5, 6])
    #expect(after.filter { $0.value.hasPrefix("Old") }.keys.sorted() == [1, 2, 3])
  }

  /// All titles by the number of their film.
  private func titles(_ client: LineClient) throws -> [Int: String] {
    var found: [Int: String] = [:]
    for page in 1...3 {
      let params = #"{"page_size":100,"page":\#(page)}"#
      for row in try client.request("watchlist", params)["result"]?["results"]?.arrayValue ?? [] {
        let id = try #require(row["key"]?.stringValue.flatMap { Int($0.dropFirst("movie/".count)) })
        found[id] = row["title"]?.stringValue
      }
    }
    return found
  }
}
