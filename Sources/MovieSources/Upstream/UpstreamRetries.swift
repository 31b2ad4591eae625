import EventLoop
import JSONRPC

/// Sends a request to an upstream with retries, each through the rate limiter, and reports their outcome to
/// the service.
@LoopActor
struct UpstreamRetries {
  let service: UpstreamService
  let permit: RateLimiter.Permit
  /// The request's target; nil: the probe.
  let target: String?
  /// A healthy upstream responds long before, so a later cancellation means that it was too slow.
  var lateness: Duration = .seconds(3)
  /// Whether a failed request may be sent again.
  var isWorthAnotherTry: @Sendable (UpstreamError) -> Bool = { $0.isWorthAnotherTry }
  /// False: the service's address has changed.
  let isCurrent: @LoopActor () -> Bool

  private static var maxTries: Int { 3 }
  private static var backoff: Backoff { Backoff(first: .milliseconds(200), maxWait: .seconds(2)) }

  /// - Parameter send: throws an `UpstreamError` if there was no answer.
  /// - Throws: `RPCError`, `CancellationError`.
  func run<Answer: Sendable>(_ send: @LoopActor () async throws -> Answer) async throws -> Answer {
    var tries = 1
    while true {
      do {
        return try await attempt(send)
      } catch let fault as UpstreamError {
        guard tries < Self.maxTries, isWorthAnotherTry(fault),
          service.obstacle(target, at: EventLoop.now) == nil
        else { throw error(fault) }
        // The rate limiter handles a pause.
        if !service.limiter.isPaused {
          try await EventLoop.sleep(for: Self.backoff.wait(after: tries, jitter: .random(in: 0...1)))
        }
        tries += 1
      } catch let refused as RateLimiter.Refused {
        if service.limiter.isSilent { throw RPCError.silent(service.name) }
        let wait = refused.retryAfter
        guard case .status? = service.fault, let fault = service.fault else {
          throw RPCError.limited(service.name, retryAfter: wait)
        }
        throw RPCError.upstream(service.name, fault, retryAfter: wait)
      }
    }
  }

  private func error(_ fault: UpstreamError) -> RPCError {
    RPCError.upstream(service.name, fault, retryAfter: service.retryAfter(at: EventLoop.now))
  }

  private func attempt<Answer: Sendable>(_ send: @LoopActor () async throws -> Answer) async throws -> Answer
  {
    // Check first, so that no request waits its turn only to fail then.
    if let fault = service.obstacle(target, at: EventLoop.now) { throw error(fault) }
    try await service.limiter.acquire(permit)
    let this: UpstreamService.Try
    do {
      this = try begin()
    } catch {
      service.limiter.release(isUnused: true)
      throw error
    }
    defer { service.limiter.release() }
    let sentAt = EventLoop.now
    do {
      let answer = try await send()
      service.didAnswer(this)
      return answer
    } catch let fault as UpstreamError {
      service.didFail(this, fault, at: EventLoop.now)
      throw fault
    } catch {
      if EventLoop.now - sentAt >= lateness {
        service.didFail(this, .late, at: EventLoop.now)
      } else {
        service.didAbandon(this, at: EventLoop.now)
      }
      throw error
    }
  }

  private func begin() throws(RPCError) -> UpstreamService.Try {
    // Otherwise the response would be cached as one of the old address.
    guard isCurrent() else { throw RPCError.moved(service.name) }
    do {
      return try service.begin(target, at: EventLoop.now)
    } catch {
      throw self.error(error)
    }
  }
}
