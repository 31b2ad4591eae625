import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import RedisClient
import TestSupport
import Testing

@testable import MovieSources

/// Machines that share a real store.
@Suite(
  .timeLimit(.minutes(20)), .enabled(if: RedisServer.isExpected, "\(RedisServer.isMissing)"), .serialized)
@LoopActor struct SharedCacheTests {
  let options = FetchOptions(day: "2026-11-21")

  func machine(
    _ server: RedisServer, url: String? = nil, key: String = "0123456789abcdef0123456789abcdef",
    bounds: RateLimiter.Bounds = .init(perSecond: 1000, burst: 1000, atOnce: 8),
    times: SharedCache.Times = .init(
      lease: .seconds(240), renewal: .milliseconds(20), patience: .seconds(240)),
    _ answer: @escaping PreparedTransport.Answer
  ) throws -> FetcherBench {
    // As long as it takes: the machines' speed is not what is tested.
    var limits = RedisClient.Limits()
    (limits.patience, limits.storing, limits.opening) = (.seconds(240), .seconds(240), .seconds(240))
    (limits.firstPause, limits.maxPause) = (.seconds(60), .seconds(60))
    let shared = SharedCache(limits: limits, times: times)
    shared.use(RedisURL(url ?? server.url))
    let bench = FetcherBench(bounds: bounds, key: key, shared: shared, answer)
    bench.service.limiter.shared = shared.bucket(.tmdb, Secret(key))
    return bench
  }

  func close(_ machines: FetcherBench...) { for machine in machines { machine.shared.close() } }

  @Test func what_one_machine_fetched_the_other_finds_with_its_age() async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .ok("a", [HTTPHeader("Cache-Control", "max-age=7200")]) }
    let second = try machine(server) { _ in .ok("b") }
    defer { close(first, second) }
    // Its clock is wrong.
    second.now += .seconds(-86_400)
    #expect(try await first.fetcher.fetch(.echo("dune"), options).cache == .miss)
    let found = try await second.fetcher.fetch(.echo("dune"), options)
    #expect(found.answer == "a" && found.cache == .hit)
    #expect(found.fetchedAt <= second.now && found.fetchedAt > second.now - .seconds(200))
    #expect(found.freshUntil > second.now + .seconds(7000))
    #expect(second.transport.requests.isEmpty && second.shared.hits == 1)
    // The second time it is its own.
    #expect(try await second.fetcher.fetch(.echo("dune"), options).cache == .hit)
    #expect(second.shared.hits == 1)
  }

  @Test func two_machines_that_ask_at_once_are_one_request() async throws {
    let server = try await beside { try RedisServer() }
    var go: CheckedContinuation<Void, Never>?
    let first = try machine(server) { _ in
      await withCheckedContinuation { go = $0 }
      return .ok("a")
    }
    let second = try machine(server) { _ in .ok("b") }
    defer { close(first, second) }
    let one = LoopTask.start { try? await first.fetcher.fetch(.echo("dune"), self.options) }
    try await first.transport.untilAsked(1)
    let other = LoopTask.start { try? await second.fetcher.fetch(.echo("dune"), self.options) }
    // It is renewed while the request runs: the rest of its time grows.
    var rest = 0
    while true {
      let now = try await beside {
        let lease = try server.keys().first { $0.hasSuffix(":lease") } ?? ""
        return Int(try server.reply("PTTL", lease).dropLast()) ?? 0
      }
      if rest > 0, now > rest { break }
      rest = now
    }
    go?.resume()
    #expect(await one.value?.cache == .miss)
    let found = await other.value
    #expect(found?.answer == "a" && found?.cache == .hit)
    #expect(second.transport.requests.isEmpty)
  }

  @Test func a_machine_that_fails_lets_the_next_one_ask() async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .status(400) }
    let second = try machine(server) { _ in .ok("b") }
    defer { close(first, second) }
    await #expect(throws: RPCError.self) { try await first.fetcher.fetch(.echo("dune"), self.options) }
    #expect(try await second.fetcher.fetch(.echo("dune"), options).answer == "b")
  }

  @Test func a_machine_that_vanished_is_not_waited_for_long() async throws {
    let server = try await beside { try RedisServer() }
    let gone = try machine(server, times: .init(lease: .milliseconds(200))) { _ in
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
      return .ok("a")
    }
    _ = LoopTask.start { try? await gone.fetcher.fetch(.echo("dune"), self.options) }
    try await gone.transport.untilAsked(1)
    gone.shared.close()
    let short = SharedCache.Times(lease: .milliseconds(200), patience: .seconds(240))
    let second = try machine(server, times: short) { _ in .ok("b") }
    defer { close(second) }
    #expect(try await second.fetcher.fetch(.echo("dune"), options).answer == "b")
  }

  @Test func a_title_that_is_missing_is_missing_for_all() async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .status(404) }
    let second = try machine(server) { _ in .ok("b") }
    defer { close(first, second) }
    for machine in [first, second] {
      await #expect(throws: RPCError.self) { try await machine.fetcher.fetch(.echo("dune"), self.options) }
    }
    #expect(second.transport.requests.isEmpty)
  }

  @Test func an_answer_that_is_too_old_is_asked_for_again() async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .ok("a") }
    let second = try machine(server) { _ in .ok("b") }
    defer { close(first, second) }
    _ = try await first.fetcher.fetch(.echo("dune"), options)
    var options = options
    options.maxAge = .zero
    try await EventLoop.sleep(for: .milliseconds(5))
    #expect(try await second.fetcher.fetch(.echo("dune"), options).answer == "b")
  }

  @Test func neither_key_nor_words_are_in_the_store() async throws {
    let server = try await beside { try RedisServer() }
    // A bucket that is full is forgotten: this one fills slowly.
    let first = try machine(server, bounds: .init(perSecond: 0.001, burst: 10, atOnce: 8)) { _ in
      .ok("an answer")
    }
    defer { close(first) }
    _ = try await first.fetcher.fetch(.echo("secretword"), options)
    let keys = try await untilStored(server)
    #expect(keys.count == 2, "\(keys)")
    for key in keys {
      #expect(key.wholeMatch(of: /movierpc:1:\{[0-9a-f]{32}\}:(answer|rate)/) != nil, "\(key)")
      let dump = try await beside {
        try key.hasSuffix("rate") ? server.reply("HGETALL", key) : server.reply("GET", key)
      }
      #expect(!dump.contains("secretword") && !dump.contains("0123456789abcdef"), "\(dump)")
      #expect(Int(try await beside { try server.reply("PTTL", key) }.dropLast()) ?? 0 > 0)
    }
  }

  @Test(arguments: [
    ["SET", "somebody else's"], ["SET", "movierpc 1 1000 200 1\na"], ["RPUSH", "a"], ["HSET", "a", "b"],
    ["SET", "movierpc 1 100000 200 3\n<a>", "PX", "50000"],
    ["SET", "movierpc 1 5 200 3\n\"a\"", "PX", "50000"],
    ["SET", "movierpc 1 100000 500 3\n\"a\"", "PX", "50000"],
  ])
  func what_is_there_already_counts_as_nothing(_ words: [String]) async throws {
    let server = try await beside { try RedisServer() }
    let first = try machine(server) { _ in .ok("a") }
    let second = try machine(server) { _ in .ok("b") }
    defer { close(first, second) }
    _ = try await first.fetcher.fetch(.echo("dune"), options)
    let keys = try await untilStored(server)
    for key in keys {
      try await beside {
        try server.reply("DEL", key)
        try server.reply(words: [words[0], key] + words.dropFirst())
      }
    }
    #expect(try await second.fetcher.fetch(.echo("dune"), options).answer == "b")
    #expect(second.transport.requests.count == 1)
    #expect(second.shared.client?.fault == nil)
    // It was replaced.
    let third = try machine(server) { _ in .ok("c") }
    defer { close(third) }
    _ = try await untilStored(server)
    #expect(try await third.fetcher.fetch(.echo("dune"), options).answer == "b")
  }

  /// No lease is left: what was fetched is stored.
  private func untilStored(_ server: RedisServer) async throws -> [String] {
    while true {
      let keys = try await beside { try server.keys() }
      if !keys.isEmpty, !keys.contains(where: { $0.hasSuffix(":lease") }) { return keys }
    }
  }

  @Test func machines_with_one_key_share_its_rate() async throws {
    let server = try await beside { try RedisServer() }
    let bounds = RateLimiter.Bounds(perSecond: 20, burst: 5, atOnce: 8)
    let machines = try (0..<4).map { _ in try machine(server, bounds: bounds) { _ in .ok("a") } }
    defer { for machine in machines { close(machine) } }
    let start = EventLoop.now
    let tasks = machines.enumerated().flatMap { index, machine in
      (0..<5).map { number in
        LoopTask.start {
          try? await machine.fetcher.fetch(.echo("\(index) \(number)"), self.options).answer
        }
      }
    }
    for task in tasks { #expect(await task.value == "a") }
    // Five at once, the other fifteen by the rate; alone, each machine would have sent its five at once.
    #expect(EventLoop.now - start >= .milliseconds(15 * 50 - 60))
    // Another key has a rate of its own.
    let other = try machine(server, key: "another", bounds: bounds) { _ in .ok("b") }
    defer { close(other) }
    #expect(other.service.limiter.shared?.name != machines[0].service.limiter.shared?.name)
  }

  /// As contrib/manual/configuration.md has it.
  @Test func a_user_needs_no_more_rights_than_the_manual_says() async throws {
    let rights = "~movierpc:* -@all +@read +@write -@dangerous +eval +ping +select +time"
    let server = try await beside { try RedisServer(["user films on >word \(rights)"]) }
    let url = "unix://films:word@\(server.socket)?db=1"
    let first = try machine(server, url: url) { _ in .ok("a") }
    let second = try machine(server, url: url) { _ in .ok("b") }
    defer { close(first, second) }
    _ = try await first.fetcher.fetch(.echo("dune"), options)
    #expect(try await second.fetcher.fetch(.echo("dune"), options).answer == "a")
    #expect(second.shared.client?.fault == nil && first.shared.client?.fault == nil)
  }
}
