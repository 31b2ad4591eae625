import EventLoop
import MovieProtocol
import MovieStore
import RedisClient

extension SharedCache {
  /// The store's answer; if it has none, that of `query`, for the other machines also.
  ///
  /// - Parameter onFound: called with an answer of the store.
  func value<Answer>(
    _ key: String, _ endpoint: Endpoint<Answer>, _ options: FetchOptions,
    clock: @LoopActor () -> Timestamp, _ query: @LoopActor () async throws -> UpstreamFetcher.FetchResult,
    onFound: @LoopActor (CachedResponse) -> Void
  ) async throws -> UpstreamFetcher.FetchResult {
    let lease: Lease
    switch try await find(key, maxAge: options.maxAge, clock: clock) {
    case .nothing: return try await query()
    case .lease(let ours): lease = ours
    case .response(let response, let replacing):
      if let found = try await Self.decoded(response, endpoint, options, at: clock()) {
        hits += 1
        onFound(response)
        return found
      }
      lease = replacing
    }
    do {
      let result = try await query()
      end(lease, result.cached, at: clock())
      return result
    } catch {
      end(lease, nil, at: clock())
      throw error
    }
  }

  /// Nil: upstream would not have sent it, or it is too old by this machine's rules.
  private static func decoded<Answer>(
    _ response: CachedResponse, _ endpoint: Endpoint<Answer>, _ options: FetchOptions, at now: Timestamp
  ) async throws -> UpstreamFetcher.FetchResult? {
    guard Freshness.isUsable(response, of: endpoint.upstream, at: now),
      Freshness.use(response, endpoint.kind, options, at: now) == .hit
    else { return nil }
    guard response.status == 200 else {
      return .init(cached: response, decoded: nil, isShared: true)
    }
    do {
      let answer = try await Decoding.decode(response.body, endpoint)
      return .init(cached: response, decoded: answer, isShared: true)
    } catch is UndecodableAnswer {
      return nil
    }
  }
}

extension SharedCache {
  func bucket(_ upstream: Upstream.Name, _ key: Secret?) -> SharedBucket? {
    guard let client, let key else { return nil }
    return SharedBucket(client, upstream, key)
  }

  /// Nil: the setting has no value.
  func status(at now: Timestamp) -> SharedCacheStatus? {
    guard let client else { return nil }
    var status = SharedCacheStatus(
      address: client.url.description, state: client.hasAnswered ? .ok : .unused, hits: hits)
    guard let fault = client.fault else { return status }
    status.state = .down
    status.retryAt = client.retryAt.map { now + max($0 - EventLoop.now, .zero) + .milliseconds(999) }
    switch fault {
    case .unreachable(let words): (status.reason, status.detail) = (.unreachable, words)
    case .tls(let words): (status.reason, status.detail) = (.tls, words)
    case .timeout: status.reason = .timeout
    case .closed: status.reason = .closed
    case .protocolError(let words): (status.reason, status.detail) = (.protocolError, words)
    case .refused(let word): (status.reason, status.detail) = (.refused, word)
    }
    return status
  }
}
