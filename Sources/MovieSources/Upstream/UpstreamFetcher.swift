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
    /// It was in the store that several machines share.
    var isShared = false
  }

  struct Counts: Sendable, Equatable {
    var hits = 0
    var stale = 0
    var misses = 0
    var coalesced = 0
  }

  let store: ResponseStore
  private let shared: SharedCache
  private(set) var counts = Counts()
  private let transport: any Transport
  private let services: [Upstream.Name: UpstreamService]
  private let underWay = SharedFetches<FetchResult>()
  private var isClosed = false
  private let clock: @LoopActor () -> Timestamp

  init(
    transport: any Transport, store: ResponseStore, shared: SharedCache, services: [UpstreamService],
    clock: @escaping @LoopActor () -> Timestamp = { .now }
  ) {
    self.transport = transport
    self.store = store
    self.shared = shared
    self.services = Dictionary(services.map { ($0.name, $0) }) { first, _ in first }
    self.clock = clock
    for service in services {
      service.limiter.onSilence = { [underWay, unowned service] in underWay.detach(service) }
    }
  }

  package func fetch<Answer>(
    _ endpoint: Endpoint<Answer>, _ options: FetchOptions
  ) async throws -> Fetched<Answer> {
    guard !isClosed else { throw CancellationError() }
    guard let service = services[endpoint.upstream] else { throw NotCached() }
    if !options.isCacheOnly { service.recordUse(at: EventLoop.now) }
    let key = service.address + endpoint.target
    let known = try await cached(key, endpoint)
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
    case .fetch:
      // What is on its way already, or cannot be asked for, costs nothing.
      if let moment = options.notBefore, moment > EventLoop.now, !underWay.contains(key),
        service.obstacle(key, at: EventLoop.now) == nil
      {
        try await EventLoop.sleep(for: moment - EventLoop.now)
        // Another request may have fetched it.
        var options = options
        options.notBefore = nil
        return try await fetch(endpoint, options)
      }
      do {
        return try await request(endpoint, key, known, service, options)
      } catch let error as RPCError where error.kind != .notFound {
        guard let known else { throw error }
        counts.stale += 1
        return try known.fetched(.stale, reason: error.reason ?? .network, of: endpoint)
      }
    }
  }

  /// The cached response, if it can still be decoded.
  private func cached<Answer>(_ key: String, _ endpoint: Endpoint<Answer>) async throws -> Known<Answer>? {
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

  private func request<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ known: Known<Answer>?, _ service: UpstreamService,
    _ options: FetchOptions
  ) async throws -> Fetched<Answer> {
    var (result, cache) = try await underWay.value(
      key, service, options, work(endpoint, key, known?.cached, service, options))
    if result.isShared, Freshness.use(result.cached, endpoint.kind, options, at: clock()) != .hit {
      // It was fetched for another request, for which the shared cache's age was good enough.
      (result, cache) = try await underWay.value(
        key, service, options, work(endpoint, key, result.cached, service, options))
    }
    if cache == .miss, result.isShared { cache = .hit }
    switch cache {
    case .hit: counts.hits += 1
    case .miss: counts.misses += 1
    default: counts.coalesced += 1
    }
    // Two endpoints with one target would be our error.
    let answer = result.decoded.map { $0 as? Answer }
    if let answer, answer == nil { throw UndecodableAnswer("a response of another type") }
    return try Known(cached: result.cached, answer: answer ?? nil).fetched(cache, of: endpoint)
  }

  /// For the next request; no one waits for it.
  private func refreshInBackground<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ known: Known<Answer>?, _ service: UpstreamService
  ) {
    guard !underWay.contains(key), service.obstacle(key, at: EventLoop.now) == nil else { return }
    var options = FetchOptions(day: "")
    options.priority = .prefetch
    underWay.startUnattended(key, service, options, work(endpoint, key, known?.cached, service, options))
  }

  private func work<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ cached: CachedResponse?, _ service: UpstreamService,
    _ options: FetchOptions, isProbe: Bool = false
  ) -> @LoopActor (RateLimiter.Permit) async throws -> FetchResult {
    guard !isProbe, !options.isFleeting else {
      return query(endpoint, key, cached, service, options, isProbe: isProbe)
    }
    return { permit in
      try await self.shared.value(key, endpoint, options, clock: self.clock) {
        try await self.query(endpoint, key, cached, service, options)(permit)
      } onFound: {
        self.store.store($0)
      }
    }
  }

  private func query<Answer>(
    _ endpoint: Endpoint<Answer>, _ key: String, _ cached: CachedResponse?, _ service: UpstreamService,
    _ options: FetchOptions, isProbe: Bool = false
  ) -> @LoopActor (RateLimiter.Permit) async throws -> FetchResult {
    { permit in
      let call = UpstreamCall(
        endpoint: endpoint, key: key, cached: cached, service: service, transport: self.transport,
        permit: permit, clock: self.clock, isProbe: isProbe)
      do {
        let result = try await call.run()
        if result.isUnchanged {
          self.store.confirm(result.fetched.cached)
        } else if !options.isFleeting {
          self.store.store(result.fetched.cached)
        }
        return result.fetched
      } catch {
        // After a delay if the request could not even be sent.
        self.arrangeProbe(service, after: isProbe ? .seconds(1) : .zero)
        throw error
      }
    }
  }

  /// An open circuit sends probes to detect when upstream is back, and does not repeat the failed request: it
  /// may be the only one that upstream cannot serve.
  private func arrangeProbe(_ service: UpstreamService, after least: Duration) {
    guard !isClosed, let wait = service.probeAfter(at: EventLoop.now) else { return }
    service.probeTimer.start(after: max(wait, least) + .milliseconds(1)) { self.probe(service) }
  }

  private func probe(_ service: UpstreamService) {
    // The circuit may be closed by now, and the settings may have changed.
    guard !isClosed, service.isSetUp, !service.circuit.isClosed, let path = service.probe else { return }
    let endpoint = Endpoint.probe(service.name, path)
    let key = service.address + endpoint.target
    guard !underWay.contains(key) else { return }
    var options = FetchOptions(day: "")
    (options.priority, options.isFleeting) = (.prefetch, true)
    underWay.startUnattended(key, service, options, work(endpoint, key, nil, service, options, isProbe: true))
  }

  /// Running fetches end with a `CancellationError`.
  package func close() async {
    isClosed = true
    underWay.cancelAll()
    for service in services.values {
      service.probeTimer.close()
      service.limiter.close()
    }
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
        .notFound, .noSuchTitleAt(endpoint.upstream.title), details: ["resource": "title"])
    }
    return Fetched(
      answer, cache: cache, fetchedAt: cached.fetchedAt, freshUntil: cached.freshUntil, reason: reason)
  }
}
