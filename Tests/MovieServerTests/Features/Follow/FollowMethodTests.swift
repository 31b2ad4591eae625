import EventLoop
import FakeTMDB
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// `follow` and its changes, and what they bring to `releases`, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct FollowMethodTests {
  private let fake: FakeTMDB

  init() throws { fake = try FakeTMDB() }

  private func server(
    hasCatalogue: Bool = false, hasKey: Bool = true, _ library: Library = Library(folder: nil),
    on day: String = "1997-03-11"
  ) async throws -> InProcess {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + ["catalogue.embedded = \(hasCatalogue)"]).joined(separator: "\n"),
      path: "config.toml")
    let server = await InProcess.make(
      configuration, library: library, environment: hasKey ? ["TMDB_API_KEY": FakeTMDB.key] : [:])
    // A day before one of the invented films.
    await server.see { $0.turn(to: Day(day) ?? Day(days: 0)) }
    return server
  }

  private func keys(_ reply: JSONValue) -> [String] {
    reply["result"]?["results"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }

  private func candidates(_ reply: JSONValue) -> [String?]? {
    reply["error"]?["data"]?["candidates"]?.arrayValue?.map { $0["name"]?.stringValue }
  }

  @Test func person_is_one_request_and_the_titles_none() async throws {
    let client = try await server().connect()
    let added = try client.ask("follow.add", #"{"key":"person/100"}"#)["result"]
    #expect(added?["changed"] == true && added?["total_results"] == 1)
    #expect(added?["item"]?["name"] == "Nora Quill" && added?["item"]?["known_for_department"] == "Directing")
    #expect(try client.ask("follow.add", #"{"key":"person/100"}"#)["result"]?["changed"] == false)
    #expect(keys(try client.ask("follow", "{}")) == ["person/100"] && fake.count("/3/") == 1)
    let releases = try client.ask("releases", "{}")
    #expect(keys(releases) == ["movie/900002"] && releases["result"]?["pending"] == 0)
    let row = releases["result"]?["results"]?[0]
    #expect(row?["kind"] == "followed" && row?["date"] == "1997-03-12" && row?["country"] == .null)
    #expect(row?["title"] == "The Amber Orchard" && releases["result"]?["total_results"] == 1)
    #expect(row?["people"] == [["key": "person/100", "name": "Nora Quill"]])
    #expect(fake.count("/3/person/") == 1)
  }

  @Test func title_of_two_people_is_one_row() async throws {
    let client = try await server().connect()
    for id in [100, 101] { _ = try client.ask("follow.add", #"{"key":"person/\#(id)"}"#) }
    let row = try client.ask("releases", "{}")["result"]?["results"]
    #expect(row?.arrayValue?.count == 1 && row?[0]?["people"]?.arrayValue?.count == 2)
    // On the watchlist it has its own dates, and watched it is no news.
    _ = try client.ask("watchlist.add", #"{"key":"movie/900002","watched":true}"#)
    let none = try client.ask("releases", "{}")["result"]
    #expect(none?["results"]?.arrayValue == [] && none?["total_results"] == 0)
  }

  @Test func name_is_that_of_the_person_whole() async throws {
    let client = try await server().connect()
    let part = try client.ask("follow.add", #"{"name":"quill"}"#)
    #expect(part.kind == "ambiguous" && candidates(part) == ["Nora Quill"])
    #expect(part["error"]?["data"]?["candidates"]?[0]?["key"] == "person/100")
    #expect(keys(try client.ask("follow", "{}")) == [])
    let many = try client.ask("follow.add", #"{"name":"actor"}"#)
    #expect(many.kind == "ambiguous" && candidates(many)?.count == 5)
    #expect(try client.ask("follow.add", #"{"name":"NORA  quill"}"#)["result"]?["changed"] == true)
    #expect(
      try client.ask("follow.add", #"{"name":"https://www.themoviedb.org/person/101-x"}"#)["result"]?[
        "changed"] == true)
    #expect(try client.ask("follow.add", #"{"name":"xyzzy"}"#).kind == "not_found")
    #expect(try client.ask("follow.add", #"{"key":"person/4711"}"#).kind == "not_found")
    #expect(keys(try client.ask("follow", "{}")).sorted() == ["person/100", "person/101"])
  }

  @Test func misspelt_name_changes_nothing() async throws {
    let client = try await server(hasCatalogue: true).connect()
    let reply = try client.ask("follow.add", #"{"name":"christofer nolan"}"#)
    #expect(reply.kind == "ambiguous" && candidates(reply) == ["Christopher Nolan"])
    #expect(try client.ask("follow.add", #"{"name":"christopher nolan"}"#)["result"]?["changed"] == true)
  }

  @Test func person_is_removed_by_key_or_name() async throws {
    let client = try await server().connect()
    for id in [100, 1, 2] { _ = try client.ask("follow.add", #"{"key":"person/\#(id)"}"#) }
    let part = try client.ask("follow.remove", #"{"name":"actor"}"#)
    #expect(part.kind == "ambiguous" && candidates(part)?.count == 2)
    #expect(try client.ask("follow.remove", #"{"name":"nobody"}"#).kind == "not_found")
    let removed = try client.ask("follow.remove", #"{"name":"nora quill"}"#)["result"]
    #expect(removed?["changed"] == true && removed?["item"]?["key"] == "person/100")
    #expect(removed?["total_results"] == 2)
    let again = try client.ask("follow.remove", #"{"key":"person/100"}"#)["result"]
    #expect(again?["changed"] == false && again?["item"] == .null)
    #expect(keys(try client.ask("releases", "{}")) == ["movie/900002"])
  }

  /// Without a burst: each after the other, once a day, and no request waits for them.
  @Test func fifty_people_are_fetched_one_after_the_other() async throws {
    let library = Library(folder: nil)
    for id in Array(1...24) + [100, 101] + Array(1001...1024) {
      let person = FollowedPerson(Person(PersonKey(id), name: "P\(id)"), addedAt: 100)
      _ = try await library.follow(person, by: "default", maximum: 200)
    }
    let server = try await server(library)
    let client = try await server.connect()
    let first = try client.ask("releases", "{}")["result"]
    #expect(first?["pending"] == 50 && first?["results"]?.arrayValue == [])
    #expect(fake.count("/3/person/") <= 1)
    let credits = await server.see { $0.feature(FollowedCredits.self) }
    #expect(await server.until { _ in !credits.crawler.isUnderWay })
    // Those that TMDB does not have are asked for once, too.
    #expect(fake.count("/3/person/") == 50)
    let later = try client.ask("releases", "{}")["result"]
    #expect(later?["pending"] == 0 && later?["results"]?[0]?["people"]?.arrayValue?.count == 26)
    _ = try client.ask("releases", #"{"days_ahead":30}"#)
    #expect(fake.count("/3/person/") == 50)
  }

  @Test func topic_has_the_people_and_today_their_titles() async throws {
    let server = try await server(on: "1997-03-12")
    let (follower, client) = (try await server.connect(), try await server.connect())
    let params = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["follow","releases"]}}"#
    let state = try follower.call(params)["result"]?["topics"]
    #expect(state?["follow"]?["data"]?["results"] == [])
    _ = try client.ask("follow.add", #"{"key":"person/100"}"#)
    var seen: Set<String> = []
    while seen.count < 2 {
      let event = try follower.reply()["params"]
      guard let topic = event?["topic"]?.stringValue, event?["data"]?["results"] != [] else { continue }
      seen.insert(topic)
      let row = event?["data"]?["results"]?[0]
      #expect(row?["key"] == (topic == "follow" ? "person/100" : "movie/900002"))
    }
    #expect(seen == ["follow", "releases"])
  }

  /// German certificates of the invented films are 0, 6, 12, 16, 18 and none in turn.
  @Test func age_limit_hides_titles_of_people() async throws {
    let client = try await server(on: "1997-01-01").connect()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12,"age_region":"DE"}"#)
    _ = try client.ask("hello", #"{"profile":"Kids"}"#)
    _ = try client.ask("follow.add", #"{"key":"person/100"}"#)
    let found = try client.ask("releases", #"{"days_ahead":365,"days_back":365}"#)
    let films = keys(found).filter { $0.hasPrefix("movie/") }.compactMap { Int($0.dropFirst(6)) }
    #expect(!films.isEmpty && films.allSatisfy { (0...2).contains($0 % 6) })
    #expect((found["result"]?["meta"]?["hidden"]?.intValue ?? 0) > 0)
  }

  @Test func without_a_key_people_are_those_of_the_catalogue() async throws {
    let client = try await server(hasCatalogue: true, hasKey: false, on: "2023-07-10").connect()
    let part = try client.ask("follow.add", #"{"name":"nolan"}"#)
    #expect(part.kind == "ambiguous" && candidates(part)?.first == "Christopher Nolan")
    #expect(part["error"]?["data"]?["candidates"]?[0]?["key"] == .null)
    let added = try client.ask("follow.add", #"{"name":"christopher nolan"}"#)["result"]
    #expect(added?["item"]?["key"] == .null && added?["item"]?["name"] == "Christopher Nolan")
    let releases = try client.ask("releases", "{}")["result"]
    #expect(releases?["results"]?[0]?["title"] == "Oppenheimer" && releases?["pending"] == 0)
    #expect(try client.ask("follow.remove", #"{"name":"christopher nolan"}"#)["result"]?["changed"] == true)
    #expect(fake.count("/3/") == 0)
  }

  @Test func list_has_pages_and_a_revision() async throws {
    let client = try await server().connect()
    for id in 1...3 { _ = try client.ask("follow.add", #"{"key":"person/\#(id)"}"#) }
    let page = try client.ask("follow", #"{"page":2,"page_size":2}"#)["result"]
    #expect(page?["results"]?.arrayValue?.count == 1 && page?["total_results"] == 3)
    _ = try client.ask("follow.remove", #"{"key":"person/1"}"#)
    #expect(try client.ask("follow", #"{"page":2,"page_size":2}"#)["result"]?["rev"] != page?["rev"])
  }
}
