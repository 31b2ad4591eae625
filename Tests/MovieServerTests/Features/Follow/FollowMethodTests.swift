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
    _ library: Library = Library(folder: nil), on day: String = "1997-03-11"
  ) async throws -> InProcess {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + ["catalogue.embedded = false"]).joined(separator: "\n"), path: "config.toml")
    let server = await InProcess.make(
      configuration, library: library, environment: ["TMDB_API_KEY": FakeTMDB.key])
    // A day before one of the invented films.
    await server.see { $0.turn(to: Day(day) ?? Day(days: 0)) }
    return server
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

  @Test func list_has_a_revision() async throws {
    let client = try await server().connect()
    for id in 1...2 { _ = try client.ask("follow.add", #"{"key":"person/\#(id)"}"#) }
    let before = try client.ask("follow")["result"]?["rev"]
    _ = try client.ask("follow.remove", #"{"key":"person/1"}"#)
    #expect(try client.ask("follow")["result"]?["rev"] != before)
  }
}
