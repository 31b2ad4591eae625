import FakeTMDB
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// `account.*` over real HTTP, with a TMDB that loses replies, doubles requests and shows old lists.
@Suite(.timeLimit(.minutes(20))) struct AccountMethodsTests: AccountSuite {
  let fake: FakeTMDB

  init() throws { fake = try Self.makeFake() }

  /// TMDB's clock is two hours behind, so its token has expired before it is there.
  @Test func account_is_connected_when_the_person_has_approved() async throws {
    fake.change {
      $0.clockSkew = -7200
      $0.approvesAfter = 1_000_000
    }
    let client = try await server().connect()
    let before = try client.ask("account.status", "{}")["result"]
    #expect(before?["state"] == "disconnected" && before?["link"]?.isNull == true)
    let link = try client.ask("account.connect", "{}")["result"]
    #expect(try client.ask("account.connect", "{}")["result"]?["link"] == link?["link"])
    let waiting = try client.ask("account.status", "{}")["result"]
    #expect(waiting?["state"] == "waiting" && waiting?["link"] == link?["link"])
    fake.change { $0.approvesAfter = 1 }
    let status = try client.ask("account.status", #"{"wait":true,"timeout_ms":120000}"#)["result"]
    #expect(status?["state"] == "connected" && status?["username"] == "ann", "\(String(describing: status))")
    #expect(status?["question"] == "first" && status?["next_sync_at"]?.isNull == true)
    #expect(try client.ask("account.connect", "{}").kind == "conflict")
  }

  @Test func waiting_for_an_approval_can_be_ended() async throws {
    fake.change { $0.approvesAfter = 1_000_000 }
    let client = try await server().connect()
    _ = try client.ask("account.connect", "{}")
    let end = try client.ask("account.disconnect", "{}")["result"]
    #expect(end?["changed"] == true && end?["ended"] == false)
    #expect(try client.ask("account.status", "{}")["result"]?["state"] == "disconnected")
    #expect(try client.ask("account.sync", "{}").kind == "conflict")
  }

  @Test func approval_that_does_not_come_is_not_waited_for_without_end() async throws {
    fake.change { $0.approvesAfter = 1_000_000 }
    let client = try await server { $0.approvalLimit = .milliseconds(50) }.connect()
    _ = try client.ask("account.connect", "{}")
    let status = try client.ask("account.status", #"{"wait":true,"timeout_ms":120000}"#)["result"]
    #expect(
      status?["state"] == "disconnected" && status?["error"]?["message"] == "it was not approved in time")
  }

  @Test func first_comparison_shows_what_it_would_do() async throws {
    fake.change { $0.watchlist = [.film(1), .series(2)] }
    let client = try await server().connect()
    try add(client, film(0))
    try add(client, film(0), "favorites")
    try connect(client)
    let shown = try client.ask("account.sync", "{}")["result"]
    #expect(shown?["question"] == "first" && shown?["total"] == 4)
    #expect(try keys(client) == [film(0)] && fake.account.received == [])
    let changed = try client.ask("account.sync", #"{"consent":"0123456789abcdef"}"#)["result"]
    #expect(changed?["question"] == "first" && fake.account.received == [])
    let done = try sync(client)
    #expect(done["question"]?.isNull == true && done["total"] == 4 && done["rejected_total"] == 0)
    #expect(try Set(keys(client)) == [film(0), film(1), "tv/\(FakeCatalogue.firstSeries + 2)"])
    #expect(try Set(keys(client)) == Set(atTMDB) && fake.account.favorite == [.film(0)])
    #expect(try sync(client)["total"] == 0)
    let status = try client.ask("account.status", "{}")["result"]
    #expect(status?["synced_at"]?.isNull == false && status?["next_sync_at"]?.isNull == false)
  }

  @Test func session_is_shown_nowhere() async throws {
    let client = try await server().connect()
    try add(client, film(0))
    try connect(client)
    try sync(client)
    let session = try #require(fake.account.sessions.first)
    for (method, params) in [
      ("account.status", "{}"), ("account.journal", "{}"), ("library.export", "{}"), ("status", "{}"),
      ("settings", "{}"), ("account.sync", "{}"),
    ] {
      #expect(try !client.ask(method, params).text().contains(session), "\(method)")
    }
    fake.stop()
    let failure = try client.ask("account.sync", "{}")
    #expect(
      failure["error"] != nil && !failure.text().contains(session) && !failure.text().contains("session_id"))
  }

  @Test(arguments: [FakeFault.lost, .reset, .doubled])
  func lost_and_doubled_requests_do_no_harm(_ fault: FakeFault) async throws {
    fake.change { $0.watchlist = (20..<30).map { .film($0) } }
    let client = try await server().connect()
    for number in 0..<10 { try add(client, film(number)) }
    try connect(client)
    try sync(client)
    for number in 10..<14 { try add(client, film(number)) }
    fake.set(faults: [(fault, fault == .doubled ? 1 : 0.25)])
    for _ in 0..<4 { _ = try client.ask("account.sync", "{}") }
    fake.set(fault: nil)
    while try client.ask("account.sync", "{}")["error"] != nil {}
    #expect(Set(atTMDB) == Set((0..<14).map(film) + (20..<30).map(film)) && atTMDB.count == 24)
    #expect(try Set(keys(client)) == Set(atTMDB))
    let journal =
      try client.ask("account.journal", #"{"page_size":100}"#)["result"]?["results"]?.arrayValue ?? []
    #expect(journal.count == 24 && journal.allSatisfy { $0["state"] == "done" })
    let revisions = try (1...3).map { page in
      try client.ask("account.journal", #"{"page":\#(page),"page_size":10}"#)["result"]?["rev"]?.stringValue
    }
    #expect(Set(revisions).count == 1 && revisions[0] != nil, "pages of the same list")
  }

  @Test func limit_of_tmdb_is_kept_and_the_rest_goes_later() async throws {
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    try add(client, film(3))
    fake.set(fault: .status(429, retryAfter: 60))
    #expect(try client.ask("account.sync", "{}").kind == "rate_limited")
    #expect(fake.account.received == [])
    let status = try client.ask("account.status", "{}")["result"]
    #expect(
      status?["pending_changes"] == 1 && status?["error"]?.isNull == false
        && status?["next_sync_at"]?.isNull == false)
  }

  @Test func pages_that_shift_while_they_are_read_are_read_again() async throws {
    fake.change { $0.watchlist = (0..<45).map { .film($0) } }
    let client = try await server().connect()
    try connect(client)
    fake.change { $0.shifts = 2 }
    try sync(client)
    // Two have vanished while it was read, the others are all there.
    #expect(try Set(keys(client)) == Set((2..<45).map(film)))
    #expect(fake.account.received == [])
  }

  @Test func list_that_always_changes_is_left_alone() async throws {
    fake.change { $0.watchlist = (0..<60).map { .film($0) } }
    let client = try await server().connect()
    try connect(client)
    fake.change { $0.shifts = 30 }
    #expect(try client.ask("account.sync", "{}").kind == "upstream_unavailable")
    #expect(try keys(client) == [])
  }

  @Test func old_lists_remove_nothing() async throws {
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    fake.change { $0.freeze(reads: 0) }
    try add(client, film(5))
    try sync(client)
    #expect(atTMDB == [film(5)])
    fake.change { $0.staleReads = 8 }
    let stale = try sync(client)
    #expect(stale["total"] == 0 && stale["pending_removals"] == 0)
    #expect(try keys(client) == [film(5)])
  }

  @Test func removal_at_tmdb_waits_for_a_second_look() async throws {
    fake.change { $0.watchlist = [.film(1), .film(2)] }
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    fake.change { $0.watchlist = [.film(2)] }
    for _ in 0..<3 {
      let look = try sync(client)
      #expect(look["total"] == 0 && look["pending_removals"] == 1)
    }
    #expect(try keys(client).count == 2)
  }

  @Test func session_that_was_revoked_is_said_and_can_be_replaced() async throws {
    let client = try await server().connect()
    try connect(client)
    try sync(client)
    try add(client, film(7))
    fake.change { $0.sessions = [] }
    let refused = try client.ask("account.sync", "{}")["error"]
    #expect(refused?["data"]?["state"] == "revoked", "\(String(describing: refused))")
    let status = try client.ask("account.status", "{}")["result"]
    #expect(status?["state"] == "revoked" && status?["pending_changes"] == 1)
    #expect(status?["next_sync_at"]?.isNull == true)
    #expect(try client.ask("account.sync", "{}").kind == "conflict")
    // The key is not to blame.
    let sources = try client.ask("status", "{}")["result"]?["sources"]?.arrayValue
    #expect(sources?.first?["state"] == "ok")
    try connect(client)
    #expect(try client.ask("account.sync", "{}")["result"]?["question"]?.isNull == true)
    #expect(atTMDB == [film(7)])
  }

  @Test func changes_made_offline_go_when_tmdb_is_back() async throws {
    let client = try await server().connect()
    try add(client, film(1))
    try connect(client)
    try sync(client)
    _ = try client.ask("watchlist.remove", #"{"key":"\#(film(1))"}"#)
    try add(client, film(1))
    _ = try client.ask("detail", #"{"key":"\#(film(2))"}"#)
    fake.stop()
    try add(client, film(2))
    #expect(try client.ask("account.sync", "{}").kind == "upstream_unavailable")
    let status = try client.ask("account.status", "{}")["result"]
    #expect(status?["pending_changes"] == 1 && status?["error"]?.isNull == false)
    try fake.restart()
    while try client.ask("account.sync", "{}")["error"] != nil {}
    #expect(Set(atTMDB) == [film(1), film(2)])
  }

  @Test func title_that_tmdb_does_not_know_stays_here() async throws {
    let library = Library(folder: nil)
    let title = Title("movie/5", "Old", source: .tmdb)
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .watchlist, key: "movie/5", action: .add(note: nil, isWatched: nil),
        title: StoredTitle(title), at: .now))
    let client = try await server(library: library).connect()
    try connect(client)
    let first = try sync(client)
    #expect(first["rejected_total"] == 1 && first["total"] == 0 && first["changes"] == [])
    #expect(try sync(client)["total"] == 0)
    #expect(try keys(client) == ["movie/5"])
  }

  @Test(arguments: [400, 404, 422]) func title_that_tmdb_does_not_take_stops_no_other(_ status: Int)
    async throws
  {
    fake.change { $0.rejects[FakeCatalogue.firstFilm + 1] = status }
    let client = try await server().connect()
    for number in 0..<3 { try add(client, film(number)) }
    try connect(client)
    let first = try sync(client)
    #expect(first["rejected_total"] == 1 && first["total"] == 2, "\(first)")
    #expect(atTMDB.sorted() == [film(0), film(2)])
    #expect(try sync(client)["total"] == 0)
    #expect(try keys(client).count == 3)
  }

  @Test func disconnecting_ends_the_session_and_keeps_the_lists() async throws {
    let client = try await server().connect()
    try add(client, film(2))
    try connect(client)
    try sync(client)
    let end = try client.ask("account.disconnect", "{}")["result"]
    #expect(end?["changed"] == true && end?["ended"] == true && fake.account.sessions == [])
    #expect(try keys(client) == [film(2)] && atTMDB == [film(2)])
    #expect(try client.ask("account.disconnect", "{}")["result"]?["changed"] == false)
    #expect(try client.ask("account.journal", "{}")["result"]?["total_results"] == 0)
  }

  @Test func account_is_there_after_a_restart() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    let client = try await server(library: first).connect()
    try connect(client)
    try sync(client)
    await first.close()
    let second = try await server(library: Library(folder: folder.path)).connect()
    let status = try second.ask("account.status", "{}")["result"]
    #expect(status?["state"] == "connected" && status?["question"]?.isNull == true)
    try add(second, film(9))
    try sync(second)
    #expect(atTMDB == [film(9)])
  }
}
