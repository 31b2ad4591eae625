import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// What one client, one key or one fault must not do to others.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct UpstreamFairnessTests {
  private func options(
    client: UInt64 = 0, within wait: Duration? = nil, _ change: (inout FetchOptions) -> Void = { _ in }
  ) -> FetchOptions {
    var options = FetchOptions(day: "2026-11-21")
    options.client = client
    options.deadline = wait.map { EventLoop.now + $0 }
    change(&options)
    return options
  }

  private func fetch(
    _ bench: FetcherBench, _ name: String, _ options: FetchOptions? = nil
  ) async throws -> Fetched<String> {
    try await bench.fetcher.fetch(.echo(name), options ?? self.options())
  }

  private func error(
    _ bench: FetcherBench, _ name: String, _ options: FetchOptions? = nil
  ) async -> RPCError? {
    do {
      _ = try await fetch(bench, name, options)
      return nil
    } catch {
      return error as? RPCError
    }
  }

  /// Requests that are answered one by one, when the test says so.
  @LoopActor
  final class Held {
    private var waiting:
      [(request: HTTPRequest, continuation: CheckedContinuation<HTTPResponse, any Error>)] = []

    var count: Int { waiting.count }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try await withCheckedThrowingContinuation { waiting.append((request, $0)) }
    }

    func until(_ count: Int) async throws {
      while waiting.count < count { try await EventLoop.sleep(for: .milliseconds(1)) }
    }

    /// Each has a new TLS connection.
    func connect() { for one in waiting { one.request.onConnect?() } }

    func answer(_ response: HTTPResponse) {
      guard !waiting.isEmpty else { return }
      waiting.removeFirst().continuation.resume(returning: response)
    }
  }

  @Test func no_request_waits_for_an_upstream_that_hangs() async throws {
    let held = Held()
    let bench = FetcherBench(silence: SilenceTimer(limit: .milliseconds(50))) { try await held.send($0) }
    let hanging = (0..<8).map { number in
      LoopTask.start { await self.error(bench, "hanging \(number)", self.options(client: 1))?.reason }
    }
    try await held.until(8)
    // Neither those that would wait for a permit, nor those that have one.
    #expect(await error(bench, "other", options(client: 2))?.reason == .network)
    for one in hanging { #expect(await one.value == .network) }
    #expect(await error(bench, "hanging 0")?.reason == .network)
    #expect(held.count == 8 && bench.service.limiter.waiting == 0 && bench.service.limiter.underWay == 8)
    // What comes late after all is there for the next request.
    held.answer(.ok("late"))
    while bench.service.limiter.underWay == 8 { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(try await fetch(bench, "hanging 0").answer == "late")
    #expect(bench.transport.requests.count == 8)
    for _ in 0..<7 { held.answer(.ok("late")) }
    bench.transport.answer = { _ in .ok("a") }
    #expect(try await fetch(bench, "other").answer == "a")
    await bench.fetcher.close()
  }

  @Test func connection_is_a_sign_of_life() async throws {
    let held = Held()
    let silence = SilenceTimer(limit: .milliseconds(1))
    let bench = FetcherBench(silence: silence) { try await held.send($0) }
    let hanging = (0..<8).map { number in
      LoopTask.start { await self.error(bench, "hanging \(number)", self.options())?.reason }
    }
    for one in hanging { #expect(await one.value == .network) }
    #expect(silence.isSilent)
    held.connect()
    #expect(!silence.isSilent)
    for _ in 0..<8 { held.answer(.ok("late")) }
    await bench.fetcher.close()
  }

  @Test func slow_upstream_is_not_a_silent_one() async throws {
    var silences = 0
    let timer = SilenceTimer(limit: .milliseconds(1500))
    timer.onSilence = { silences += 1 }
    let start = EventLoop.now
    func at(_ milliseconds: Int) -> LoopInstant { start + .milliseconds(milliseconds) }
    timer.use(underWay: 8, max: 8, at: at(0))
    timer.check(at: at(1499))
    timer.received(at: at(1000))
    timer.check(at: at(2499))
    #expect(silences == 0 && !timer.isSilent)
    // Requests that are cancelled, and others in their places, are no sign of life.
    timer.use(underWay: 7, max: 8, at: at(2400))
    timer.use(underWay: 8, max: 8, at: at(2400))
    timer.check(at: at(2500))
    #expect(silences == 1 && timer.isSilent)
    // One answers, and the others hang again.
    timer.received(at: at(2600))
    #expect(!timer.isSilent)
    timer.check(at: at(4100))
    #expect(silences == 2 && timer.isSilent)
    timer.use(underWay: 1, max: 8, at: at(4200))
    #expect(timer.isSilent)
    timer.use(underWay: 0, max: 8, at: at(4300))
    #expect(!timer.isSilent)
    timer.close()
  }

  @Test func an_answer_to_an_earlier_request_does_not_end_a_pause() async throws {
    let held = Held()
    let bench = FetcherBench { try await held.send($0) }
    let first = LoopTask.start { await self.error(bench, "a") }
    let second = LoopTask.start { try? await self.fetch(bench, "b").answer }
    try await held.until(2)
    held.answer(.status(429, "{}", retryAfter: .seconds(3600)))
    #expect(await first.value?.kind == .rateLimited)
    held.answer(.ok("b"))
    #expect(await second.value == "b")
    #expect(bench.service.limiter.isPaused && bench.service.state == .limited)
    await bench.fetcher.close()
  }

  @Test func one_who_has_no_time_does_not_shut_it_for_others() async throws {
    var bench = FetcherBench { _ in .ok("a") }
    var isQuick = false
    // A request that a busy machine cancels only after seconds counts as one of an upstream that is too slow.
    while !isQuick, !Task.isCancelled {
      isQuick = true
      bench = FetcherBench { _ in
        try await EventLoop.sleep(for: .seconds(600))
        return .ok("a")
      }
      for number in 0..<10 {
        let begun = EventLoop.now
        let error = await error(bench, "\(number)", options(within: .milliseconds(10)))
        #expect(error?.kind == .upstreamUnavailable)
        if EventLoop.now - begun >= .seconds(3) { isQuick = false }
      }
    }
    #expect(bench.service.circuit.isClosed && bench.service.fault == nil)
    bench.transport.answer = { _ in .ok("a") }
    #expect(try await fetch(bench, "a").answer == "a")
  }

  @Test func questions_upstream_does_not_like_do_not_shut_it() async throws {
    let bench = FetcherBench { _ in .status(422, #"{"status_code":5}"#) }
    for number in 0..<10 {
      #expect(await error(bench, "\(number)")?.kind == .upstreamUnavailable)
    }
    #expect(bench.transport.requests.count == 10 && bench.service.state == .ok)
  }

  @Test func while_it_is_down_nobody_waits_in_turn_for_nothing() async throws {
    // Tokens for the tries that find it out and for probes; none comes while the test runs.
    let bench = FetcherBench(bounds: .init(perSecond: 0.001, burst: 20, atOnce: 8)) { _ in .status(503) }
    let asked = (0..<100).map { number in
      LoopTask.start { await self.error(bench, "\(number)", self.options(client: UInt64(number))) }
    }
    for one in asked { #expect(await one.value?.kind == .upstreamUnavailable) }
    #expect(bench.transport.requests.count < 20)
    #expect(bench.service.limiter.rateLeft == 20 - bench.transport.requests.count)
    await bench.fetcher.close()
  }

  @Test func those_in_line_when_it_goes_down_are_told_without_delay() async throws {
    let held = Held()
    let bench = FetcherBench(bounds: .init(perSecond: 0.001, burst: 20, atOnce: 3)) {
      try await held.send($0)
    }
    let asked = (0..<50).map { number in
      LoopTask.start { await self.error(bench, "\(number)", self.options(client: UInt64(number))) }
    }
    try await held.until(3)
    while bench.service.limiter.waiting < 47 { try await EventLoop.sleep(for: .milliseconds(1)) }
    // Of no kind that is tried again; probes get the same.
    bench.transport.answer = { _ in .status(501) }
    for _ in 0..<3 { held.answer(.status(501)) }
    for one in asked { #expect(await one.value?.kind == .upstreamUnavailable) }
    #expect(bench.transport.requests.count < 20)
    await bench.fetcher.close()
  }

  @Test func what_the_old_key_still_brings_says_nothing_of_the_new_one() async throws {
    let held = Held()
    let bench = FetcherBench(key: "old") { try await held.send($0) }
    let old = LoopTask.start { await self.error(bench, "a") }
    try await held.until(1)
    bench.service.use(address: "https://example.org/3", key: Secret("new"), isOn: true)
    held.answer(.status(401, #"{"status_message":"Invalid API key"}"#))
    #expect(await old.value?.kind == .upstreamUnauthorized)
    #expect(bench.service.state == .ok)
    bench.transport.answer = { _ in .ok("b") }
    #expect(try await fetch(bench, "b").answer == "b")
  }

  @Test func setting_up_the_same_forgets_nothing() async throws {
    let bench = FetcherBench { _ in .status(401, #"{"status_message":"Invalid API key"}"#) }
    _ = await error(bench, "a")
    #expect(bench.service.hasAnswered)
    // As it stands in the settings, and with the blank end of a path.
    for address in ["https://example.org/3", "https://example.org/3/"] {
      bench.service.use(
        address: address, key: Secret("0123456789abcdef0123456789abcdef"), isOn: true)
      #expect(bench.service.state == .refused)
    }
  }

  @Test func nothing_is_asked_at_an_address_that_is_no_longer_wanted() async throws {
    let held = Held()
    let bench = FetcherBench(bounds: .init(perSecond: 1000, burst: 1000, atOnce: 1)) {
      try await held.send($0)
    }
    let first = LoopTask.start { try? await self.fetch(bench, "a").answer }
    try await held.until(1)
    let second = LoopTask.start { await self.error(bench, "b") }
    while bench.service.limiter.waiting == 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
    bench.service.use(address: "https://example.com", key: Secret("k"), isOn: true)
    held.answer(.ok("a"))
    #expect(await first.value == "a")
    #expect(await second.value?.kind == .upstreamUnavailable)
    #expect(bench.transport.requests.count == 1)
  }

  @Test func who_joins_a_request_of_a_busy_client_need_not_wait_for_its_others() async throws {
    let held = Held()
    let bench = FetcherBench(bounds: .init(perSecond: 1000, burst: 1000, atOnce: 1)) {
      try await held.send($0)
    }
    let busy = (0..<20).map { number in
      LoopTask.start { try? await self.fetch(bench, "\(number)", self.options(client: 1)).answer }
    }
    while bench.service.limiter.waiting < 19 { try await EventLoop.sleep(for: .milliseconds(1)) }
    let joined = LoopTask.start { try? await self.fetch(bench, "18", self.options(client: 2)).cache }
    // Its own part has begun before the line moves.
    await LoopTask.start {}.value
    while !bench.transport.requests.contains(where: { $0.url.contains("q=18") }) {
      try await held.until(1)
      held.answer(.ok("x"))
      #expect(bench.transport.requests.count <= 3)
      let count = bench.transport.requests.count
      try await bench.transport.untilAsked(count + 1)
    }
    held.answer(.ok("y"))
    #expect(await joined.value == .coalesced)
    for task in busy { task.cancel() }
    while held.count > 0 || bench.service.limiter.waiting > 0 {
      held.answer(.ok("z"))
      try await EventLoop.sleep(for: .milliseconds(1))
    }
    for task in busy { _ = await task.value }
    await bench.fetcher.close()
  }

  @Test func a_request_is_given_up_only_when_the_most_patient_has_no_time() async throws {
    let held = Held()
    let bench = FetcherBench { try await held.send($0) }
    let hasty = LoopTask.start { await self.error(bench, "a", self.options(within: .seconds(6))) }
    try await held.until(1)
    let patient = LoopTask.start { try? await self.fetch(bench, "a").answer }
    await LoopTask.start {}.value
    held.answer(.status(429, "{}", retryAfter: .seconds(6)))
    #expect(await hasty.value != nil)
    try await held.until(1)
    held.answer(.ok("a"))
    #expect(await patient.value == "a")
  }

  @Test func a_wait_for_our_own_limit_is_told_as_such() async throws {
    let bench = FetcherBench(bounds: .init(perSecond: 0.001, burst: 1, atOnce: 8)) { _ in .ok("a") }
    _ = try await fetch(bench, "a")
    let alone = await error(bench, "b", options(within: .seconds(240)))
    #expect(alone?.kind == .rateLimited)
    #expect(alone?.details.contains { $0.name == "retry_after_ms" } == true)
    // Also to one who joins another's request, which has the time to wait.
    let patient = LoopTask.start { try? await self.fetch(bench, "c").answer }
    while bench.service.limiter.waiting == 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(await error(bench, "c", options(within: .milliseconds(20)))?.kind == .rateLimited)
    patient.cancel()
    #expect(await patient.value == nil)
    await bench.fetcher.close()
  }

  @Test func limits_without_a_time_hold_longer_up_to_three_seconds_and_once_for_all_under_way() throws {
    let service = FetcherBench { _ in .ok("a") }.service
    for least in [250, 500, 1_000, 1_000, 1_000].map(Duration.milliseconds) {
      let tries = try (0..<4).map { _ in try service.begin(nil, at: EventLoop.now) }
      for one in tries { service.didFail(one, .limited(retryAfter: nil), at: EventLoop.now) }
      let pause = service.limiter.pausedUntil - EventLoop.now
      // At most twice that by chance, and the jitter on top.
      #expect(pause >= least && pause <= least * 5 / 2)
      #expect(service.blockedFor(at: EventLoop.now) == pause)
      service.limiter.endPause()
    }
    service.didAnswer(try service.begin(nil, at: EventLoop.now))
    service.didFail(try service.begin(nil, at: EventLoop.now), .limited(retryAfter: .zero), at: EventLoop.now)
    #expect(service.limiter.pausedUntil - EventLoop.now <= .milliseconds(1500))
    service.limiter.close()
  }

  @Test func closing_ends_what_is_under_way_and_what_waits() async throws {
    let bench = FetcherBench(bounds: .init(perSecond: 1000, burst: 1000, atOnce: 1)) { _ in
      try await EventLoop.sleep(for: .seconds(600))
      return .ok("a")
    }
    let asked = (0..<5).map { number in
      LoopTask.start { () -> Bool in
        do {
          _ = try await self.fetch(bench, "\(number)")
          return false
        } catch {
          return error is CancellationError
        }
      }
    }
    while bench.service.limiter.waiting < 4 { try await EventLoop.sleep(for: .milliseconds(1)) }
    await bench.fetcher.close()
    for one in asked { #expect(await one.value) }
    await #expect(throws: CancellationError.self) { try await fetch(bench, "late") }
    #expect(bench.service.limiter.underWay == 0 && bench.transport.underWay == 0)
  }

  @Test func that_there_is_nothing_is_not_said_for_long_when_nobody_can_be_asked() async throws {
    let bench = FetcherBench { _ in .status(404, #"{"status_code":34}"#) }
    #expect(await error(bench, "a")?.kind == .notFound)
    bench.transport.answer = { _ in .status(501) }
    bench.now += Freshness.missing - .milliseconds(1)
    #expect(await error(bench, "a")?.kind == .notFound)
    bench.now += .milliseconds(1)
    #expect(await error(bench, "a")?.kind == .upstreamUnavailable)
  }

  @Test func an_upstream_that_repeats_the_key_is_not_repeated() async throws {
    let key = "5ecre7f1a9c04b7d8e2a6f3b1c9d0e47"
    let bench = FetcherBench(key: key) { _ in
      .status(401, #"{"status_message":"Invalid API key: \#(key)"}"#)
    }
    let error = try #require(await error(bench, "a"))
    #expect(error.kind == .upstreamUnauthorized && !"\(error)".contains(key))
    let fault = try #require(bench.service.fault)
    #expect(!"\(fault)".contains(key))
  }

  @Test(arguments: [String(repeating: "x", count: 300), "a\r\nX-Evil: 1", "caf\u{e9}"])
  func a_tag_that_is_no_tag_is_not_sent_back(_ tag: String) async throws {
    let bench = FetcherBench { _ in .ok("a", [HTTPHeader("ETag", tag)]) }
    _ = try await fetch(bench, "a")
    _ = try await fetch(bench, "a", options { $0.maxAge = .milliseconds(-1) })
    #expect(bench.transport.requests.count == 2)
    #expect(bench.transport.requests.allSatisfy { !$0.headers.contains { $0.name == "If-None-Match" } })
  }
}
