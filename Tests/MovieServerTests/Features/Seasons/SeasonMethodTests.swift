import FakeTMDB
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// `season`, and the episodes of `releases`, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct SeasonMethodTests {
  private let fake: FakeTMDB

  init() throws { fake = try FakeTMDB() }

  private func client() async throws -> LineClient {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + ["catalogue.embedded = false"]).joined(separator: "\n"), path: "config.toml")
    return try await InProcess.make(configuration, environment: ["TMDB_API_KEY": FakeTMDB.key]).connect()
  }

  @Test func season_is_one_request() async throws {
    let client = try await client()
    let season = try client.ask("season", #"{"key":"tv/950001","season_number":2}"#)["result"]
    #expect(season?["title"] == "Amber Lighthouse Days" && season?["name"] == "Season 2")
    #expect(season?["episodes"]?.arrayValue?.count == 8)
    #expect(season?["episodes"]?[7]?["name"] == "Part 8 of 2")
    #expect(fake.count("/3/") == 1 && fake.count("/3/tv/950001?append_to_response=season%2F2&") == 1)
    let specials = try client.ask("season", #"{"key":"tv/950001","season_number":0}"#)["result"]
    #expect(specials?["name"] == "Specials" && fake.count("/3/") == 2)
  }

  @Test func season_that_is_not_there_is_not_found() async throws {
    let client = try await client()
    let reply = try client.ask("season", #"{"key":"tv/950001","season_number":9}"#)
    #expect(reply.kind == "not_found" && reply["error"]?["data"]?["resource"] == "season")
    #expect(try client.ask("season", #"{"key":"tv/7","season_number":1}"#).kind == "not_found")
    let film = try client.ask("season", #"{"key":"movie/900001","season_number":1}"#)
    #expect(film.kind == "invalid_params" && film.text().contains("movie/900001 is a film"))
    let named = try client.ask("season", #"{"title":"the amber orchard","season_number":1}"#)
    #expect(named.kind == "invalid_params" && named.text().contains("The Amber Orchard (1997) is a film"))
    #expect(try client.ask("season", #"{"title":"xyzzy","season_number":1}"#).kind == "not_found")
  }

  @Test func words_find_series() async throws {
    let season = try await client().ask("season", #"{"title":"amber lighthouse","season_number":1}"#)[
      "result"]
    #expect(season?["key"] == "tv/950001" && season?["match"]?["key"] == "tv/950001")
  }

  /// German certificates of the invented series are 16, 18, none, 0, 6 and 12 in turn.
  @Test func season_of_a_hidden_series_is_forbidden() async throws {
    let client = try await client()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12,"age_region":"DE"}"#)
    _ = try client.ask("hello", #"{"profile":"Kids"}"#)
    for number in 950_001...950_006 {
      let reply = try client.ask("season", #"{"key":"tv/\#(number)","season_number":1}"#)
      #expect((reply.kind == "forbidden") == !(0...2).contains(number % 6), "\(number): \(reply.text())")
      if reply.kind == "forbidden" { #expect(!reply.text().contains("Days")) }
    }
  }

  @Test func release_names_its_episode() async throws {
    let client = try await client()
    _ = try client.ask("watchlist.add", #"{"key":"tv/950001"}"#)
    let releases = try client.ask("releases", #"{"days_back":7}"#)["result"]?["results"]?.arrayValue ?? []
    #expect(releases.count == 2 && releases.allSatisfy { $0["episode"] == "S02E03 Episode" })
  }
}
