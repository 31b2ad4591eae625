import FakeTMDB
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// A TMDB that answers nonsense, and clients that call everything at once.
@Suite(.timeLimit(.minutes(20))) struct AccountFaultTests: AccountSuite {
  struct Odd: Sendable {
    var page = 1
    var status = 200
    var body: JSONValue
    var kind = "upstream_unavailable"

    static func page(_ members: JSONMember...) -> JSONValue {
      let usual: [JSONMember] = [
        JSONMember("page", 1), JSONMember("results", []), JSONMember("total_pages", 1),
        JSONMember("total_results", 0),
      ]
      return .object(usual.filter { one in !members.contains { $0.name == one.name } } + members)
    }
  }

  let fake: FakeTMDB

  init() throws { fake = try Self.makeFake() }

  private static let odd: [Odd] = [
    Odd(body: "<html>"), Odd(body: .null), Odd(body: []), Odd(body: [:]), Odd(status: 500, body: .null),
    Odd(status: 404, body: ["status_code": 34]), Odd(status: 422, body: ["status_code": 5]),
    Odd(page: 2, status: 401, body: ["status_code": 3]), Odd(page: 2, status: 401, body: "<html>"),
    Odd(page: 2, status: 403, body: ["status_code": 3], kind: "upstream_unauthorized"),
    Odd(body: Odd.page(JSONMember("results", [.null]))),
    Odd(body: Odd.page(JSONMember("results", [["id": -1]]))),
    Odd(body: Odd.page(JSONMember("results", [["id": .number("1000000000000000000")]]))),
    Odd(body: Odd.page(JSONMember("total_results", -1))),
    Odd(body: Odd.page(JSONMember("total_pages", .number("1e300")))),
    Odd(body: Odd.page(JSONMember("total_pages", 1_000_000_000)), kind: "limit_exceeded"),
    Odd(body: Odd.page(JSONMember("total_results", 1_000_000_000)), kind: "limit_exceeded"),
    Odd(body: Odd.page(JSONMember("page", 7))), Odd(page: 2, body: Odd.page(JSONMember("page", 2))),
  ]

  @Test(arguments: odd.indices) func odd_page_changes_nothing(_ index: Int) async throws {
    let odd = Self.odd[index]
    fake.change { $0.watchlist = (0..<45).map { .film($0) } }
    let client = try await server().connect()
    try add(client, film(50))
    try connect(client)
    fake.change { $0.odd["watchlist/movies?\(odd.page)"] = (odd.status, odd.body) }
    let reply = try client.ask("account.sync", #"{"consent":"x"}"#)
    #expect(reply.kind == odd.kind, "\(reply.text())")
    let status = try client.ask("account.status", "{}")["result"]
    #expect(status?["state"] == "connected" && status?["error"]?.isNull == false)
    #expect(try keys(client) == [film(50)] && fake.account.received == [])
  }

  /// If it counted as made, the title would be missing at TMDB, and then be removed here.
  @Test(arguments: [["success": false, "status_code": 2], [:]] as [JSONValue])
  func change_that_tmdb_does_not_make_is_sent_again(_ body: JSONValue) async throws {
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    try add(client, film(1))
    fake.change { $0.odd["/watchlist"] = (200, body) }
    #expect(try client.ask("account.sync", "{}").kind == "upstream_unavailable")
    #expect(try journal(client).map { $0["state"] } == ["sent"])
    fake.change { $0.odd = [:] }
    while try client.ask("account.sync", "{}")["error"] != nil {}
    #expect(atTMDB == [film(1)])
  }

  /// One title that TMDB always fails at, among others.
  @Test func title_that_tmdb_fails_at_stops_no_other() async throws {
    let bad = FakeCatalogue.firstFilm + 2
    fake.change { $0.rejects[bad] = 500 }
    let client = try await server().connect()
    for number in 0..<5 { try add(client, film(number)) }
    try connect(client)
    let first = try sync(client)
    #expect(first["rejected_total"] == 1 && first["total"] == 4, "\(first)")
    #expect(Set(atTMDB) == Set([0, 1, 3, 4].map(film)))
    let status = try client.ask("account.status")["result"]
    #expect(status?["pending_changes"] == 1 && status?["rejected"]?.arrayValue?.count == 1)
    let failed = status?["rejected"]?[0]
    #expect(failed?["key"]?.stringValue == film(2) && failed?["action"] == "added")
    #expect(failed?["title"]?.stringValue?.isEmpty == false)
    #expect(failed?["message"]?.stringValue?.contains("500") == true)
    #expect(status?["next_sync_at"]?.isNull == false)
    // It is the only one now, and it is sent after those that are new.
    try add(client, film(5))
    #expect(try sync(client)["total"] == 1)
    #expect(atTMDB.contains(film(5)))
    #expect(try client.ask("account.sync", "{}").kind == "upstream_unavailable")
    fake.change { $0.rejects = [:] }
    while try client.ask("account.sync", "{}")["error"] != nil {}
    #expect(atTMDB.contains(film(2)))
    #expect(try client.ask("account.status")["result"]?["rejected"] == [])
  }

  @Test func several_failures_in_a_row_end_it_and_the_others_come_first_then() async throws {
    fake.change { account in
      for number in 0..<3 { account.rejects[FakeCatalogue.firstFilm + number] = 500 }
    }
    let client = try await server().connect()
    for number in 0..<6 { try add(client, film(number)) }
    try connect(client)
    let plan = try client.ask("account.sync")["result"]?["plan"]?.stringValue ?? ""
    var reply = try client.ask("account.sync", #"{"consent":"\#(plan)"}"#)
    // Unless the requests were too late on a busy machine.
    if reply.kind == "upstream_unavailable" { reply = try client.ask("account.sync") }
    while !Set(atTMDB).isSuperset(of: [3, 4, 5].map(film)), !Task.isCancelled {
      _ = try client.ask("account.sync")
    }
    #expect(Set(atTMDB) == Set([3, 4, 5].map(film)))
    let failed = try client.ask("account.status")["result"]?["rejected"]?.arrayValue ?? []
    #expect(failed.compactMap { $0["key"]?.stringValue } == [0, 1, 2].map(film))
  }

  /// TMDB may have had a bad minute.
  @Test func title_is_given_up_after_several_rejections() async throws {
    let bad = FakeCatalogue.firstFilm + 1
    fake.change { $0.rejects[bad] = 404 }
    let client = try await server().connect()
    for number in 0..<2 { try add(client, film(number)) }
    try connect(client)
    try sync(client)
    fake.change { $0.rejects = [:] }
    while try client.ask("account.sync", "{}")["error"] != nil {}
    #expect(Set(atTMDB) == [film(0), film(1)])
    try add(client, film(2))
    fake.change { $0.rejects[FakeCatalogue.firstFilm + 2] = 404 }
    for _ in 0..<AccountFailures.maxRejections { _ = try sync(client) }
    fake.change { $0.rejects = [:] }
    #expect(try sync(client)["total"] == 0)
    #expect(!atTMDB.contains(film(2)))
    let status = try client.ask("account.status")["result"]
    #expect(status?["rejected"]?[0]?["key"]?.stringValue == film(2) && status?["pending_changes"] == 0)
  }

  /// TMDB refuses the request for a token: that is about the key, since there is no session yet.
  @Test(arguments: [3, 7, 14, 17, 33]) func refused_token_is_about_the_key(_ code: Int) async throws {
    let client = try await server().connect()
    fake.change { $0.odd["token/new"] = (401, ["status_code": .integer(code), "status_message": "no"]) }
    #expect(try client.ask("account.connect", "{}").kind == "upstream_unauthorized")
    #expect(try client.ask("account.status", "{}")["result"]?["state"] == "disconnected")
  }

  @Test(arguments: ["a/../b?x=y#z", "", "a\u{0}bbbbbbbbb", String(repeating: "a", count: 100_000)])
  func odd_token_becomes_no_link(_ token: String) async throws {
    let client = try await server().connect()
    fake.change { $0.odd["token/new"] = (200, ["request_token": .string(token)]) }
    #expect(try client.ask("account.connect", "{}").kind == "upstream_unavailable")
  }

  @Test func two_connections_at_once_wait_for_the_same_approval() async throws {
    fake.change { $0.approvesAfter = 1_000_000 }
    let server = try await server()
    let (one, two) = (try await server.connect(), try await server.connect())
    for client in [one, two] { try client.send(#"{"jsonrpc":"2.0","id":1,"method":"account.connect"}"#) }
    let links = try [one, two].map { try $0.reply()["result"]?["link"]?.stringValue }
    #expect(links[0] != nil && links[0] == links[1])
    #expect(fake.count("/3/authentication/token/new") == 1)
    _ = try one.ask("account.disconnect", "{}")
  }

  @Test func old_failure_is_not_shown_while_it_waits_again() async throws {
    fake.change { $0.approvesAfter = 1_000_000 }
    let server = try await server { $0.approvalLimit = .milliseconds(20) }
    let client = try await server.connect()
    _ = try client.ask("account.connect", "{}")
    let failed = try client.ask("account.status", #"{"wait":true,"timeout_ms":120000}"#)["result"]
    #expect(failed?["error"]?["message"] == "it was not approved in time")
    await server.see { $0.accounts.pace.approvalLimit = .seconds(900) }
    _ = try client.ask("account.connect", "{}")
    let waiting = try client.ask("account.status", "{}")["result"]
    #expect(waiting?["state"] == "waiting" && waiting?["error"]?.isNull == true)
    _ = try client.ask("account.disconnect", "{}")
  }

  @Test func session_that_no_account_comes_of_is_ended() async throws {
    fake.change { $0.odd["account"] = (500, .null) }
    let server = try await server()
    let client = try await server.connect()
    _ = try client.ask("account.connect", "{}")
    await server.until { _ in !fake.account.sessions.isEmpty }
    _ = try client.ask("account.disconnect", "{}")
    await server.until { _ in fake.account.sessions.isEmpty }
    #expect(fake.account.sessions.isEmpty)
  }

  /// TMDB may be slow, and the lists long.
  @Test func disconnection_does_not_wait_for_a_comparison() async throws {
    let server = try await server()
    let (client, other) = (try await server.connect(), try await server.connect())
    var sync = JSONValue.null
    repeat {
      try connect(client)
      fake.forget()
      fake.set(fault: .hang)
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"account.sync"}"#)
      await server.until { _ in fake.count("/3/account/") > 0 }
      fake.set(fault: nil)
      let end = try other.ask("account.disconnect", "{}")["result"]
      #expect(end?["changed"] == true && end?["ended"] == true)
      sync = try client.reply()
      // On a busy machine the request may have timed out before.
    } while sync.kind == "upstream_unavailable"
    #expect(sync.kind == "conflict" && sync["error"]?["data"]?["state"] == "disconnected", "\(sync.text())")
    #expect(try other.ask("account.status", "{}")["result"]?["state"] == "disconnected")
  }
}
