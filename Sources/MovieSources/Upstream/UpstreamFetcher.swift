package import EventLoop
import HTTPClient
import JSONRPC
import Logging
import MovieProtocol
import MovieStore

/// Queries upstream, once for all identical requests, and caches the responses.
///
/// A request first uses the cache, in memory or on disk, if the entry is fresh; otherwise it joins the
/// running fetch of the same target, or starts one, which makes one or more ``UpstreamCall``s. A request
/// whose deadline comes first gets the cached response, marked stale.
@LoopActor
package final class UpstreamFetcher: Fetcher {
  /// Nothing is cached, and upstream must not be queried.
  struct NotCached: Error {}

  /// The result of a shared fetch.
  struct FetchResult: Sendable {
    let cached: CachedResponse
    /// The answer, decoded; nil: upstream has no such title.
    let decoded: (any Sendable)?
  }

  struct Counts: Sendable, Equatable {
    var hits = 0
    var stale = 0
    var misses = 0
    var coalesced = 0
  }

  private struct PendingFetch {
    let flight: SharedFetch<FetchResult>
    let pass: RateLimiter.Permit
  }

  let store: ResponseStore
  private(set) var counts = Counts()
  private let transport: any Transport
  private let services: [Upstream.Name: UpstreamService]
  private var underWay: [String: PendingFetch] = [:]
  private var probes: [Upstream.Name: LoopTimer] = [:]
  private var isClosed = false
  /// Milliseconds since 1970.
  private let clock: @LoopActor () -> Int64

  init(
    transport: any Transport, store: ResponseStore, services: [UpstreamService],
    clock: @escaping @LoopActor () -> Int64 = { Timestamp.milliseconds() }
  ) {
    self.transport = transport
    self.store = store
    self.services = Dictionary(services.map { ($0.name, $0) }) { first, _ in first }
    self.clock = clock
  }

  package func fetch<Answer>(
    _ endpoint: Endpoint<Answer>, _ options: FetchOptions
  ) async throws -> Fetched<Answer> {
    guard !isClosed else { throw CancellationError() }
    guard let service = services[endpoint.upstream] else { throw NotCached() }
    service.want(at: EventLoop.now)
    let key = service.address + endpoint.target
    let known = try await known(key, endpoint)
    switch Freshness.use(known?.cached, endpoint.kind, options, at: clock()) {
    case .hit:
      counts.hits += 1
      if let known { return try known.fetched(.hit, of: endpoint) }
      throw NotCached()
    case .cachedOnly:
      guard let known else { throw NotCached() }
      counts.stale += 1
      return try known.fetched(.stale, of: endpoint)
    case .staleWhileRevalidating:
      refreshInBackground(endpoint, key, known, service)
      if let known {
        counts.stale += 1
        return try known.fetched(.stale, reason: service.fault?.reason, of: endpoint)
      }
      throw NotCached()
    case .ask:
      do {
        return try await ask(endpoint, key, known, service, options)
      } catch let error as RPCError where error.kind != .notFound {
        guard let known else { throw error }
        counts.stale += 1
        return try known.fetched(.stale, reason: error.reason ?? .network, of: endpoint)
      }
    }
  }

  /// The cached response, if it can still be decoded.
  private func known<Answer>(_ key: String, _ endpoint: Endpoint<Answer>) async throws -> Known<Answer>? {
    guard let cached = try await store.find(key),
      Freshness.isUsable(cached, of: endpoint.upstream, at: clock())
    else { return nil }
    guard cached.status == 200 else { return Known(cached: cached, answer: nil) }
    do {
      return Known(cached: cached, answer: try await Decoding.decode(cached.body, endpoint))
    } catch is UndecodableAnswer {
      // An older version of the program accepted less.
      store.remove(key)
      return nil
    }
  }

  private func ask<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ known: Known<Answer>?, _ service: UpstreamService,
    _ options: FetchOptions
  ) async throws -> Fetched<Answer> {
    let one: PendingFetch
    let cache: Meta.Cache
    if let same = underWay[key] {
      (one, cache) = (same, .coalesced)
      service.limiter.join(
        same.pass, client: options.client, priority: options.priority, deadline: Self.patience(options))
    } else {
      one = start(endpoint, key, known?.cached, service, options)
      cache = .miss
    }
    let landed: FetchResult
    do {
      landed = try await one.flight.value(until: Self.patience(options))
    } catch is SharedFetch<FetchResult>.DeadlineExceeded {
      let wait = service.limiter.expectedWait(one.pass)
      guard one.pass.isThrough || wait == 0 else {
        throw RPCError.limited(endpoint.upstream, retryAfter: Int64(clamping: wait))
      }
      throw RPCError.tooLate(endpoint.upstream)
    }
    if cache == .miss { counts.misses += 1 } else { counts.coalesced += 1 }
    // Two endpoints with one target would be our error.
    let answer = landed.decoded.map { $0 as? Answer }
    if let answer, answer == nil { throw UndecodableAnswer("a response of another type") }
    return try Known(cached: landed.cached, answer: answer ?? nil).fetched(cache, of: endpoint)
  }

  /// Leaves time for a cached or local answer.
  static func patience(_ options: FetchOptions) -> UInt64? {
    guard let deadline = options.deadline, deadline != .max else { return nil }
    let now = EventLoop.now
    guard deadline > now else { return now }
    return deadline - min(1000, (deadline - now) / 5)
  }

  /// For the next request; no one waits for it.
  private func refreshInBackground<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ known: Known<Answer>?, _ service: UpstreamService
  ) {
    guard underWay[key] == nil, service.obstacle(key, at: EventLoop.now) == nil else { return }
    var options = FetchOptions(day: "")
    options.priority = .prefetch
    _ = start(endpoint, key, known?.cached, service, options, isUnattended: true)
  }

  private func start<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ cached: CachedResponse?, _ service: UpstreamService,
    _ options: FetchOptions, isUnattended: Bool = false, isProbe: Bool = false
  ) -> PendingFetch {
    let pass = RateLimiter.Permit(
      client: options.client, priority: options.priority, deadline: Self.patience(options))
    let call = UpstreamCall(
      endpoint: endpoint, key: key, cached: cached, service: service, transport: transport, pass: pass,
      clock: clock, isProbe: isProbe)
    let flight = SharedFetch(isUnattended: isUnattended) {
      do {
        let landed = try await call.run()
        if landed.isUnchanged {
          self.store.confirm(landed.landed.cached)
        } else if !options.isFleeting {
          self.store.store(landed.landed.cached)
        }
        return landed.landed
      } catch {
        // After a delay if the request could not even be sent.
        self.arrangeProbe(service, after: isProbe ? 1_000 : 0)
        throw error
      }
    } onEnd: {
      self.underWay[key] = nil
    }
    let one = PendingFetch(flight: flight, pass: pass)
    underWay[key] = one
    return one
  }

  /// An open circuit sends probes to detect when upstream is back, and does not repeat the failed request: it
  /// may be the only one that upstream cannot serve.
  private func arrangeProbe(_ service: UpstreamService, after least: UInt64) {
    guard !isClosed, let wait = service.probeAfter(at: EventLoop.now) else { return }
    let timer = probes[service.name] ?? LoopTimer()
    probes[service.name] = timer
    timer.start(after: max(wait, least) + 1) { self.probe(service) }
  }

  private func probe(_ service: UpstreamService) {
    // The circuit may be closed by now, and the settings may have changed.
    guard !isClosed, service.isSetUp, !service.circuit.isClosed, let path = service.probe else { return }
    let endpoint = Endpoint.probe(service.name, path)
    let key = service.address + endpoint.target
    guard underWay[key] == nil else { return }
    var options = FetchOptions(day: "")
    (options.priority, options.isFleeting) = (.prefetch, true)
    _ = start(endpoint, key, nil, service, options, isUnattended: true, isProbe: true)
  }

  /// Running fetches end with a `CancellationError`.
  package func close() async {
    isClosed = true
    for one in underWay.values { one.flight.cancel() }
    for timer in probes.values { timer.close() }
    for service in services.values { service.limiter.close() }
    await store.close()
  }
}

/// A cached response, decoded.
private struct Known<Answer: Sendable> {
  let cached: CachedResponse
  /// Nil: upstream responded that there is no such title.
  let answer: Answer?

  func fetched(
    _ cache: Meta.Cache, reason: Meta.Reason? = nil, of endpoint: Endpoint<Answer>
  ) throws(RPCError) -> Fetched<Answer> {
    guard let answer else {
      throw RPCError(
        .notFound, "\(endpoint.upstream.title) has no such title",
        details: [JSONMember("what", "title")])
    }
    return Fetched(
      answer, cache: cache, fetchedAt: cached.fetchedAt, freshUntil: cached.freshUntil, reason: reason)
  }
}
