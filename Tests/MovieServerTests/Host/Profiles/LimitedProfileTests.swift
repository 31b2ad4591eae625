import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct LimitedProfileTests {
  /// A client in a profile with an age limit, in Germany.
  private func limited(
    _ titles: RatedTitles, limit: Int = 12, library: Library = Library(folder: nil)
  ) async throws -> (LineClient, server: InProcess) {
    let server = await InProcess.make(titles: titles, library: library)
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":\#(limit),"age_region":"DE"}"#)
    _ = try client.ask("hello", #"{"profile":"Kids"}"#)
    return (client, server)
  }

  private func keys(_ titles: JSONValue?) -> [String] {
    titles?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }

  private func keys(_ reply: JSONValue) -> [String] { keys(reply["result"]?["results"]) }
  private func hidden(_ reply: JSONValue) -> Int? { reply["result"]?["meta"]?["hidden"]?.intValue }

  /// 1 is for all, 2 from 12, 3 from 16, 4 unknown, 5 unknown in Germany, 6 marked as adult.
  private let rated = [
    1: ["DE": "0"], 2: ["DE": "12", "US": "R"], 3: ["DE": "16", "US": "G"], 4: nil, 5: ["US": "G"],
    6: ["DE": "0"],
  ]

  @Test(arguments: [
    ("search", #"{"q":"x"}"#), ("browse", #"{"list":"popular"}"#), ("suggest", #"{"q":"x"}"#),
    ("browse", #"{"list":"popular","region":"US"}"#),
  ])
  func what_is_for_older_people_is_hidden_and_counted(_ method: String, _ params: String) async throws {
    let (client, server) = try await limited(RatedTitles(rated))
    let reply = try client.ask(method, params)
    #expect(keys(reply) == ["movie/1", "movie/2"] && hidden(reply) == 4)
    // Kept bytes too, and for others nothing is hidden.
    #expect(keys(try client.ask(method, params)) == ["movie/1", "movie/2"])
    let all = try await server.connect().ask(method, params)
    #expect(keys(all).count == 6 && hidden(all) == 0)
  }

  @Test func what_is_around_a_title_for_adults_is_not_shown() async throws {
    let (child, server) = try await limited(RatedTitles(rated))
    let client = try await server.connect()
    for method in ["related", "reviews", "images"] {
      #expect(try client.ask(method, #"{"key":"movie/6"}"#).kind == "not_found", "\(method)")
      #expect(try child.ask(method, #"{"key":"movie/6"}"#).kind == "forbidden", "\(method)")
    }
    // Nothing is known of it.
    #expect(try child.ask("related", #"{"key":"itunes/1"}"#).kind == "forbidden")
    #expect(try client.ask("person", #"{"name":"adult"}"#).kind == "not_found")
    #expect(try child.ask("person", #"{"name":"adult"}"#).kind == "forbidden")
  }

  @Test func collection_with_a_part_for_adults_has_no_text_and_no_pictures() async throws {
    let (child, server) = try await limited(RatedTitles([1: ["DE": "0"], 6: ["DE": "0"]]))
    for client in [child, try await server.connect()] {
      let found = try client.ask("collection", #"{"id":1}"#)["result"]
      #expect(found?["overview"] == .null && found?["poster_path"] == .null)
      #expect(keys(found?["parts"]) == ["movie/1"])
    }
    let (other, adult) = try await limited(RatedTitles([6: ["DE": "0"]]))
    #expect(try other.ask("collection", #"{"id":1}"#).kind == "forbidden")
    #expect(try await adult.connect().ask("collection", #"{"id":1}"#).kind == "not_found")
  }

  @Test func first_screen_has_neither_hero_nor_rows_of_what_is_hidden() async throws {
    let (client, _) = try await limited(RatedTitles([3: ["DE": "16"]]))
    let empty = try client.ask("home", #"{"rows":["popular","top_rated"]}"#)["result"]
    #expect(empty?["hero"] == .null && empty?["rows"]?.arrayValue?.isEmpty == true)
    #expect(empty?["meta"]?["hidden"] == 2)
    let (some, _) = try await limited(RatedTitles(rated))
    let home = try some.ask("home", #"{"rows":["popular"],"seed":1}"#)["result"]
    #expect(["movie/1", "movie/2"].contains(home?["hero"]?["key"]?.stringValue))
    #expect(keys(home?["rows"]?[0]?["results"]) == ["movie/1", "movie/2"])
    #expect(home?["rows"]?[0]?["meta"]?["hidden"] == 4 && home?["meta"]?["hidden"] == 4)
  }

  /// Of 90 films every third may be seen.
  private let many = Dictionary(
    uniqueKeysWithValues: (1...90).map { ($0 + 100, ["DE": $0 % 3 == 0 ? "6" : "16"]) })

  /// Where hardly anything may be seen, one page does not ask for everything.
  @Test func search_for_what_may_be_seen_has_an_end() async throws {
    let titles = RatedTitles(Dictionary(uniqueKeysWithValues: (1...2000).map { ($0, ["DE": "18"]) }))
    let (client, _) = try await limited(titles)
    #expect(keys(try client.ask("browse", #"{"list":"popular","page_size":20}"#)) == [])
    #expect((200...300).contains(await titles.asked.count))
  }

  @Test func first_screen_waits_for_no_certificate() async throws {
    let titles = RatedTitles(rated)
    let (client, _) = try await limited(titles)
    _ = try client.ask("home", #"{"rows":["popular","trending"]}"#)
    let asked = await titles.asked
    #expect(!asked.isEmpty && asked.allSatisfy(\.isCacheOnly))
    // 4 and 5 have none in Germany; 6 is hidden whatever it has.
    #expect(await Set(titles.learnt.map(\.text)) == ["movie/4", "movie/5"])
    await titles.fail()
    await titles.forget()
    _ = try client.ask("home", #"{"rows":["popular"]}"#)
    #expect(await titles.learnt.count { $0.text == "movie/3" } >= 1)
  }

  @Test(arguments: [(false, 6), (true, 2)])
  func what_upstream_found_within_the_limit_is_shown_unless_its_own_word_is_stricter(
    _ hasCertificates: Bool, _ count: Int
  ) async throws {
    let titles = RatedTitles(hasCertificates ? [1: ["DE": "0"], 2: ["DE": "12"], 3: ["DE": "16"]] : many)
    await titles.findWithinLimit()
    if !hasCertificates { await titles.fail() }
    let (client, _) = try await limited(titles)
    let reply = try client.ask("browse", #"{"list":"popular","page_size":6}"#)
    #expect(keys(reply).count == count && hidden(reply) == (hasCertificates ? 1 : 0))
    #expect(await titles.asked.allSatisfy(\.isCacheOnly))
  }

  @Test(arguments: ["browse", "suggest", "home"])
  func limit_without_a_key_is_told(_ method: String) async throws {
    let (client, _) = try await limited(RatedTitles(rated, knowsCertificates: false))
    let params = ["browse": #"{"list":"award"}"#, "suggest": #"{"q":"x"}"#][method] ?? "{}"
    let reply = try client.ask(method, params)
    #expect(reply["result"]?["meta"]?["reason"] == "no_key" && (hidden(reply) ?? 0) >= 6)
    #expect(keys(reply) == [])
  }

  @Test(arguments: ["movie/3", "movie/4", "movie/5", "movie/6", "imdb/tt0000003", "imdb/tt0000006"])
  func hidden_title_is_forbidden_by_its_key(_ key: String) async throws {
    let (client, server) = try await limited(RatedTitles(rated))
    let other = try await server.connect()
    _ = try other.ask("settings.update", #"{"set":{"include_adult":true}}"#)
    for method in ["detail", "trailer", "watchlist.add", "favorites.add", "favorites.toggle"] {
      let reply = try client.ask(method, #"{"key":"\#(key)"}"#)
      #expect(reply.kind == "forbidden", "\(method)")
      #expect(reply["error"]?["data"]?["needs"] == "age")
      #expect(reply["error"]?["message"]?.stringValue?.hasPrefix(method) == true)
      #expect(try other.ask(method, #"{"key":"\#(key)"}"#).kind == nil, "\(method)")
      // Now that the library knows it, too.
      #expect(try client.ask(method, #"{"key":"\#(key)"}"#).kind == "forbidden", "\(method)")
    }
    #expect(try client.ask("favorites")["result"]?["total_results"] == 0)
  }

  @Test func what_may_be_seen_may_be_kept_and_what_was_kept_is_hidden_later() async throws {
    let titles = RatedTitles(rated)
    let (client, _) = try await limited(titles)
    for key in ["movie/1", "imdb/tt0000002"] {
      for method in ["detail", "trailer", "watchlist.add"] {
        #expect(try client.ask(method, #"{"key":"\#(key)"}"#).kind == nil)
      }
    }
    #expect(keys(try client.ask("watchlist")) == ["movie/2", "movie/1"])
    await titles.rate(2, ["DE": "18"])
    // What results depend on is another; a certificate that changes is noticed with the answer's age.
    _ = try client.ask("settings.update", #"{"set":{"debounce_ms":1}}"#)
    let list = try client.ask("watchlist")
    #expect(keys(list) == ["movie/1"] && hidden(list) == 1)
    // It may be taken off.
    #expect(try client.ask("watchlist.remove", #"{"key":"movie/2"}"#)["result"]?["changed"] == true)
    #expect(hidden(try client.ask("watchlist")) == 0)
  }

  @Test func list_waits_for_its_certificates() async throws {
    let titles = RatedTitles(rated)
    let (client, server) = try await limited(titles)
    await titles.hold()
    try client.send(Ask.method(1, "search", #"{"q":"x","timeout_ms":120000}"#))
    await server.until { _ in titles.waiting == 5 }
    #expect(!client.hasInput)
    await titles.release()
    #expect(keys(try client.reply()) == ["movie/1", "movie/2"])
  }

  @Test func what_is_not_known_in_time_is_hidden_and_the_answer_is_not_kept_for_long() async throws {
    let titles = RatedTitles(rated)
    let (client, server) = try await limited(titles)
    await titles.fail()
    let params = #"{"q":"x","timeout_ms":120000}"#
    let question = Ask.method(1, "search", params)
    #expect(hidden(try client.call(question)) == 6)
    let results = await server.see { server in
      let generation = server.profiles.named("Kids")?.generation ?? server.profiles.initial.generation
      let method = server.router.handlers.first { $0.method === SearchMethod.method }?.index ?? 0
      let sent = Array(params.utf8)
      return server.results.find(method: method, sent: sent.span, in: generation)?.meta.freshUntil
    }
    let freshUntil = try #require(results)
    #expect(freshUntil <= .now + .seconds(5))
    // With what is unknown shown it is the same: it may turn out to be for older people.
    _ = try await server.connect().ask("settings.update", #"{"set":{"unknown_age":"show"}}"#)
    #expect(keys(try client.call(question)).count == 5)
  }

  @Test func certificates_are_asked_for_whatever_age_an_answer_may_have_and_suggest_asks_nobody() async throws
  {
    let titles = RatedTitles(rated)
    let (client, _) = try await limited(titles)
    _ = try client.ask("search", #"{"q":"x","max_age_ms":0}"#)
    // Of those that Germany has no word for, it is asked whether that has come within a week.
    let week: Duration = .seconds(604_800)
    #expect(await titles.asked.allSatisfy { [nil, week].contains($0.maxAge) && !$0.isCacheOnly })
    #expect(await titles.asked.allSatisfy { $0.deadline != nil })
    #expect(await titles.asked.count { $0.maxAge == week } == 1)
    await titles.forget()
    _ = try client.ask("suggest", #"{"q":"x"}"#)
    #expect(await titles.asked.allSatisfy(\.isCacheOnly))
    #expect(await titles.asked.count == 5)
    await titles.forget()
    _ = try client.ask("search", #"{"q":"y","cache_only":true}"#)
    #expect(await titles.asked.allSatisfy(\.isCacheOnly))
  }

  @Test func who_has_no_age_limit_asks_for_no_certificate() async throws {
    let titles = RatedTitles(rated)
    let client = try await InProcess.make(titles: titles).connect()
    for (method, params) in [
      ("search", #"{"q":"x"}"#), ("browse", #"{"list":"popular"}"#), ("home", "{}"),
      ("detail", #"{"key":"movie/3"}"#), ("trailer", #"{"key":"movie/3"}"#), ("suggest", #"{"q":"x"}"#),
    ] {
      #expect(try client.ask(method, params).kind == nil)
    }
    #expect(await titles.asked.isEmpty)
  }

  @Test(arguments: ["detail", "trailer", "watchlist.add"])
  func what_is_marked_as_adult_is_not_found_unless_the_setting_says_so(_ method: String) async throws {
    let client = try await InProcess.make(titles: RatedTitles(rated)).connect()
    let hidden = try client.ask(method, #"{"key":"movie/6"}"#)
    #expect(hidden.kind == "not_found")
    #expect(hidden["error"]?["data"]?["remedy"] == ["setting": "include_adult"])
    _ = try client.ask("settings.update", #"{"set":{"include_adult":true}}"#)
    #expect(try client.ask(method, #"{"key":"movie/6"}"#).kind == nil)
  }

  @Test func limited_profile_never_asks_for_what_is_marked_as_adult() async throws {
    let titles = RatedTitles(rated)
    let (client, server) = try await limited(titles)
    _ = try client.ask("settings.update", #"{"set":{"include_adult":true}}"#)
    _ = try client.ask("search", #"{"q":"x"}"#)
    #expect(await titles.searches.map(\.includesAdult) == [false])
    let other = try await server.connect()
    _ = try other.ask("settings.update", #"{"set":{"include_adult":true}}"#)
    _ = try other.ask("search", #"{"q":"x"}"#)
    #expect(await titles.searches.map(\.includesAdult) == [false, true])
  }
}

/// Films whose certificates the test decides.
@LoopActor
final class RatedTitles: NoTitles {
  private var certificates: [Int: [String: String]?]
  private(set) var asked: [FetchOptions] = []
  private(set) var searches: [FetchOptions] = []
  private var isHeld = false
  private var isFailing = false
  private var held: [CheckedContinuation<Void, Never>] = []

  struct Fault: Error {}

  private(set) var learnt: [TitleKey] = []
  private var isWithinLimit = false
  private let hasUpstream: Bool
  override var knowsCertificates: Bool { hasUpstream }
  override func learnCertificates(of keys: [TitleKey], _ options: FetchOptions) { learnt += keys }
  func findWithinLimit() { isWithinLimit = true }

  nonisolated init(_ certificates: [Int: [String: String]?], knowsCertificates: Bool = true) {
    self.certificates = certificates
    hasUpstream = knowsCertificates
    super.init()
  }

  var waiting: Int { held.count }
  func rate(_ number: Int, _ certificates: [String: String]) { self.certificates[number] = certificates }
  func hold() { isHeld = true }
  func fail() { isFailing = true }
  func forget() { asked = [] }

  func release() {
    isHeld = false
    let ready = held
    held = []
    for one in ready { one.resume() }
  }

  private func title(_ number: Int) -> Title {
    var title = Title(.tmdb(.movie, number), "Title \(number)", source: .tmdb)
    title.isAdult = number == 6
    return title
  }

  private var all: [Title] { certificates.keys.sorted().map(title) }
  private let meta = Meta(source: .tmdb, cache: .none, attribution: ["TMDB"])

  private func page(_ number: Int, _ size: Int) -> FoundTitles {
    let rows = TitlePage.rows(page: number, pageSize: size).map {
      all.dropFirst($0.lowerBound).prefix($0.count)
    }
    var found = FoundTitles(titles: Array(rows ?? []), total: all.count, meta: meta)
    found.isWithinLimit = isWithinLimit
    return found
  }

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    searches.append(options)
    return page(params.page, params.pageSize)
  }

  override func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles {
    page(1, 100)
  }

  override func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    page(params.page, params.pageSize)
  }

  private func number(_ key: TitleKey) -> Int? {
    switch key {
    case .tmdb(_, let id): id
    case .imdb(let text): Int(text.dropFirst(2))
    case .itunes: nil
    }
  }

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    number(key).map { number in
      var detail = TitleDetail(title(number))
      (detail.similar, detail.recommendations) = (all, all)
      return FoundDetail(detail: detail, meta: meta)
    }
  }

  override func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    var collection = FilmCollection(id: 1, name: "All titles")
    collection.overview = "Title 3 and others."
    collection.posterPath = "/secret.jpg"
    collection.parts = all
    return Found(collection, meta: meta)
  }

  override func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? { self.page(page, pageSize) }

  override func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? {
    Found(FoundByID(all), meta: meta)
  }

  override func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? {
    number(key).map { Found(TitlePictures(title($0), [ListedPicture(.poster, "/secret.jpg")]), meta: meta) }
  }

  override func season(
    _ key: TitleKey, number: Int, _ options: FetchOptions
  ) async throws -> Found<FoundSeason>? {
    self.number(key).map { id in
      let series = title(id)
      return Found(
        FoundSeason(series, SeasonDetail(of: series.key, series.title, number: number, name: "S")), meta: meta
      )
    }
  }

  override func person(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    var detail = PersonDetail(Person(PersonKey(1), name: "Somebody"))
    detail.person.isAdult = choice == .name("adult")
    detail.knownFor = all
    return Found(
      PersonWithCredits(detail, all.map { CreditedTitle($0, Credit(department: "Acting")) }), meta: meta)
  }

  override func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    number(params.key).map { number in
      FoundVideos(
        key: title(number).key, title: "Title \(number)", videos: [], about: title(number), meta: meta)
    }
  }

  override func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? {
    asked.append(options)
    if isHeld { await withCheckedContinuation { held.append($0) } }
    if isFailing { throw Fault() }
    return number(key).flatMap { certificates[$0] ?? nil }
  }
}
