import FakeTMDB
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// When the daemon compares by itself.
@Suite(.timeLimit(.minutes(20))) struct AccountPaceTests: AccountSuite {
  let fake: FakeTMDB

  init() throws { fake = try Self.makeFake() }

  @Test func change_of_a_list_is_carried_over_by_itself() async throws {
    let server = try await server { $0.afterChange = .milliseconds(1) }
    let client = try await server.connect()
    try connect(client)
    try sync(client)
    try add(client, film(4))
    await server.until { _ in fake.account.watchlist == [.film(4)] }
    #expect(atTMDB == [film(4)])
  }

  @Test func change_during_a_comparison_is_not_forgotten() async throws {
    let server = try await server { $0.afterChange = .milliseconds(1) }
    let client = try await server.connect()
    for number in 4...5 { _ = try client.ask("detail", #"{"key":"\#(film(number))"}"#) }
    try connect(client)
    try sync(client)
    fake.set(fault: .slow(500))
    try add(client, film(4))
    await server.until { _ in
      fake.requests.contains { $0.method == "POST" && $0.target.contains("/watchlist") }
    }
    // The lists have been read, and TMDB has not answered yet.
    try add(client, film(5))
    fake.set(fault: nil)
    await server.until { _ in Set(fake.account.watchlist) == [.film(4), .film(5)] }
    #expect(Set(atTMDB) == [film(4), film(5)])
  }

  @Test func comparisons_go_on_when_the_age_limit_is_gone() async throws {
    let server = try await server()
    let (client, parent) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"kids"}"#)
    _ = try client.ask("profiles.select", #"{"name":"kids"}"#)
    try connect(client)
    try sync(client)
    func next(_ change: String, isLimited: Bool) async throws -> Timestamp? {
      let reply = try parent.ask("profiles.update", #"{"name":"kids",\#(change)}"#)
      #expect(reply["error"] == nil)
      return try await server.see { server in
        let account = try #require(server.accounts.account(of: try server.profiles.expect("kids")))
        if isLimited { account.listsChanged() }
        return account.nextSyncAt
      }
    }
    #expect(try await next(#""age_limit":12"#, isLimited: true) == nil)
    #expect(try await next(#""reset":["age_limit"]"#, isLimited: false) != nil)
  }

  @Test func change_is_not_put_off_by_later_ones() async throws {
    let server = try await server()
    let client = try await server.connect()
    try connect(client)
    try sync(client)
    await server.see { $0.accounts.pace.afterChange = .milliseconds(1) }
    try add(client, film(4))
    await server.see { $0.accounts.pace.afterChange = .seconds(3600) }
    try add(client, film(5))
    await server.until { _ in fake.account.watchlist.contains(.film(4)) }
    #expect(atTMDB.contains(film(4)))
  }

  @Test func change_of_another_machine_goes_to_tmdb_by_itself() async throws {
    let (folder, one, two) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let first = try await server(library: Library(folder: one.path), shared: (folder.path, one.path))
    let second = try await server(library: Library(folder: two.path), shared: (folder.path, two.path)) {
      $0.afterMerge = .milliseconds(1)
    }
    let (client, other) = (try await first.connect(), try await second.connect())
    try connect(other)
    try sync(other)
    try add(client, film(4))
    await second.until { _ in fake.account.watchlist == [.film(4)] }
    #expect(atTMDB == [film(4)])
    #expect(try keys(other) == [film(4)])
    await first.server.sync?.end()
    await second.server.sync?.end()
  }

  /// Two machines with the same account: what TMDB has sent to one does not go back to it from the other.
  @Test func change_of_the_account_is_not_sent_to_it_again() async throws {
    let (folder, one, two) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let first = try await server(library: Library(folder: one.path), shared: (folder.path, one.path))
    let second = try await server(library: Library(folder: two.path), shared: (folder.path, two.path)) {
      $0.afterMerge = .milliseconds(1)
    }
    let (client, other) = (try await first.connect(), try await second.connect())
    for client in [client, other] {
      try connect(client)
      try sync(client)
    }
    let before = await second.see { $0.accounts.account(of: $0.profiles.initial)?.stored?.syncedAt }
    fake.change { $0.watchlist = [.film(4), .film(5)] }
    #expect(try sync(client)["total"] == 2)
    await second.until {
      $0.profiles.initial.lists.userStates.count == 2
        && $0.accounts.account(of: $0.profiles.initial)?.stored?.syncedAt != before
    }
    let status = try other.ask("account.status", "{}")["result"]
    #expect(try status?["pending_changes"] == 0 && keys(other).count == 2)
    #expect(try journal(other).isEmpty)
    #expect(fake.account.received == [])
    await first.server.sync?.end()
    await second.server.sync?.end()
  }
}
