import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// Titles that the test knows, and what was asked for.
@LoopActor
private final class TestTitles: NoTitles {
  var details: [String: Title] = [:]
  var titles: [Title] = []
  var error: (any Error)?
  var isOffline = false
  private(set) var asked: [String] = []
  private(set) var askings: [FetchOptions] = []

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    asked.append(key.text)
    askings.append(options)
    if let error { throw error }
    guard let title = details[key.text] else { return nil }
    var detail = TitleDetail(title)
    detail.imdbID = "tt0000009"
    return FoundDetail(detail: detail, meta: FoundTitles.nothing.meta)
  }

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    asked.append("\(params.q) \(params.year.map { String($0) } ?? "-")")
    askings.append(options)
    if let error { throw error }
    var found = FoundTitles.nothing
    found.meta.reason = isOffline ? .network : nil
    found.titles = titles.filter { title in
      (params.year == nil || title.year == params.year)
        && (params.mediaType == nil || title.mediaType == params.mediaType)
    }
    return found
  }
}

@Suite struct TitleMatcherTests {
  private func made(
    _ key: String, _ name: String, _ year: Int?, votes: Int = 0, original: String? = nil
  ) throws -> Title {
    var members = [JSONMember("key", .string(key)), JSONMember("title", .string(name))]
    members.append(JSONMember("vote_count", .integer(votes)))
    if let year { members.append(JSONMember("year", .integer(year))) }
    if let original { members.append(JSONMember("original_title", .string(original))) }
    return try #require(Title(json: .object(members)))
  }

  private func wanted(
    _ name: String?, _ year: Int?, keys: [TitleKey] = [], _ type: Title.MediaType? = nil
  ) -> ImportRow {
    var title = ImportRow(line: 1)
    (title.title, title.year, title.keys, title.mediaType) = (name, year, keys, type)
    return title
  }

  @LoopActor private func match(
    _ title: ImportRow, known: [TitleKey: TitleKey] = [:], language: String = "en-US",
    _ prepare: @LoopActor (TestTitles) throws -> Void
  ) async throws -> (TitleMatcher.Match, TestTitles) {
    let titles = TestTitles()
    try prepare(titles)
    var options = FetchOptions(day: "2026-11-21")
    options.language = language
    options.priority = .prefetch
    return (try await TitleMatcher(titles: titles, options: options, known: known).match(title), titles)
  }

  private func key(_ match: TitleMatcher.Match) -> TitleKey? {
    switch match {
    case .found(let cached): cached.title.key
    case .known(let key): key
    case .none, .ambiguous, .notQueried: nil
    }
  }

  private func kind(_ match: TitleMatcher.Match) -> Unmatched.Kind? {
    switch match {
    case .none(let kind, _): kind
    case .ambiguous: .ambiguous
    case .notQueried: .unavailable
    case .known, .found: nil
    }
  }

  @Test func what_the_library_or_the_file_knows_is_not_asked_for() async throws {
    let title = wanted("Dune", 2021, keys: [.tmdb(.movie, 1), .imdb("tt0000001")])
    let (known, titles) = try await match(title, known: ["imdb/tt0000001": "movie/7"]) { _ in }
    #expect(known == .known("movie/7"))
    #expect(await titles.asked == [])
    var own = title
    own.facts = try made("movie/1", "Dune", 2021)
    own.imdbID = "tt0000001"
    let (found, others) = try await match(own, known: ["movie/1": "movie/1"]) { _ in }
    #expect(try found == .found(StoredTitle(made("movie/1", "Dune", 2021), imdbID: "tt0000001")))
    #expect(await others.asked == [])
  }

  @Test func numbers_come_before_names() async throws {
    let keys: [TitleKey] = [.tmdb(.movie, 1), .imdb("tt0000001")]
    let (found, titles) = try await match(wanted("Dune", 2021, keys: keys)) {
      $0.details["imdb/tt0000001"] = try made("movie/5", "Another name", 1990)
    }
    #expect(key(found) == "movie/5")
    #expect(await titles.asked == ["movie/1", "imdb/tt0000001"])
    #expect(await titles.askings.allSatisfy { $0.priority == .prefetch })
    let (byName, more) = try await match(wanted("Dune", 2021, keys: keys)) {
      $0.titles = [try made("movie/6", "Dune", 2021)]
    }
    #expect(key(byName) == "movie/6")
    #expect(await more.asked == ["movie/1", "imdb/tt0000001", "Dune 2021"])
  }

  @Test func name_must_be_alike_and_the_year_near() async throws {
    func found(_ name: String, _ year: Int?, _ titles: [Title]) async throws -> TitleKey? {
      key(try await match(wanted(name, year)) { $0.titles = titles }.0)
    }
    let dune = try made("movie/1", "Dune", 2021, votes: 100)
    #expect(try await found("dune!", 2021, [dune]) == "movie/1")
    #expect(try await found("Dune", 2022, [dune]) == "movie/1")
    #expect(try await found("Dune", 2023, [dune]) == nil)
    #expect(try await found("Dune", nil, [dune]) == "movie/1")
    #expect(try await found("Dune: Part Two", 2021, [dune]) == nil)
    let spirited = try made("movie/2", "Spirited Away", 2001, original: "千と千尋の神隠し")
    #expect(try await found("千と千尋の神隠し", 2001, [spirited]) == "movie/2")
    #expect(try await found("Dune", 2021, [made("movie/3", "Dune", nil)]) == nil)
    #expect(try await found("Dune", 2021, [made("itunes/3", "Dune", 2021)]) == nil)
  }

  @Test func wrong_title_is_worse_than_none() async throws {
    func found(_ year: Int?, _ titles: [Title]) async throws -> TitleMatcher.Match {
      try await match(wanted("Dune", year)) { $0.titles = titles }.0
    }
    let great = try made("movie/1", "Dune", 2021, votes: 1000)
    let small = try made("movie/2", "Dune", 2021, votes: 100)
    let other = try made("movie/3", "Dune", 2021, votes: 500)
    let before = try made("movie/4", "Dune", 2020, votes: 9000)
    let series = try made("tv/5", "Dune", 2021, votes: 5000)
    #expect(key(try await found(2021, [small, great, before])) == "movie/1")
    #expect(kind(try await found(2021, [small, other, great])) == .ambiguous)
    #expect(kind(try await found(nil, [great, before])) == .ambiguous)
    #expect(key(try await found(2020, [great, before])) == "movie/4")
    #expect(key(try await found(2021, [series])) == "tv/5")
    #expect(
      kind(try await found(2021, [made("movie/6", "Dune", 2021), made("movie/7", "Dune", 2021)]))
        == .ambiguous)
    #expect(kind(try await found(2021, [])) == .notFound)
  }

  @Test(
    arguments: [
      ("The Queen's Gambit", 2020, 79, 3397, "tv/2"), ("Lost", 2004, 22, 5102, "tv/2"),
      ("Band of Brothers", 2001, 858, 2956, nil), ("Dune", 2021, 9000, 900, "movie/1"),
      ("Dune", 2021, 9000, 901, nil),
    ] as [(String, Int, Int, Int, TitleKey?)])
  func votes_are_compared_before_the_type(
    _ name: String, _ year: Int, _ film: Int, _ series: Int, _ expected: TitleKey?
  ) async throws {
    let (match, _) = try await match(wanted(name, year)) {
      $0.titles = [
        try made("movie/1", name, year, votes: film), try made("tv/2", name, year, votes: series),
      ]
    }
    #expect(key(match) == expected)
    if expected == nil {
      #expect(match == .ambiguous(film > series ? ["movie/1", "tv/2"] : ["tv/2", "movie/1"], 2))
    }
    // What the file says is not weighed against it.
    let (typed, _) = try await self.match(wanted(name, year, .movie)) {
      $0.titles = [
        try made("movie/1", name, year, votes: film), try made("tv/2", name, year, votes: series),
      ]
    }
    #expect(key(typed) == "movie/1")
  }

  /// A network, or a key, would tell nothing more.
  @Test func two_titles_of_one_name_are_named_also_offline() async throws {
    let (match, _) = try await match(wanted("Leap Year", 2010)) {
      $0.isOffline = true
      $0.titles = [
        try made("movie/1", "Leap Year", 2010, votes: 50), try made("movie/2", "Leap Year", 2010, votes: 40),
      ]
    }
    #expect(match == .ambiguous(["movie/1", "movie/2"], 2))
    // Of one of them the votes are not known yet.
    let (asked, _) = try await self.match(wanted("Leap Year", 2010)) {
      $0.isOffline = true
      let unknown: JSONValue = ["key": "movie/2", "title": "Leap Year", "year": 2010]
      $0.titles = [
        try made("movie/1", "Leap Year", 2010, votes: 50), try #require(Title(json: unknown)),
      ]
    }
    #expect(
      asked == .notQueried(.init(reason: .network, message: .titlesOfNameAre(2, ["movie/1", "movie/2"]))))
  }

  /// Upstream and files may say anything.
  @Test func votes_without_bounds_do_no_harm() async throws {
    var (one, other) = (try made("movie/1", "Dune", 2021), try made("movie/2", "Dune", 2021))
    for (votes, others) in [(Int.max, Int.max - 1), (Int.max, 5), (.min, .max)] {
      (one.voteCount, other.voteCount) = (votes, others)
      let isClear = max(votes, others) / 10 >= min(votes, others)
      let expected = isClear ? TitleMatcher.Choice.one(votes > others ? one : other) : .several([one, other])
      #expect(TitleMatcher.choose(among: [one, other], year: 2021) == expected)
    }
    // Nor do they get so far.
    let read = try made("movie/3", "Dune", 2021, votes: .max)
    #expect(read.voteCount == nil)
    #expect(key(try await match(wanted("Dune", 2021)) { $0.titles = [read] }.0) == "movie/3")
  }

  @Test func who_cannot_be_asked_is_no_nobody() async throws {
    let error = RPCError(.upstreamUnavailable, .words("TMDB is away"))
    for title in [
      wanted("Dune", 2021), wanted("Dune", 2021, keys: [.tmdb(.movie, 1)]),
      wanted(nil, nil, keys: [.tmdb(.movie, 1)]),
    ] {
      let (found, _) = try await match(title) { $0.error = error }
      #expect(found == .notQueried(.init(reason: .network, message: .words("TMDB is away"))))
    }
    let (unknown, _) = try await match(wanted("Dune", 2021, keys: [.tmdb(.movie, 1)])) {
      $0.error = RPCError(.notFound, .words("no such title"))
    }
    #expect(kind(unknown) == .notFound)
    await #expect(throws: CancellationError.self) {
      _ = try await match(wanted("Dune", 2021)) { $0.error = CancellationError() }
    }
  }

  @Test func what_tmdb_was_not_asked_about_is_not_unknown() async throws {
    let (found, _) = try await match(wanted("Dune", 2021)) {
      $0.isOffline = true
      $0.titles = [try made("movie/1", "Dune: Part Two", 2021)]
    }
    #expect(kind(found) == .unavailable)
    let (local, _) = try await match(wanted("Dune", 2021)) {
      $0.isOffline = true
      $0.titles = [try made("movie/1", "Dune", 2021)]
    }
    #expect(key(local) == "movie/1")
  }

  @Test func original_name_is_tried_too() async throws {
    var title = wanted("Der Wüstenplanet", 2021)
    title.originalTitle = "Dune"
    let (found, titles) = try await match(title) { $0.titles = [try made("movie/1", "Dune", 2021)] }
    #expect(key(found) == "movie/1")
    #expect(await titles.asked == ["Der Wüstenplanet 2021", "Der Wüstenplanet -", "Dune 2021"])
  }

  @Test func names_are_english_and_what_is_kept_is_not() async throws {
    let (found, titles) = try await match(wanted("Dune", 2021), language: "de-DE") {
      $0.titles = [try made("movie/1", "Dune", 2021)]
      $0.details["movie/1"] = try made("movie/1", "Der Wüstenplanet", 2021)
    }
    guard case .found(let cached) = found else { return #expect(Bool(false), "\(found)") }
    #expect(cached.title.title == "Der Wüstenplanet" && cached.imdbID == "tt0000009")
    #expect(await titles.askings.map(\.language) == ["en-US", "de-DE"])
  }
}
