import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct UpstreamFetcherTests {
  private let options = FetchOptions(day: "2026-11-21")

  private func fetch(
    _ bench: FetcherBench, _ name: String = "dune", kind: AnswerKind = .search, _ options: FetchOptions? = nil
  ) async throws -> Fetched<String> {
    try await bench.fetcher.fetch(.echo(name, kind: kind), options ?? self.options)
  }

  private func kind(_ error: (any Error)?) -> RPCError.Kind? { (error as? RPCError)?.kind }

  @Test func the_second_who_asks_gets_what_was_kept() async throws {
    let bench = FetcherBench { _ in .ok("a", [HTTPHeader("Cache-Control", "public, max-age=7200")]) }
    let first = try await fetch(bench)
    #expect(first.answer == "a" && first.cache == .miss && first.fetchedAt == bench.now)
    #expect(first.freshUntil == bench.now + .milliseconds(7_200_000))
    bench.now += .milliseconds(5120)
    let second = try await fetch(bench)
    #expect(second.answer == "a" && second.cache == .hit && second.fetchedAt == first.fetchedAt)
    #expect(bench.transport.requests.count == 1)
    #expect(bench.fetcher.counts == .init(hits: 1, stale: 0, misses: 1, coalesced: 0))
  }

  @Test func what_is_fleeting_is_not_kept() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    var options = options
    options.isFleeting = true
    #expect(try await fetch(bench, options).cache == .miss)
    #expect(try await fetch(bench).cache == .miss)
    // What is there is given all the same.
    #expect(try await fetch(bench, options).cache == .hit)
  }

  @Test func two_hundred_who_ask_at_once_are_one_request() async throws {
    var go: CheckedContinuation<Void, Never>?
    let bench = FetcherBench { _ in
      await withCheckedContinuation { go = $0 }
      return .ok("a")
    }
    let asked = (0..<200).map { client in
      LoopTask.start {
        var options = self.options
        options.client = UInt64(client)
        return try? await self.fetch(bench, options).cache
      }
    }
    try await bench.transport.untilAsked(1)
    while go == nil { try await EventLoop.sleep(for: .milliseconds(1)) }
    go?.resume()
    var caches: [Meta.Cache?] = []
    for one in asked { caches.append(await one.value) }
    #expect(caches.count { $0 == .miss } == 1 && caches.count { $0 == .coalesced } == 199)
    #expect(bench.transport.requests.count == 1)
  }

  private func fetch(_ bench: FetcherBench, _ options: FetchOptions) async throws -> Fetched<String> {
    try await fetch(bench, "dune", kind: .search, options)
  }

  @Test func who_does_not_wait_leaves_the_answer_to_the_next() async throws {
    var go: CheckedContinuation<Void, Never>?
    let bench = FetcherBench { _ in
      await withCheckedContinuation { go = $0 }
      return .ok("a")
    }
    var impatient = options
    impatient.patientUntil = EventLoop.now
    let error = await #expect(throws: RPCError.self) { try await fetch(bench, impatient) }
    #expect(error?.isSlow == true && error?.reason == .network)
    while go == nil { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(bench.transport.cancelled == 0)
    // It goes on, and another may wait for the same.
    let patient = LoopTask.start { try? await self.fetch(bench) }
    go?.resume()
    #expect(await patient.value?.answer == "a")
    #expect(try await fetch(bench, impatient).cache == .hit)
    #expect(bench.transport.requests.count == 1)
  }

  @Test func pause_that_is_too_long_is_not_waited_for() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    bench.service.limiter.pause(for: .seconds(3600))
    var impatient = options
    impatient.patientUntil = EventLoop.now + .seconds(600)
    let error = await #expect(throws: RPCError.self) { try await fetch(bench, impatient) }
    #expect(error?.isSlow == true && error?.reason == .rateLimited)
    bench.service.limiter.endPause()
    while (try? await fetch(bench, impatient).cache) != .hit {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
    #expect(bench.transport.requests.count == 1)
  }

  @Test func the_transfer_ends_when_the_last_who_waits_has_left() async throws {
    let bench = FetcherBench { _ in
      try await EventLoop.sleep(for: .seconds(60))
      return .ok("a")
    }
    let tasks = (0..<2).map { _ in LoopTask.start { try? await self.fetch(bench).answer } }
    try await bench.transport.untilAsked(1)
    tasks[0].cancel()
    #expect(await tasks[0].value == nil)
    #expect(bench.transport.underWay == 1)
    tasks[1].cancel()
    #expect(await tasks[1].value == nil)
    while bench.transport.cancelled == 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(bench.service.limiter.underWay == 0 || bench.transport.underWay == 0)
    // The next one starts anew.
    bench.transport.answer = { _ in .ok("b") }
    #expect(try await fetch(bench).answer == "b")
  }

  @Test func what_is_no_longer_fresh_comes_at_once_and_is_asked_for_behind() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    _ = try await fetch(bench)
    bench.transport.answer = { _ in .ok("b") }
    bench.now += .milliseconds(2 * 3_600_000)
    let stale = try await fetch(bench)
    #expect(stale.answer == "a" && stale.cache == .stale && stale.reason == nil)
    var fresh = try await fetch(bench)
    while fresh.cache == .stale {
      try await EventLoop.sleep(for: .milliseconds(1))
      fresh = try await fetch(bench)
    }
    #expect(fresh.answer == "b" && fresh.cache == .hit)
    #expect(bench.transport.requests.count == 2)
  }

  @Test func a_tag_is_asked_about_and_what_is_unchanged_is_fresh_again() async throws {
    let bench = FetcherBench { _ in .ok("a", [HTTPHeader("ETag", "W/\"1\"")]) }
    _ = try await fetch(bench)
    bench.now += .milliseconds(7_200_000)
    bench.transport.answer = { request in
      #expect(request.headers.contains(HTTPHeader("If-None-Match", "W/\"1\"")))
      return .status(304, "")
    }
    var options = options
    options.maxAge = .zero
    let asked = try await fetch(bench, options)
    #expect(asked.answer == "a" && asked.cache == .miss && asked.fetchedAt == bench.now)
    #expect(try await fetch(bench).cache == .hit)
  }

  @Test func max_age_asks_anew_and_gets_what_is_kept_when_that_fails() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    let first = try await fetch(bench)
    bench.now += .milliseconds(1000)
    var options = options
    options.maxAge = .milliseconds(1000)
    #expect(try await fetch(bench, options).cache == .hit)
    options.maxAge = .milliseconds(999)
    bench.transport.answer = { _ in .status(418) }
    let cached = try await fetch(bench, options)
    #expect(cached.cache == .stale && cached.reason == .upstreamError && cached.fetchedAt == first.fetchedAt)
    // Without it the kept one is as good as before.
    #expect(try await fetch(bench).cache == .hit)
  }

  @Test func cache_only_never_asks() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    var options = options
    options.isCacheOnly = true
    await #expect(throws: UpstreamFetcher.NotCached.self) { try await fetch(bench, options) }
    #expect(bench.transport.requests.isEmpty)
    _ = try await fetch(bench)
    bench.now += .milliseconds(100 * 86_400_000)
    #expect(try await fetch(bench, options).cache == .stale)
    #expect(bench.transport.requests.count == 1)
    // Not even what is too old to be kept at all.
    bench.now += .milliseconds(100 * 86_400_000)
    await #expect(throws: UpstreamFetcher.NotCached.self) { try await fetch(bench, options) }
  }

  @Test func what_is_not_there_is_remembered_for_a_while() async throws {
    let bench = FetcherBench { _ in
      .status(404, #"{"success":false,"status_code":34,"status_message":"Not found."}"#)
    }
    for _ in 0..<3 {
      let error = await #expect(throws: RPCError.self) { try await fetch(bench) }
      #expect(error?.kind == .notFound)
    }
    #expect(bench.transport.requests.count == 1)
    bench.now += Freshness.missing + Freshness.bounds(.search).whileRevalidating
    bench.transport.answer = { _ in .ok("a") }
    #expect(try await fetch(bench).answer == "a")
  }

  @Test(arguments: ["<html>login</html>", "{\"no\":\"string\"}", ""])
  func a_body_that_cannot_be_read_is_not_kept(_ body: String) async throws {
    let bench = FetcherBench { _ in .status(200, body) }
    let error = await #expect(throws: RPCError.self) { try await fetch(bench) }
    #expect(error?.kind == .upstreamUnavailable)
    #expect(error?.hint?.contains("login") == true)
    bench.transport.answer = { _ in .ok("a") }
    #expect(try await fetch(bench).cache == .miss)
  }

  @Test func a_refused_key_is_not_tried_again_and_again_but_another_is_at_once() async throws {
    let bench = FetcherBench { _ in
      .status(401, #"{"success":false,"status_code":7,"status_message":"Invalid API key"}"#)
    }
    for _ in 0..<3 {
      let error = await #expect(throws: RPCError.self) { try await fetch(bench) }
      #expect(error?.kind == .upstreamUnauthorized)
      #expect(error?.details.contains(JSONMember("setting", "tmdb.key")) == true)
    }
    #expect(bench.transport.requests.count == 1)
    #expect(bench.service.state == .refused)
    bench.transport.answer = { _ in .ok("a") }
    bench.service.use(address: "https://example.org/3", key: Secret("other"), isOn: true)
    #expect(try await fetch(bench).answer == "a")
    #expect(bench.service.state == .ok)
  }

  @Test func a_connection_that_breaks_is_tried_again() async throws {
    var broken = 2
    let bench = FetcherBench { _ in
      guard broken == 0 else {
        broken -= 1
        throw HTTPError(.reset, host: "example.org", "reset")
      }
      return .ok("a")
    }
    #expect(try await fetch(bench).answer == "a")
    #expect(bench.transport.requests.count == 3 && bench.service.errors == 2 && bench.service.calls == 3)
  }

  @Test func an_upstream_that_is_down_is_left_alone_and_tried_again_by_itself() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    _ = try await fetch(bench)
    bench.transport.answer = { _ in .status(503, "<html>down</html>") }
    for name in ["b", "c", "d", "e"] {
      let error = await #expect(throws: RPCError.self) { try await fetch(bench, name) }
      #expect(error?.kind == .upstreamUnavailable)
    }
    // Each of the four alone would have tried three times.
    #expect(bench.transport.withoutProbes.count < 1 + 4 * 3)
    #expect(bench.service.state == .down)
    // What was kept still comes.
    bench.now += .milliseconds(7_200_000)
    let cached = try await fetch(bench)
    #expect(cached.cache == .stale && cached.reason == .upstreamError)
    // It comes back; nobody needs to ask for that to be found out.
    bench.transport.answer = { $0.url.contains("/authentication") ? .success : .ok("z") }
    while bench.service.state == .down { try await EventLoop.sleep(for: .milliseconds(5)) }
    #expect(try await fetch(bench, "b").answer == "z")
    await bench.fetcher.close()
  }

  /// As when the name server is silent: each lookup keeps a thread for as long as that takes.
  @Test func lookups_that_fail_open_the_circuit() async throws {
    let bench = FetcherBench { _ in throw HTTPError(.resolve, host: "example.org", "no such host") }
    for name in ["a", "b", "c"] { #expect(await error(bench, name) == .upstreamUnavailable) }
    #expect(!bench.service.circuit.isClosed && bench.service.state == .down)
    // Each alone would have tried three times.
    #expect(bench.transport.withoutProbes.count < 3 * 3)
    bench.transport.answer = { $0.url.contains("/authentication") ? .success : .ok("z") }
    while bench.service.state == .down { try await EventLoop.sleep(for: .milliseconds(5)) }
    #expect(try await fetch(bench, "d").answer == "z")
    await bench.fetcher.close()
  }

  @Test(arguments: [500, 502])
  func one_title_that_upstream_cannot_serve_is_no_outage(_ status: Int) async throws {
    let bench = FetcherBench { request in
      request.url.contains("q=bad") ? .status(status, "<html>sorry</html>") : .ok("a")
    }
    for number in 0..<5 {
      #expect(await error(bench, "bad") == .upstreamUnavailable)
      #expect(bench.service.circuit.isClosed && bench.service.fault == nil)
      if number % 2 == 1 { #expect(try await fetch(bench, "good \(number)").answer == "a") }
    }
    #expect(bench.service.state == .ok)
  }

  @Test func three_titles_that_upstream_cannot_serve_are_found_to_be_no_outage() async throws {
    let bench = FetcherBench { request in
      let isBad = request.url.contains("q=bad") || request.url.contains("/authentication")
      return isBad ? .status(500, "<html>sorry</html>") : .ok("a")
    }
    for number in 0..<3 { #expect(await error(bench, "bad\(number)") == .upstreamUnavailable) }
    #expect(bench.service.state == .down)
    bench.transport.answer = { request in
      if request.url.contains("/authentication") { return .success }
      return request.url.contains("q=bad") ? .status(500, "<html>sorry</html>") : .ok("a")
    }
    // Something else is asked to find out.
    while bench.service.state == .down { try await EventLoop.sleep(for: .milliseconds(5)) }
    #expect(bench.transport.requests.last?.url.contains("/authentication") == true)
    #expect(try await fetch(bench, "good").answer == "a")
    await bench.fetcher.close()
  }

  @Test func a_probe_that_is_answered_by_a_login_page_is_no_return() async throws {
    let bench = FetcherBench { _ in .status(200, "<html>log in</html>") }
    for name in ["a", "b", "c"] { #expect(await error(bench, name) == .upstreamUnavailable) }
    while !bench.transport.requests.contains(where: { $0.url.contains("/authentication") }) {
      try await EventLoop.sleep(for: .milliseconds(5))
    }
    while bench.transport.underWay > 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(bench.service.state == .down)
    await bench.fetcher.close()
  }

  @Test func trouble_that_says_how_long_it_lasts_is_respected() async throws {
    let bench = FetcherBench { _ in .status(503, "<html>", retryAfter: .seconds(7200)) }
    #expect(await error(bench, "a") == .upstreamUnavailable)
    #expect(bench.transport.requests.count == 1 && bench.service.state == .down)
    var options = options
    options.deadline = EventLoop.now + .seconds(600)
    let error = await #expect(throws: RPCError.self) { try await fetch(bench, "b", options) }
    #expect(error?.kind == .upstreamUnavailable && error?.message.contains("503") == true)
    let wait = error?.details.first { $0.name == "retry_after_ms" }?.value.intValue ?? 0
    #expect(wait > 3_600_000)
    #expect(bench.transport.requests.count == 1)
    await bench.fetcher.close()
  }

  private func error(_ bench: FetcherBench, _ name: String) async -> RPCError.Kind? {
    do {
      _ = try await fetch(bench, name)
      return nil
    } catch {
      return kind(error)
    }
  }

  @Test func one_who_asks_too_often_waits_as_long_as_upstream_says() async throws {
    var limited = true
    let bench = FetcherBench { _ in
      guard limited else { return .ok("a") }
      limited = false
      return .status(429, #"{"status_code":25}"#, retryAfter: .seconds(1))
    }
    let began = EventLoop.now
    #expect(try await fetch(bench).answer == "a")
    #expect(EventLoop.now - began >= .seconds(1))
    // Who has less time is told so.
    bench.transport.answer = { _ in .status(429, "{}", retryAfter: .seconds(3600)) }
    _ = try? await fetch(bench, "b")
    var options = options
    options.deadline = EventLoop.now + .seconds(60)
    let error = await #expect(throws: RPCError.self) { try await fetch(bench, "c", options) }
    #expect(error?.kind == .rateLimited)
    #expect(bench.service.state == .limited)
  }

  @Test func one_whose_time_is_nearly_up_gets_what_is_kept() async throws {
    let bench = FetcherBench { _ in .ok("a") }
    _ = try await fetch(bench)
    bench.now += Freshness.bounds(.search).whileRevalidating * 2
    bench.transport.answer = { _ in
      try await EventLoop.sleep(for: .seconds(60))
      return .ok("b")
    }
    var options = options
    options.deadline = EventLoop.now + .milliseconds(50)
    let cached = try await fetch(bench, options)
    #expect(cached.answer == "a" && cached.cache == .stale && cached.reason == .network)
    // Nobody waits for it any more.
    while bench.transport.underWay > 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
  }

  @Test(
    arguments: [
      ("0123456789abcdef0123456789abcdef", true), ("eyJhbGciOi.eyJhdWQi.c2ln", false), ("odd&key", true),
    ])
  func a_key_is_told_by_its_shape_and_no_answer_is_kept_under_it(_ key: String, _ isInURL: Bool) async throws
  {
    let bench = FetcherBench(key: key) { _ in .ok("a") }
    _ = try await fetch(bench)
    let request = try #require(bench.transport.requests.first)
    #expect(request.url.contains("api_key=\(PercentEncoding.encode(key))") == isInURL)
    #expect(request.headers.contains(HTTPHeader("Authorization", "Bearer \(key)")) == !isInURL)
    #expect(try await bench.store.find("https://example.org/3/echo?q=dune") != nil)
  }

  private func fetch(_ bench: FetcherBench, _ name: String, _ options: FetchOptions) async throws -> Fetched<
    String
  > {
    try await fetch(bench, name, kind: .search, options)
  }
}
