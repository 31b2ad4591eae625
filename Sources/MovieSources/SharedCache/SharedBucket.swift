import EventLoop
import RedisClient

/// The token bucket that all machines with the same key of an upstream share.
@LoopActor
struct SharedBucket {
  struct Grant: Sendable, Equatable {
    let tokens: Int
    /// Until there is another one.
    let wait: Duration
  }

  let client: RedisClient
  let name: String

  /// - Parameter key: of the upstream; only a hash of it leaves this machine.
  init(_ client: RedisClient, _ upstream: Upstream.Name, _ key: Secret) {
    self.client = client
    let hash = SHA256.hexadecimal(Array("movierpc \(upstream.rawValue) \(key.text)".utf8)).prefix(32)
    name = "movierpc:1:{\(hash)}:rate"
  }

  /// Nil: the store does not answer, and this machine's own limit counts alone.
  func take(_ count: Int, _ bounds: RateLimiter.Bounds) async -> Grant? {
    let command = SharedCache.command(
      SharedScripts.take, keys: [name], ["\(bounds.perSecond)", "\(bounds.burst)", "\(count)"])
    // The limiter's own task, which is never cancelled.
    guard let reply = try? await client.reply(to: command) else { return nil }
    guard case .array(let parts) = reply, parts.count == 2, case .integer(let tokens) = parts[0],
      case .integer(let wait) = parts[1], (0...Int64(count)).contains(tokens), (0...1000).contains(wait)
    else {
      client.refuse(reply)
      return nil
    }
    return Grant(tokens: Int(tokens), wait: .milliseconds(wait))
  }
}
