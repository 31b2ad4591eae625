import EventLoop
import MovieProtocol
import MovieStore

/// Remembers across restarts that the day's searches of YouTube are used up. Stored in the response cache, as
/// an entry that stays fresh until the quota is renewed.
@LoopActor
struct SpentQuota {
  let store: ResponseStore
  let service: UpstreamService

  /// A shorter pause follows a burst, and need not survive a restart.
  private static let minPause: Duration = .seconds(600)

  /// Call this after each try.
  func record() {
    let now = EventLoop.now
    guard let name, service.limiter.pausedUntil > now + Self.minPause else { return }
    let (clock, wait) = (Timestamp.now, service.limiter.pausedUntil - now)
    store.store(
      CachedResponse(
        key: name, status: 404, body: Array("spent".utf8), fetchedAt: clock, freshUntil: clock + wait))
  }

  /// Call this when the key is known.
  func restore() async {
    guard let name, let cached = try? await store.find(name), name == self.name else { return }
    let left = cached.freshUntil - .now
    guard left > .zero, left <= .seconds(25 * 3600) else { return }
    service.limiter.pause(for: left)
  }

  /// The quota belongs to a key, which itself is never stored.
  private var name: String? {
    service.key.map { "quota of YouTube, " + SHA256.hexadecimal(Array($0.text.utf8)).prefix(16) }
  }
}
