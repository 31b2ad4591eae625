import FakeTMDB
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// `people`, `person`, `person.credits` and `image` of a person, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct PeopleMethodTests {
  private let fake: FakeTMDB
  private let home: TemporaryFolder

  init() throws {
    fake = try FakeTMDB()
    home = try TemporaryFolder()
  }

  private func server(hasCatalogue: Bool = false, hasKey: Bool = true) async throws -> InProcess {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + ["catalogue.embedded = \(hasCatalogue)"]).joined(separator: "\n"),
      path: "config.toml")
    return await InProcess.make(
      configuration, environment: hasKey ? ["TMDB_API_KEY": FakeTMDB.key] : [:],
      imageFolder: home.path + "/images")
  }

  private func keys(_ reply: JSONValue) -> [String] {
    reply["result"]?["results"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }

  @Test func person_and_the_credits_are_one_request() async throws {
    let client = try await server().connect()
    let person = try client.ask("person", #"{"key":"person/100"}"#)["result"]
    #expect(person?["name"] == "Nora Quill" && person?["imdb_id"] == "nm7000100")
    #expect(person?["known_for"]?.arrayValue?.count == 12 && person?["partial"] == false)
    let credits = try client.ask("person.credits", #"{"key":"person/100","page_size":50}"#)
    #expect(keys(credits).count == 35)
    #expect(credits["result"]?["results"]?[0]?["credit"]?["job"] == "Director")
    let series = try client.ask("person.credits", #"{"key":"person/100","media_type":"tv"}"#)
    #expect(series["result"]?["results"]?[0]?["credit"]?["episode_count"] == 4)
    #expect(fake.count("/3/") == 1 && fake.count("/3/person/100?append_to_response=") == 1)
  }

  @Test func name_costs_a_search_and_a_german_biography_nothing() async throws {
    let client = try await server().connect()
    let person = try client.ask("person", #"{"name":"quill","language":"en-GB"}"#)["result"]
    #expect(person?["key"] == "person/100" && fake.count("/3/") == 2)
    let german = try client.ask("person", #"{"key":"person/100","language":"de"}"#)["result"]
    // In English, with which it came; and the names of genres in German.
    #expect(german?["biography"] == "Nora Quill has made many films.")
    #expect(fake.count("/3/person/100") == 2 && fake.count("/3/") == 5)
  }

  @Test func people_are_one_request() async throws {
    let client = try await server().connect()
    let popular = try client.ask("people", #"{"page_size":5}"#)
    #expect(keys(popular) == ["person/100", "person/101", "person/1", "person/2", "person/3"])
    #expect(popular["result"]?["next_page"] == 2 && fake.count("/3/person/popular") == 1)
    #expect(keys(try client.ask("people", #"{"q":"brand"}"#)) == ["person/101"])
    #expect(fake.count("/3/") == 2)
  }

  @Test func credits_are_filtered_and_sorted() async throws {
    let client = try await server().connect()
    func credits(_ more: String) throws -> JSONValue {
      try client.ask("person.credits", #"{"key":"person/100","page_size":100,\#(more)}"#)
    }
    #expect(keys(try credits(#""department":"acting""#)) == [])
    #expect(keys(try credits(#""department":"DIRECTOR""#)).count == 35)
    let dates = try credits(#""media_type":"movie""#)["result"]?["results"]?.arrayValue?.compactMap {
      $0["release_date"]?.stringValue
    }
    #expect(dates?.count == 30 && dates == dates?.sorted(by: >))
    let titles = try credits(#""sort_by":"title""#)["result"]?["results"]?.arrayValue?.compactMap {
      $0["title"]?.stringValue
    }
    #expect(titles == titles?.sorted { $0.lowercased() < $1.lowercased() })
    _ = try client.ask("watchlist.add", #"{"key":"movie/900001","watched":true}"#)
    let unseen = try credits(#""unseen":true"#)
    #expect(keys(unseen).count == 34 && !keys(unseen).contains("movie/900001"))
    for change in [
      ("watchlist.add", "movie/900002"), ("favorites.add", "tv/950001"), ("favorites.add", "movie/900001"),
    ] {
      _ = try client.ask(change.0, #"{"key":"\#(change.1)"}"#)
    }
    let unlisted = try credits(#""unlisted":true"#)
    #expect(keys(unlisted).count == 32 && unlisted["result"]?["total_results"] == 32)
    #expect(
      Set(keys(unlisted)).isDisjoint(with: ["movie/900001", "movie/900002", "tv/950001"]))
    // Another list is another revision.
    let before = unlisted["result"]?["rev"]
    _ = try client.ask("favorites.remove", #"{"key":"tv/950001"}"#)
    #expect(try credits(#""unlisted":true"#)["result"]?["rev"] != before)
  }

  @Test func misspelt_name_is_corrected_by_the_catalogue_and_looked_up_at_tmdb() async throws {
    let client = try await server(hasCatalogue: true).connect()
    let person = try client.ask("person", #"{"name":"christofer nolan"}"#)["result"]
    #expect(person?["key"] == "person/525" && person?["partial"] == false)
    #expect(person?["meta"]?["corrected"] == "christopher nolan")
    // Two searches and the person.
    #expect(fake.count("/3/search/person") == 2 && fake.count("/3/") == 3)
    let people = try client.ask("people", #"{"q":"christofer nolan"}"#)
    #expect(keys(people) == ["person/525"])
    #expect(people["result"]?["meta"]?["corrected"] == "christopher nolan")
    #expect(try client.ask("person", #"{"name":"nora quill"}"#)["result"]?["meta"]?["corrected"] == .null)
    #expect(try client.ask("person", #"{"name":"qqqqqqqq"}"#).kind == "not_found")
  }

  @Test func misspelt_name_is_corrected_without_a_key() async throws {
    let client = try await server(hasCatalogue: true, hasKey: false).connect()
    for (method, params) in [
      ("person", #"{"name":"christofer nolan"}"#), ("person.credits", #"{"name":"christofer nolan"}"#),
      ("people", #"{"q":"christofer nolan"}"#),
    ] {
      let found = try client.ask(method, params)["result"]
      #expect(found?["meta"]?["corrected"] == "christopher nolan", "\(method)")
    }
  }

  @Test func number_alone_is_told_how_keys_are_written() async throws {
    let client = try await server().connect()
    let reply = try client.ask("person.credits", #"{"name":"100"}"#)
    #expect(reply.kind == "not_found")
    let remedy = reply["error"]?["data"]?["remedy"]
    #expect(remedy?["method"] == "person.credits" && remedy?["params"]?["key"] == "person/100")
  }

  @Test func people_beside_a_search_are_one_more_request() async throws {
    let client = try await server().connect()
    let found = try client.ask("search", #"{"q":"quill","include":["people"]}"#)["result"]
    #expect(found?["people"]?.arrayValue?.map { $0["key"] } == ["person/100"])
    #expect(fake.count("/3/search/person") == 1)
    let later = try client.ask("search", #"{"q":"quill","include":["people"],"page":2}"#)["result"]
    #expect(later?["people"]?.arrayValue == [] && fake.count("/3/search/person") == 1)
    let requests = fake.count("/3/")
    let titles = try client.ask("search", #"{"q":"quill"}"#)["result"]
    #expect(titles?["people"] == .null && fake.count("/3/") == requests)
    #expect(titles?["results"] == found?["results"])
    // What a search has fetched, a suggestion has.
    let suggested = try client.ask("suggest", #"{"q":"quill","include":["people"]}"#)["result"]
    #expect(suggested?["people"]?.arrayValue?.map { $0["key"] } == ["person/100"])
    #expect(try client.ask("suggest", #"{"q":"qu","include":["people"]}"#)["result"]?["people"] == [])
    #expect(fake.count("/3/") == requests)
    let many = try client.ask("search", #"{"q":"actor","include":["people"]}"#)["result"]
    #expect(many?["people"]?.arrayValue?.count == 5)
    let address = #"{"q":"https://www.themoviedb.org/person/100-x","include":["people"]}"#
    #expect(
      try client.ask("search", address)["result"]?["people"]?.arrayValue?.map { $0["key"] } == ["person/100"])
  }

  @Test func people_beside_a_search_without_a_key_are_those_of_the_catalogue() async throws {
    let client = try await server(hasCatalogue: true, hasKey: false).connect()
    for method in ["search", "suggest"] {
      let found = try client.ask(method, #"{"q":"christopher nolan","include":["people"]}"#)["result"]
      #expect(found?["people"]?[0]?["name"] == "Christopher Nolan", "\(method)")
      // A word that is no name is not taken for one.
      let other = try client.ask(method, #"{"q":"inceptoin","include":["people"]}"#)["result"]
      #expect(other?["people"]?.arrayValue == [], "\(method)")
    }
  }

  /// German certificates of the invented films are 0, 6, 12, 16, 18 and none in turn.
  @Test func credits_hide_what_the_age_limit_hides_and_pages_stay_full() async throws {
    let client = try await server().connect()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12,"age_region":"DE"}"#)
    _ = try client.ask("hello", #"{"profile":"Kids"}"#)
    let page = try client.ask(
      "person.credits", #"{"key":"person/100","media_type":"movie","page_size":10}"#)
    let ids = keys(page).compactMap { Int($0.dropFirst("movie/".count)) }
    #expect(ids.count == 10 && ids.allSatisfy { (0...2).contains($0 % 6) })
    let known = try client.ask("person", #"{"key":"person/100"}"#)["result"]?["known_for"]?.arrayValue ?? []
    #expect(
      !known.isEmpty
        && known.allSatisfy { title in
          let id = title["id"]?.intValue ?? 0
          return title["media_type"] == "tv" || (0...2).contains(id % 6)
        })
  }

  @Test func picture_of_a_person_is_found_by_the_key() async throws {
    let client = try await server().connect()
    let picture = try client.ask("image", #"{"key":"person/100"}"#)["result"]
    #expect(picture?["width"] == 185)
    #expect(fake.count("/t/p/w185/f100.jpg") == 1 && fake.count("/3/") == 1)
    #expect(try client.ask("image", #"{"key":"person/101"}"#).kind == "not_found")
    #expect(try client.ask("image", #"{"key":"person/100","kind":"poster"}"#).kind == "invalid_params")
    #expect(try client.ask("image", #"{"key":"movie/900001","kind":"profile"}"#).kind == "invalid_params")
  }

  @Test func unknown_person_is_not_found() async throws {
    let client = try await server().connect()
    let reply = try client.ask("person", #"{"key":"person/4711"}"#)
    #expect(reply.kind == "not_found" && reply["error"]?["data"]?["resource"] == "person")
    #expect(try client.ask("person", #"{"name":"xyzzy"}"#).kind == "not_found")
  }
}
