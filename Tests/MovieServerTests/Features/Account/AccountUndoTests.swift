import FakeTMDB
import JSONRPC
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// `account.undo`, and each way to use it wrongly.
@Suite(.timeLimit(.minutes(20))) struct AccountUndoTests: AccountSuite {
  let fake: FakeTMDB

  init() throws { fake = try Self.makeFake() }

  private func error(_ client: LineClient, _ params: String = "{}") throws -> JSONValue? {
    try client.ask("account.undo", params)["error"]
  }

  @Test func undo_is_made_on_both_sides_and_stays() async throws {
    fake.change { $0.watchlist = [.film(1)] }
    let client = try await server().connect()
    try add(client, film(2))
    try connect(client)
    try sync(client)
    let undone = try client.ask("account.undo", "{}")["result"]
    #expect(undone?["undone"]?.arrayValue?.count == 2 && undone?["kept"] == [])
    #expect(try keys(client) == [film(2)] && atTMDB == [film(1)])
    #expect(try sync(client)["total"] == 0)
    #expect(try keys(client) == [film(2)] && atTMDB == [film(1)])
  }

  /// A person who does not know whether it was done does it again.
  @Test func undo_that_is_repeated_leaves_earlier_comparisons_alone() async throws {
    let client = try await server().connect()
    try add(client, film(1))
    try connect(client)
    try sync(client)
    try add(client, film(2))
    try sync(client)
    #expect(try client.ask("account.undo", "{}")["result"]?["undone"]?.arrayValue?.count == 1)
    #expect(atTMDB == [film(1)])
    let again = try error(client)
    #expect(again?["data"]?["kind"] == "conflict" && again?["data"]?["state"] == "undone")
    #expect(
      again?["message"] == "account.undo: the changes of the last comparison are undone already",
      "\(again ?? .null)")
    #expect(atTMDB == [film(1)])
  }

  @Test func change_that_was_undone_already_is_said() async throws {
    let client = try await server().connect()
    try add(client, film(1))
    try connect(client)
    try sync(client)
    let id = try #require(try journal(client).first?["id"]?.intValue)
    #expect(try client.ask("account.undo", #"{"id":\#(id)}"#)["result"] != nil)
    let again = try error(client, #"{"id":\#(id)}"#)
    #expect(again?["message"]?.stringValue == "account.undo: change \(id) is undone already")
    #expect(again?["data"]?["state"] == "undone")
  }

  @Test func unknown_change_and_that_of_another_profile_are_not_found() async throws {
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    #expect(try error(client)?["message"] == "account.undo: nothing was changed because of the account")
    try add(client, film(1))
    try sync(client)
    let id = try #require(try journal(client).first?["id"]?.intValue)
    _ = try client.ask("profiles.create", #"{"name":"eve"}"#)
    _ = try client.ask("profiles.select", #"{"name":"eve"}"#)
    #expect(try error(client, #"{"id":\#(id)}"#)?["data"]?["state"] == "disconnected")
    try connect(client)
    for id in ["\(id)", "\(id + 1)", "9007199254740991"] {
      let unknown = try error(client, #"{"id":\#(id)}"#)
      #expect(
        unknown?["data"]?["kind"] == "not_found" && unknown?["data"]?["resource"] == "change"
          && unknown?["message"]?.stringValue == "account.undo: the profile's journal has no change \(id)")
    }
    #expect(atTMDB == [film(1)])
  }

  @Test func change_that_tmdb_has_not_confirmed_cannot_be_undone_yet() async throws {
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    try add(client, film(1))
    fake.change { $0.odd["/watchlist"] = (503, .null) }
    #expect(try client.ask("account.sync", "{}").kind == "upstream_unavailable")
    let change = try #require(try journal(client).first)
    #expect(change["state"] == "sent")
    for params in ["{}", #"{"id":\#(change["id"]?.intValue ?? 0)}"#] {
      let refused = try error(client, params)
      #expect(refused?["data"]?["kind"] == "conflict" && refused?["data"]?["state"] == "sent")
    }
  }

  @Test func undo_with_a_session_that_was_revoked_says_so_and_loses_nothing() async throws {
    let client = try await server().connect()
    try add(client, film(1))
    try connect(client)
    try sync(client)
    fake.change { $0.sessions = [] }
    #expect(try error(client)?["data"]?["state"] == "revoked")
    #expect(try client.ask("account.status", "{}")["result"]?["state"] == "revoked")
    #expect(try keys(client) == [film(1)] && journal(client).first?["state"] == "done")
    try connect(client)
    #expect(try client.ask("account.undo", "{}")["result"]?["undone"]?.arrayValue?.count == 1)
    #expect(try keys(client) == [film(1)] && atTMDB == [])
  }

  @Test func one_refusal_during_an_undo_is_no_revocation() async throws {
    let client = try await server().connect()
    try add(client, film(1))
    try connect(client)
    try sync(client)
    fake.change { $0.odd["/watchlist"] = (401, ["status_code": 3, "status_message": "no"]) }
    #expect(try error(client)?["data"]?["kind"] == "upstream_unavailable")
    fake.change { $0.odd = [:] }
    #expect(try client.ask("account.undo", "{}")["result"]?["undone"]?.arrayValue?.count == 1)
    #expect(atTMDB == [])
  }
}
