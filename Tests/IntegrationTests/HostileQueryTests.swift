import JSONRPC
import TestSupport
import Testing

/// What a person may type and what a script may get wrong: the right answer or the right error, and the
/// daemon goes on.
@Suite(.timeLimit(.minutes(20))) struct HostileQueryTests {
  private func ask(_ client: LineClient, _ method: String, _ params: String) throws -> JSONValue {
    try client.call(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).text() }

  @Test func any_text_is_a_question() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    let texts =
      [
        "\"", "*", "NEAR", "NEAR(a b, 3)", "-", "- -", "a AND b", "a OR", "NOT a", "title:dune", "^dune",
        "dune*",
        "\"dune", "(dune", "dune)", "{dune}", "'; DROP TABLE title; --", "%", "_", "\\", "오징어", "오징ㅇ",
        "フリーレン",
        "🎬", "👨‍👩‍👧‍👦", "Ame\u{301}lie", "amélie", "\u{301}", "\u{202E}enud", "dune\u{0}", "dune\n", "\u{1B}[31m",
        "ß", "İ",
        "ﬁ", "\u{FEFF}dune", "\u{E000}", "\u{10FFFF}",
      ] + [
        String(repeating: "a", count: 200), String(repeating: "a ", count: 100),
        String(repeating: "é", count: 200),
        String(repeating: "\"", count: 200), String(repeating: "한", count: 200),
        String(repeating: "\u{1F3AC}", count: 200),
      ]
    for text in texts {
      for method in ["search", "suggest"] {
        let reply = try ask(client, method, #"{"q":\#(quoted(text))}"#)
        let kind = reply["error"]?["data"]?["kind"]?.stringValue
        // Nothing but blanks is refused; everything else is looked for.
        #expect(
          reply["result"]?["results"]?.arrayValue != nil || kind == "invalid_params",
          "\(text.debugDescription)")
      }
    }
    for (text, title) in [
      ("Ame\u{301}lie", "Amélie"), ("오징어 게", "Squid Game"), ("DUNE: part, two!", "Dune: Part Two"),
      ("dune*", "Dune"),
      ("wall e", "WALL·E"),
    ] {
      let found = try ask(client, "search", #"{"q":\#(quoted(text))}"#)["result"]?["results"]?.arrayValue
      #expect(found?.contains { $0["title"]?.stringValue == title } == true, "\(text)")
    }
    for text in ["", " ", "\\t\\n", "\u{3000}", String(repeating: "a", count: 201)] {
      let reply = try ask(client, "search", "{\"q\":\"\(text)\"}")
      #expect(reply["error"]?["data"]?["param"] == "q", "\(text)")
    }
  }

  @Test func title_that_nobody_knows_is_not_found_and_no_key_is_refused() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for method in ["detail", "trailer"] {
      let imdb = try ask(client, method, #"{"key":"imdb/tt1160419"}"#)["error"]
      #expect(imdb?["data"]?["kind"] == "upstream_unauthorized" && imdb?["data"]?["setting"] == "tmdb.key")
      for key in ["movie/999999999999999", "tv/438631", "itunes/1"] {
        let error = try ask(client, method, "{\"key\":\"\(key)\"}")["error"]
        #expect(error?["data"]?["kind"] == "not_found", "\(method) \(key)")
        #expect(error?["data"]?["resource"] == "title")
        #expect(error?["message"]?.stringValue?.contains(key) == true)
        #expect(error?["data"]?["hint"]?.stringValue != nil)
      }
      for value in [
        "438631", "\"438631\"", "\"movie/\"", "\"movie/1 OR 1=1\"", "\"../../etc/passwd\"",
        "\"movie/1/../2\"", "{}", "[]",
        "true", "\"\"", quoted(String(repeating: "9", count: 100_000)), "1e308", "-1",
      ] {
        let error = try ask(client, method, "{\"key\":\(value)}")["error"]
        #expect(error?["data"]?["kind"] == "invalid_params", "\(method) \(value.prefix(60))")
        #expect(error?["data"]?["param"] == "key")
        #expect((error?["message"]?.stringValue?.count ?? 0) < 300)
      }
    }
  }

  @Test func page_past_every_end_is_empty() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for (method, params) in [
      ("search", #""q":"dune""#), ("browse", #""list":"popular""#), ("browse", #""list":"award""#),
      ("discover", #""genre":"drama""#), ("browse", #""list":"downloaded""#),
    ] {
      for (page, pageSize) in [(1_000_000_000, 100), (1_000_000_000, 1), (101, 100), (10_001, 1)] {
        let result = try ask(
          client, method, "{\(params),\"page\":\(page),\"page_size\":\(pageSize)}")["result"]
        #expect(result?["results"]?.arrayValue?.isEmpty == true, "\(params) \(page)")
        #expect(result?["next_page"] == .null)
        #expect(result?["page"]?.intValue == page)
      }
      for page in ["1000000001", "0", "-1", "1.5", "\"1\"", "1e9999"] {
        let error = try ask(client, method, "{\(params),\"page\":\(page)}")["error"]
        #expect(error?["data"]?["param"] == "page", "\(params) \(page)")
      }
    }
  }

  @Test func wrong_parameters_are_named() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for (method, params, name) in [
      ("browse", "{}", "list"), ("browse", #"{"list":"popluar"}"#, "list"),
      ("browse", #"{"list":["popular"]}"#, "list"),
      ("browse", #"{"list":"popular","media_type":"any"}"#, "media_type"),
      ("browse", #"{"list":"popular","genre":"18"}"#, "genre"),
      ("discover", #"{"genre":"xyz"}"#, "genre"),
      ("discover", #"{"genre":",|,"}"#, "genre"),
      ("discover", #"{"genre":"99999999999999999999"}"#, "genre"),
      ("discover", #"{"sort_by":"added_at"}"#, "sort_by"),
      ("discover", #"{"min_votes":-1}"#, "min_votes"),
      ("browse", #"{"list":"trending","window":"year"}"#, "window"),
      ("home", #"{"rows":"popular"}"#, "rows"), ("home", #"{"rows":["nope"]}"#, "rows"),
      ("home", #"{"row_size":0}"#, "row_size"), ("home", #"{"seed":1.5}"#, "seed"),
      ("home", #"{"seed":9007199254740992}"#, "seed"), ("home", #"{"region":"de"}"#, "region"),
      ("suggest", #"{"q":"a","limit":21}"#, "limit"), ("suggest", #"{"q":"a","page":1}"#, "page"),
      ("trailer", #"{"key":"movie/1","types":["Trailer"]}"#, "types"), ("trailer", "{}", "key"),
      ("genres", #"{"media_type":"film"}"#, "media_type"), ("countries", #"{"q":"a"}"#, "q"),
    ] {
      let error = try ask(client, method, params)["error"]
      #expect(error?["data"]?["kind"] == "invalid_params", "\(method) \(params)")
      #expect(error?["data"]?["param"]?.stringValue == name, "\(method) \(params)")
      #expect(error?["data"]?["expected"]?.stringValue?.isEmpty == false)
    }
  }

  @Test func every_list_gives_titles_or_names_its_key() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for (list, mediaTypes) in [
      ("trending", ["movie", "tv", "any"]), ("popular", ["movie", "tv"]), ("top_rated", ["movie", "tv"]),
      ("upcoming", ["movie"]), ("now_playing", ["movie", "tv"]), ("airing_today", ["tv"]),
      ("on_the_air", ["tv"]), ("award", ["movie"]), ("recommended", ["any", "movie", "tv"]),
      ("downloaded", ["any", "movie", "tv"]),
    ] {
      for mediaType in mediaTypes {
        let reply = try ask(client, "browse", #"{"list":"\#(list)","media_type":"\#(mediaType)"}"#)
        if ["airing_today", "on_the_air"].contains(list) || (list, mediaType) == ("now_playing", "tv") {
          #expect(reply["error"]?["data"]?["kind"] == "upstream_unauthorized")
          #expect(reply["error"]?["data"]?["setting"] == "tmdb.key")
        } else {
          let titles = try #require(reply["result"]?["results"]?.arrayValue, "\(list) \(mediaType)")
          // These go by today's date or by what was kept, and may be empty.
          let mayBeEmpty = ["upcoming", "now_playing", "downloaded"].contains(list)
          #expect(mayBeEmpty || titles.count == 20, "\(list) \(mediaType)")
          #expect(mediaType == "any" || titles.allSatisfy { $0["media_type"]?.stringValue == mediaType })
        }
      }
    }
  }
}
