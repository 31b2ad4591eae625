import EventLoop
import MovieProtocol
import MovieStore

/// That the day's searches of YouTube are used up outlives the daemon. It is kept among the answers, as something
/// that is not to be had until then.
@LoopActor
struct SpentQuota {
  let store: ResponseStore
  let service: UpstreamService

  /// Milliseconds. A pause that is shorter is of a burst, and need not outlive anything.
  private static let least: UInt64 = 600_000

  /// After each try.
  func note() {
    let now = EventLoop.now
    guard let name, service.limiter.pausedUntil > now &+ Self.least else { return }
    let (clock, wait) = (Timestamp.milliseconds(), Int64(clamping: service.limiter.pausedUntil - now))
    store.store(
      CachedResponse(
        key: name, status: 404, body: Array("spent".utf8), fetchedAt: clock, freshUntil: clock &+ wait))
  }

  /// When the key is known.
  func restore() async {
    guard let name, let kept = try? await store.find(name), name == self.name else { return }
    let left = kept.freshUntil &- Timestamp.milliseconds()
    guard (1...25 * 3_600_000).contains(left) else { return }
    service.limiter.pause(milliseconds: UInt64(left))
  }

  /// The quota is that of a key, which itself is written nowhere.
  private var name: String? {
    service.key.map { "quota of YouTube, " + SHA256.hexadecimal(Array($0.text.utf8)).prefix(16) }
  }
}
