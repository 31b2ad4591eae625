import FakeTMDB
import JSONRPC
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// The account as a state that clients follow.
@Suite(.timeLimit(.minutes(20))) struct AccountTopicTests: AccountSuite {
  let fake: FakeTMDB

  init() throws { fake = try Self.makeFake() }

  /// Reads events until one is so.
  private func event(_ client: LineClient, _ isWanted: (JSONValue) -> Bool) throws -> JSONValue {
    while true {
      let params = try client.reply()["params"]
      #expect(params?["topic"] == "account" && params?["profile"] == "default")
      if let data = params?["data"], isWanted(data) { return data }
    }
  }

  @Test func each_step_of_the_account_is_told() async throws {
    let server = try await server { $0.approval = .milliseconds(20) }
    let (follower, client) = (try await server.connect(), try await server.connect())
    let reply = try follower.ask("subscribe", #"{"topics":["account"]}"#)["result"]?["topics"]?["account"]
    #expect(reply?["data"]?["state"] == "disconnected")
    try connect(client)
    let connected = try event(follower) { $0["state"] == "connected" }
    #expect(connected["username"] == "ann" && connected["question"] == "first")
    try sync(client)
    let synced = try event(follower) { $0["synced_at"] != .null && $0["next_sync_at"] != .null }
    #expect(synced["question"] == .null)
    // A change of a list waits for TMDB.
    try add(client, film(4))
    #expect(try event(follower) { $0["pending_changes"] != 0 }["pending_changes"] == 1)
    _ = try client.ask("account.disconnect")
    #expect(try event(follower) { $0["state"] == "disconnected" }["username"] == .null)
    let present = try client.ask("subscribe", #"{"topics":["account"]}"#)["result"]?["topics"]?["account"]
    #expect(present?["data"] == (try client.ask("account.status")["result"]))
  }

  @Test func account_of_another_profile_is_not_told() async throws {
    let server = try await server()
    let (follower, client) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    _ = try follower.ask("profiles.select", #"{"name":"Anna"}"#)
    _ = try follower.ask("subscribe", #"{"topics":["account"]}"#)
    try connect(client)
    _ = try client.ask("account.disconnect")
    #expect(try follower.ask("ping")["result"]?["pong"] == true)
    #expect(try follower.ask("account.status")["result"]?["state"] == "disconnected")
  }
}
