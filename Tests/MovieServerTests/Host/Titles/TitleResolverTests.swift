import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer
@testable import MovieSources

/// Words in place of a key.
@Suite(.timeLimit(.minutes(20))) struct TitleResolverTests {
  private func call(
    _ client: borrowing LineClient, _ method: String, _ params: JSONValue
  ) throws -> (result: JSONValue?, error: JSONValue?) {
    let reply = try client.call(Ask.method(1, method, params.text()))
    return (reply["result"], reply["error"])
  }

  private func candidates(_ error: JSONValue?) -> [String] {
    (error?["data"]?["candidates"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
  }

  @Test(arguments: [
    ("dune", "movie/438631"), ("dune 1984", "movie/841"), ("Dune (1985)", "movie/841"),
    ("matrix", "movie/603"),
    ("game of thrones", "tv/1399"), ("movie/841", "movie/841"),
    ("https://www.themoviedb.org/movie/841-dune", "movie/841"),
  ])
  func whole_name_is_what_is_stored(_ words: String, _ key: String) async throws {
    let client = try await InProcess.make().connect()
    for method in ["watchlist.add", "favorites.add", "downloads.add"] {
      var params: JSONValue = ["title": .string(words)]
      if method == "downloads.add" { params = ["title": .string(words), "assets": ["detail"]] }
      let (result, error) = try call(client, method, params)
      let title = method == "downloads.add" ? result : result?["item"]
      #expect(
        title?["key"]?.stringValue == key && title?["year"]?.intValue != nil, "\(String(describing: error))")
      if method != "downloads.add" { #expect(result?["total_results"] == 1) }
    }
  }

  @Test(arguments: [
    "heat pacino", "the dark night", "james bond", "villeneuve", "dun", "lion king", "beauty and the beast",
    "dune 1999",
  ])
  func anything_else_changes_nothing_and_names_candidates(_ words: String) async throws {
    let client = try await InProcess.make().connect()
    for method in ["watchlist.add", "favorites.add", "favorites.toggle", "downloads.add"] {
      let (_, error) = try call(client, method, ["title": .string(words)])
      #expect(error?["data"]?["kind"] == "ambiguous" && error?["code"] == 1012, "\(method) \(words)")
      let found = candidates(error)
      #expect((1...5).contains(found.count) && Set(found).count == found.count, "\(words) \(found)")
      let first = error?["data"]?["candidates"]?[0]
      #expect(first?["title"]?.stringValue?.isEmpty == false && first?["media_type"]?.stringValue != nil)
    }
    for list in ["watchlist", "favorites", "downloads"] {
      #expect(try call(client, list, [:]).result?["total_results"] == 0)
    }
  }

  /// TMDB fails at the first reading, a whole name with a year; the catalogue knows the second.
  @Test func name_with_a_year_is_known_where_tmdb_is_away() async throws {
    let configuration = try ConfigurationFile.parse(
      "tmdb.base_url = \"http://127.0.0.1:1/3\"", path: "config.toml")
    let server = await InProcess.make(
      configuration, environment: ["TMDB_API_KEY": "0123456789abcdef0123456789abcdef"])
    let client = try await server.connect()
    for words in ["dune 1984", "Dune (1984)"] {
      let (result, error) = try call(client, "watchlist.add", ["title": .string(words)])
      #expect(result?["item"]?["key"] == "movie/841", "\(words): \(String(describing: error))")
    }
    let (_, error) = try call(client, "watchlist.add", ["title": "villeneuve 1984"])
    #expect(error?["data"]?["kind"] == "upstream_unavailable")
  }

  @Test(
    arguments: [
      ("dune", "movie/438631", nil), ("dune 1984", "movie/841", nil), ("Dune (1984)", "movie/841", nil),
      ("gladaitor", "movie/98", "gladiator"), ("villeneuve", "movie/329865", nil),

      ("blade runner 2049", "movie/335984", nil), ("matrix", "movie/603", nil),
    ] as [(String, String, String?)])
  func what_only_shows_takes_the_best_match(_ words: String, _ key: String, _ corrected: String?) async throws
  {
    let client = try await InProcess.make().connect()
    for method in ["detail", "trailer"] {
      let result = try call(client, method, ["title": .string(words)]).result
      #expect(result?["key"]?.stringValue == key && result?["match"]?["key"]?.stringValue == key, "\(words)")
      #expect(result?["match"]?["corrected"]?.stringValue == corrected)
    }
  }

  /// They may find another title the next time.
  @Test func what_words_found_is_not_cached_and_what_a_key_names_is() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    _ = try call(client, "detail", ["title": "dune"])
    #expect(await server.see { $0.results.bytes } == 0)
    _ = try call(client, "detail", ["key": "movie/438631"])
    #expect(await server.see { $0.results.bytes } > 0)
  }

  @Test func key_and_address_are_no_words() async throws {
    let client = try await InProcess.make().connect()
    for title in ["movie/841", "https://www.themoviedb.org/movie/841-dune"] {
      let result = try call(client, "detail", ["title": .string(title)]).result
      #expect(result?["key"] == "movie/841" && result?["match"] == .null)
    }
  }

  @Test(arguments: ["detail", "trailer", "image", "player.play"])
  func words_that_find_nothing_to_show_are_not_found(_ method: String) async throws {
    let client = try await InProcess.make().connect()
    let (_, error) = try call(client, method, ["title": "xyzzyxyzzy"])
    #expect(error?["data"]?["kind"] == "not_found" && error?["data"]?["resource"] == "title")
    #expect(error?["message"]?.stringValue == "\(method): nothing found for \"xyzzyxyzzy\"")
  }

  @Test func word_that_nobody_knows_is_not_found() async throws {
    let client = try await InProcess.make().connect()
    let (_, error) = try call(client, "watchlist.add", ["title": "xyzzyxyzzy"])
    #expect(error?["data"]?["kind"] == "not_found" && error?["data"]?["resource"] == "title")
  }

  /// Upstream may know another one that is called so, and is waited for.
  @Test func name_waits_for_a_slow_upstream() async throws {
    let client = try await InProcess.make(titles: SlowNames()).connect()
    for words in ["Dune", "Dune 1984", "Dune (1984)", "Dune (2999)"] {
      let (_, error) = try call(client, "favorites.add", ["title": .string(words)])
      #expect(Set(candidates(error)) == ["movie/841", "movie/2"], "\(words)")
    }
  }

  @Test func titles_of_a_list_are_named_among_those_of_the_list() async throws {
    let client = try await InProcess.make().connect()
    for key in ["movie/841", "movie/438631", "movie/348"] {
      _ = try call(client, "watchlist.add", ["key": .string(key)])
    }
    let two = try call(client, "watchlist.remove", ["title": "dune"]).error
    #expect(two?["data"]?["kind"] == "ambiguous" && Set(candidates(two)) == ["movie/841", "movie/438631"])
    let near = try call(client, "watchlist.update", ["title": "ali", "watched": true]).error
    #expect(near?["data"]?["kind"] == "ambiguous" && candidates(near) == ["movie/348"])
    // It is in the catalogue, and on no list.
    let other = try call(client, "watchlist.remove", ["title": "interstellar"]).error
    #expect(other?["data"]?["kind"] == "not_found" && other?["data"]?["resource"] == "entry")
    #expect(try call(client, "favorites.remove", ["title": "alien"]).error?["data"]?["kind"] == "not_found")
    let removed = try call(client, "watchlist.remove", ["title": "dune 1984"]).result
    #expect(removed?["item"]?["key"] == "movie/841" && removed?["total_results"] == 2)
    #expect(
      try call(client, "watchlist.update", ["title": "Alien", "watched": true]).result?["changed"] == true)
  }

  @Test func downloads_are_named_among_the_downloads() async throws {
    let client = try await InProcess.make().connect()
    for key in ["movie/841", "movie/438631"] {
      _ = try call(client, "downloads.add", ["key": .string(key), "assets": ["detail"]])
    }
    for method in ["downloads.get", "downloads.pause", "downloads.resume", "downloads.remove"] {
      #expect(candidates(try call(client, method, ["title": "dune"]).error).count == 2)
      #expect(try call(client, method, ["title": "alien"]).error?["data"]?["resource"] == "download")
    }
    #expect(try call(client, "downloads.pause.all", [:]).result?["total_results"] == 2)
    let one = try call(client, "downloads.pause", ["title": "dune 1984"]).result
    #expect(one?["key"] == "movie/841" && one?["year"] == 1984)
    #expect(try call(client, "downloads.remove", ["title": "dune 1984"]).result?["key"] == "movie/841")
  }

  @Test func request_gives_the_key_or_the_title() async throws {
    let client = try await InProcess.make().connect()
    let both = try call(client, "watchlist.add", ["key": "movie/841", "title": "dune"]).error
    #expect(both?["data"]?["param"] == "title" && both?["data"]?["expected"] == "key or title")
    let none = try call(client, "downloads.get", [:]).error
    #expect(none?["data"]?["kind"] == "invalid_params" && none?["data"]?["param"] == "key")
    #expect(none?["message"] == "downloads.get: key or title is missing")
  }
}

/// Who does not wait is told of one title only.
@LoopActor
private final class SlowNames: NoTitles {
  private let titles = ["movie/841", "movie/2"].compactMap { key in
    Title(json: ["key": .string(key), "title": "Dune", "release_date": "1984-12-14"])
  }

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    var found = FoundTitles.nothing
    found.titles = Array(titles.prefix(options.patientUntil == nil ? 2 : 1))
    return found
  }

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    titles.first { $0.key == key }.map {
      FoundDetail(detail: TitleDetail($0), meta: Meta(source: .catalogue, cache: .none, attribution: []))
    }
  }
}
