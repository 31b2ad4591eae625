import EventLoop
import MovieProtocol
import RedisClient
import TestSupport
import Testing

@testable import MovieSources

/// A store that stands still, is gone or is full.
extension SharedCacheTests {
  @Test func a_store_that_went_away_holds_nothing_up() async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .ok("a") }
    defer { close(first) }
    _ = try await first.fetcher.fetch(.echo("dune"), options)
    try await beside { try server.kill() }
    for number in 0..<100 {
      #expect(try await first.fetcher.fetch(.echo("dune \(number)"), options).answer == "a")
    }
    let status = try #require(first.shared.status(at: first.now))
    #expect(status.state == .down && status.reason != nil && status.retryAt != nil)
    #expect(status.address == server.url)
  }

  /// Each waits for one command at most, and only those of the first moment wait at all.
  @Test func requests_send_one_command_to_a_store_that_stands_still() async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .ok("a") }
    defer { close(first) }
    _ = try await first.shared.client?.reply(to: [Array("PING".utf8)])
    #expect(first.shared.client?.hasAnswered == true)
    first.shared.use(patience: .milliseconds(50))
    let before = try await beside { try commands(server) }
    server.pause()
    let tasks = (0..<20).map { number in
      LoopTask.start { try? await first.fetcher.fetch(.echo("dune \(number)"), self.options).answer }
    }
    for task in tasks { #expect(await task.value == "a") }
    #expect(first.shared.status(at: first.now)?.reason == .timeout)
    for number in 0..<100 {
      #expect(try await first.fetcher.fetch(.echo("later \(number)"), options).answer == "a")
    }
    server.resume()
    // It reads what it was sent meanwhile before a new connection.
    let sent = try await beside { try commands(server) } - before
    #expect((1...20).contains(sent), "\(sent)")
  }

  /// What a request sends one after the other. It waits for the replies to the first two.
  enum Command: CaseIterable { case find, take, store }

  /// Whichever meets the fault first, those after it are not sent: a request waits for the limit once.
  @Test(arguments: Command.allCases)
  func request_waits_once_for_a_store_that_stands_still(_ command: Command) async throws {
    let server = try await beside { try RedisServer() }
    var go: CheckedContinuation<Void, Never>?
    // One request at a time, and no command but those of requests.
    let first = try machine(
      server, bounds: .init(perSecond: 1000, burst: 1000, atOnce: 1),
      times: .init(lease: .seconds(60), renewal: .seconds(60), patience: .seconds(60))
    ) { _ in
      if command != .find, go == nil { await withCheckedContinuation { go = $0 } }
      return .ok("a")
    }
    defer { close(first) }
    func fetch(_ name: String) -> Task<String?, Never> {
      LoopTask.start { try? await first.fetcher.fetch(.echo(name), self.options).answer }
    }
    var tasks: [Task<String?, Never>] = []
    if command == .find {
      _ = try await first.shared.client?.reply(to: [Array("PING".utf8)])
    } else {
      tasks.append(fetch("sent"))
      try await first.transport.untilAsked(1)
    }
    if command == .take {
      // It has its lease, and waits until the first one's place is free.
      tasks.append(fetch("next"))
      while try await beside({ try server.keys() }).count(where: { $0.hasSuffix(":lease") }) < 2 {}
    }
    first.shared.use(patience: .milliseconds(50))
    let before = try await beside { try commands(server) }
    server.pause()
    go?.resume()
    if command == .find { tasks.append(fetch("dune")) }
    for task in tasks { #expect(await task.value == "a") }
    #expect(first.shared.client?.fault == (command == .store ? nil : .timeout))
    server.resume()
    let sent = try await beside { try commands(server) } - before
    // With `take`, the first request's answer may also have been sent before the fault.
    #expect((1...(command == .take ? 2 : 1)).contains(sent), "\(sent)")
  }

  /// How many scripts it has run or refused.
  private nonisolated func commands(_ server: RedisServer) throws -> Int {
    let line = try server.reply("INFO", "commandstats").split(whereSeparator: \.isNewline).first {
      $0.hasPrefix("cmdstat_eval:")
    }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }

  @Test func a_full_store_is_left_alone() async throws {
    let server = try await beside { try RedisServer(["maxmemory 1", "maxmemory-policy noeviction"]) }
    let first = try machine(server) { _ in .ok("a") }
    defer { close(first) }
    #expect(try await first.fetcher.fetch(.echo("dune"), options).answer == "a")
    let status = try #require(first.shared.status(at: first.now))
    #expect(status.reason == .refused && status.detail == "OOM")
  }
}
