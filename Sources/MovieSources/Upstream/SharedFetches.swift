import EventLoop
import JSONRPC
import MovieProtocol

/// The fetches under way, by key: a request joins the one that fetches the same, or starts it.
@LoopActor
final class SharedFetches<Value: Sendable> {
  private struct Pending {
    let service: UpstreamService
    let fetch: SharedFetch<Value>
    let permit: RateLimiter.Permit
  }

  /// Upstream may hang: no more than so many fetches go on for nobody.
  private static var maxLeftRunning: Int { 32 }

  private var pending: [String: Pending] = [:]

  func contains(_ key: String) -> Bool { pending[key] != nil }

  /// - Parameter work: fetches it, with the permit that the requests share.
  /// - Returns: the value, and whether this request started the fetch: `miss` or `coalesced`.
  /// - Throws: the error of the work; `RPCError` if this request's deadline comes first, or upstream hangs;
  ///   `CancellationError`.
  func value(
    _ key: String, _ service: UpstreamService, _ options: FetchOptions,
    _ work: @escaping @LoopActor (RateLimiter.Permit) async throws -> Value
  ) async throws -> (Value, Meta.Cache) {
    if service.limiter.isSilent { throw RPCError.silent(service.name) }
    let deadline = options.answerBy
    let (one, cache): (Pending, Meta.Cache)
    if let same = pending[key] {
      service.limiter.join(
        same.permit, client: options.client, priority: options.priority, deadline: deadline)
      (one, cache) = (same, .coalesced)
    } else {
      (one, cache) = (start(key, service, options, work), .miss)
    }
    let patientUntil = options.patientUntil.flatMap { moment in
      deadline.map { moment < $0 } ?? true ? moment : nil
    }
    if let patientUntil {
      // Whoever leaves may come back for it; and a wait that is known to be too long is none.
      let wait = service.limiter.expectedWait(one.permit)
      let until = EventLoop.now + wait > patientUntil ? EventLoop.now : patientUntil
      // What upstream has been asked for already would only be asked for again.
      let isLeftRunning: @LoopActor () -> Bool = {
        one.permit.isThrough || self.pending.values.count { $0.fetch.isUnattended } < Self.maxLeftRunning
      }
      do {
        return (try await one.fetch.value(until: until, isLeftRunning: isLeftRunning), cache)
      } catch is SharedFetch<Value>.DeadlineExceeded {
        service.limiter.stay(one.permit)
        throw RPCError.slow(service.name, isLimited: service.limiter.isPaused)
      }
    }
    do {
      return (try await one.fetch.value(until: deadline), cache)
    } catch is SharedFetch<Value>.DeadlineExceeded {
      let wait = service.limiter.expectedWait(one.permit)
      guard one.permit.isThrough || wait == .zero else {
        throw RPCError.limited(service.name, retryAfter: wait)
      }
      throw RPCError.tooLate(service.name)
    }
  }

  /// Fetches it even if no request waits for it.
  func startUnattended(
    _ key: String, _ service: UpstreamService, _ options: FetchOptions,
    _ work: @escaping @LoopActor (RateLimiter.Permit) async throws -> Value
  ) {
    _ = start(key, service, options, isUnattended: true, work)
  }

  /// Upstream hangs: all that wait for it get an error, and their fetches continue for the next request.
  func detach(_ service: UpstreamService) {
    for one in pending.values where one.service === service {
      one.fetch.detach(RPCError.silent(service.name))
    }
  }

  /// Running fetches end with a `CancellationError`.
  func cancelAll() {
    for one in pending.values { one.fetch.cancel() }
  }

  private func start(
    _ key: String, _ service: UpstreamService, _ options: FetchOptions, isUnattended: Bool = false,
    _ work: @escaping @LoopActor (RateLimiter.Permit) async throws -> Value
  ) -> Pending {
    let permit = RateLimiter.Permit(
      client: options.client, priority: options.priority, deadline: options.answerBy)
    let fetch = SharedFetch(isUnattended: isUnattended) {
      try await work(permit)
    } onEnd: {
      self.pending[key] = nil
    }
    let one = Pending(service: service, fetch: fetch, permit: permit)
    pending[key] = one
    return one
  }
}
