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

  private func server() async throws -> InProcess {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + ["catalogue.embedded = false"]).joined(separator: "\n"), path: "config.toml")
    return await InProcess.make(
      configuration, environment: ["TMDB_API_KEY": FakeTMDB.key], imageFolder: home.path + "/images")
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
