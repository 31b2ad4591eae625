import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

/// Bodies in which anything may be anything: what is wrong costs itself, and never the daemon. Not on the
/// loop, which other suites want at the same time.
@Suite(.timeLimit(.minutes(20))) struct HostileTMDBTests {
  /// What stands in the place of any value.
  private static let replacements: [JSONValue] = [
    .null, true, "", -1, .number("1e400"), .number("9223372036854775807"), 0.5, [.null, [[]]], [:],
    .string("\u{0}\u{1B}\u{202E}" + String(repeating: "ф\"", count: 1000)),
  ]

  /// The value with each of its members, and its first item, replaced or removed in turn.
  static func variants(_ value: JSONValue, _ visit: (JSONValue) throws -> Void) rethrows {
    switch value {
    case .object(let members):
      for index in members.indices {
        var changed = members
        changed.remove(at: index)
        try visit(.object(changed))
        for replacement in replacements {
          changed = members
          changed[index].value = replacement
          try visit(.object(changed))
        }
        try variants(members[index].value) { inner in
          changed = members
          changed[index].value = inner
          try visit(.object(changed))
        }
      }
    case .array(let items):
      for index in items.indices.prefix(1) {
        for replacement in replacements {
          var changed = items
          changed[index] = replacement
          try visit(.array(changed))
        }
        try variants(items[index]) { inner in
          var changed = items
          changed[index] = inner
          try visit(.array(changed))
        }
      }
    default: break
    }
  }

  private static let row: JSONValue = ["id": 8, "title": "Short", "overview": "Too."]

  /// Its rows are short: those of lists have a test of their own.
  private static let film = TMDBDetailTests.film.with([
    JSONMember("similar", Bodies.page([row])), JSONMember("recommendations", Bodies.page([row])),
    JSONMember("videos", ["results": [TMDBDetailTests.video("AAAAAAAAAAA", "Trailer", "fi")]]),
  ])

  private static let series = Bodies.series(7).with([
    JSONMember("episode_run_time", [50]), JSONMember("created_by", [["name": "C"]]),
    JSONMember(
      "seasons",
      [
        [
          "season_number": 1, "name": "One", "episode_count": 8, "air_date": "2019-05-01",
          "poster_path": "/s.jpg",
        ]
      ]),
    JSONMember("content_ratings", ["results": [["iso_3166_1": "US", "rating": "TV-14"]]]),
    JSONMember("external_ids", ["imdb_id": "tt7654321"]),
  ])

  @Test(arguments: [Title.MediaType.movie, .tv])
  func detail_of_anything_is_refused_or_small(_ mediaType: Title.MediaType) {
    var (read, refused) = (0, 0)
    Self.variants(mediaType == .movie ? Self.film : Self.series) { body in
      do throws(UndecodableAnswer) {
        var detail = try TMDBDetail(body, mediaType, 7)
        read += 1
        detail.detail.similar = detail.similar.map(\.title)
        detail.detail.recommendations = detail.recommendations.map(\.title)
        detail.detail.whereToWatch = detail.whereToWatch(in: ["DE", "FR"])
        detail.detail.certification = detail.certification(in: "DE")
        detail.detail.fit()
        var writer = JSONWriter()
        detail.detail.write(into: &writer)
        #expect(writer.bytes.count < 62 << 10)
      } catch {
        refused += 1
      }
    }
    // Only the number and the title are needed.
    #expect(read > 300 && refused > 5 && refused < read / 10)
  }

  @Test(arguments: ["", " ", "\u{200B}", "\u{202E}\u{2060}", "\u{3164}"])
  func title_of_which_nothing_can_be_seen_is_the_original_or_none(_ blank: String) throws {
    let row: JSONValue = ["id": 8, "title": .string(blank), "original_title": "千"]
    #expect(Title(tmdb: row, .movie, .row)?.title == "千")
    let nameless: JSONValue = ["id": 8, "title": .string(blank), "original_title": .string(blank)]
    #expect(Title(tmdb: nameless, .movie, .row) == nil)
    let alone: JSONValue = ["id": 8, "title": "Short", "original_title": .string(blank)]
    #expect(try #require(Title(tmdb: alone, .movie, .row)).originalTitle == nil)
  }

  @Test func row_of_anything_costs_only_itself() throws {
    let page = Bodies.page([Bodies.film(1), Bodies.film(2)])
    var refused = 0
    Self.variants(page) { body in
      do throws(UndecodableAnswer) {
        let page = try TMDBPage(body, of: .movie)
        #expect((0...10_000).contains(page.total))
        #expect(page.rows.count <= 20)
      } catch {
        refused += 1
        // No list at all, or one that has no film in it.
        #expect((body["results"]?.arrayValue ?? []).allSatisfy { $0["id"] == nil })
      }
    }
    #expect(refused > 5)
    let rows: [JSONValue] = [Bodies.film(1).with("title", 5).with("original_title", .null), Bodies.film(2)]
    #expect(
      try TMDBPage(Array(Bodies.page(rows).text().utf8), of: .movie).rows.map { $0?.title.id } == [nil, 2])
  }

  @Test func table_of_anything_is_refused_or_read() throws {
    let genres: JSONValue = ["genres": [["id": 1, "name": "A"]]]
    let codes: JSONValue = [["iso_3166_1": "DE", "english_name": "Germany", "native_name": "x"]]
    let providers: JSONValue = [
      "results": [
        [
          "provider_id": 8, "provider_name": "N", "logo_path": "/n.jpg", "display_priority": 1,
          "display_priorities": ["DE": 0],
        ]
      ]
    ]
    let found: JSONValue = ["movie_results": [["id": 1]], "tv_results": [["id": 2]]]
    var (count, refused) = (0, 0)
    func read(_ value: JSONValue, _ body: ([UInt8]) throws -> Void) throws {
      try Self.variants(value) { changed in
        count += 1
        do {
          try body(Array(changed.text().utf8))
        } catch let error where error is UndecodableAnswer {
          refused += 1
        }
      }
    }
    try read(genres) { _ = try TMDBGenreTable($0) }
    try read(codes) { _ = try TMDBCodeTable($0, code: "iso_3166_1") }
    try read(providers) { _ = try TMDBProviderTable($0, country: "DE") }
    try read(found) { body in
      let names = try TMDBFound(body).names
      #expect(names.count <= TMDBFound.maxNames)
    }
    #expect(count > 200 && refused > 10 && refused < count)
  }

  @Test(arguments: [
    "", "<html><body>Log in</body></html>", "null", "5", "\"text\"", "[]", "{", #"{"results":{}}"#,
    #"{"results":null}"#, #"{"results":[null,{"id":"x"}],"genres":[null],"total_results":2}"#,
    #"{"results":[{"name":"without a number","media_type":"person"}],"total_results":1}"#,
    #"{"results":[5],"movie_results":null,"tv_results":5}"#, #"{"results":[{"id":1,"title":"A"}]}"#,
    #"{"success":false,"status_code":34}"#,
    String(repeating: "[", count: 100_000),
  ])
  func what_is_no_answer_is_refused(_ text: String) {
    let body = Array(text.utf8)
    #expect(throws: UndecodableAnswer.self) { try TMDBPage(body, of: .movie) }
    #expect(throws: UndecodableAnswer.self) { try TMDBDetail(body, .movie, 1) }
    #expect(throws: UndecodableAnswer.self) { try TMDBGenreTable(body) }
    #expect(throws: UndecodableAnswer.self) { try TMDBFound(body) }
    #expect(throws: UndecodableAnswer.self) { try TMDBCodeTable(body, code: "iso_3166_1", in: "results") }
    #expect(throws: UndecodableAnswer.self) { try TMDBProviderTable(body, country: "DE") }
  }

  /// The longest a list may be made: texts without end, in letters that need an escape.
  @LoopActor @Test func page_of_twenty_stays_within_what_clients_read() async throws {
    let long = JSONValue.string(String(repeating: "\"\u{1}漢 ", count: 800))
    let row = Bodies.series(1).with([
      JSONMember("name", long), JSONMember("original_name", long), JSONMember("overview", long),
      JSONMember("genre_ids", .array(repeatElement(10765, count: 100).map { .integer($0) })),
    ])
    let fetcher = PreparedFetcher([
      "/tv/popular": Bodies.page((1...30).map { row.with("id", .integer($0 + 900_000_000)) })
    ])
    let found = try await TMDBSource(fetcher: fetcher).browse(
      BrowseParams(list: .popular, mediaType: .tv), .test())
    #expect(found.titles.count == 20)
    var writer = JSONWriter()
    TitlePage(revision: "", results: found.titles, page: 1, pageSize: 20, totalResults: found.total).write(
      into: &writer)
    #expect(writer.bytes.count < 64_000)
  }

  @LoopActor @Test func detail_without_end_is_cut_to_size() async throws {
    let long = JSONValue.string(String(repeating: "\"\u{1}漢 ", count: 800))
    let person: JSONValue = ["name": long, "character": long, "job": long, "profile_path": "/p.jpg"]
    let offers = JSONValue.array(
      (1...200).map { TMDBDetailTests.provider($0, String(repeating: "w", count: 200), $0) })
    let countries = (0..<100).map {
      "\(Character(Unicode.Scalar(65 + UInt8($0 / 26))))\(Character(Unicode.Scalar(65 + UInt8($0 % 26))))"
    }
    let body = TMDBDetailTests.film.with([
      JSONMember("title", long), JSONMember("overview", long), JSONMember("tagline", long),
      JSONMember(
        "credits",
        [
          "cast": .array((1...40).map { _ in person }),
          "crew": .array((1...40).map { person.with("job", .string("Job \($0)")) }),
        ]),
      JSONMember(
        "recommendations",
        [
          "results": .array(
            (1...30).map { Bodies.film($0 + 100).with("overview", long).with("title", long) })
        ]),
      JSONMember(
        "watch/providers",
        ["results": .object(countries.map { JSONMember($0, ["flatrate": offers, "buy": offers]) })]),
      JSONMember(
        "seasons",
        .array((0...400).map { ["season_number": .integer($0), "name": long, "poster_path": "/s.jpg"] })),
    ])
    let fetcher = PreparedFetcher(["/movie/7": body])
    let found = try #require(
      try await TMDBSource(fetcher: fetcher).detail(.tmdb(.movie, 7), .test(countries: countries)))
    var writer = JSONWriter()
    found.detail.write(into: &writer)
    #expect(writer.bytes.count < 60 << 10)
    // What makes it a detail is there all the same.
    #expect(found.detail.cast.count == 20 && found.detail.title.overview?.isEmpty == false)
  }
}
