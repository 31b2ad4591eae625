import EventLoop
import MovieProtocol
import MovieSources

/// Fetches something of TMDB in the background: one after the other, with the lowest priority, and not at all for a
/// while after a failure.
@LoopActor
final class Crawler<Key: Hashable & Sendable> {
  /// - Throws: if it could not be fetched.
  var fetch: (@LoopActor (Key, FetchOptions) async throws -> Void)?
  /// Called when nothing is left to fetch, or not for now.
  var onEnd: (@LoopActor () -> Void)?

  private let clock: WallClock
  /// The next one last.
  private var waiting: [Key] = []
  private var options: FetchOptions?
  private var task: Task<Void, Never>?
  private var isClosed = false
  /// Nothing is fetched until then.
  private(set) var retryAt: Timestamp?

  private static var backoff: Duration { .seconds(300) }
  /// This many are fetched without pauses.
  private let burst: Int
  /// Between the others.
  private static var pause: Duration { .milliseconds(250) }

  init(clock: WallClock, burst: Int) { (self.clock, self.burst) = (clock, burst) }

  var isBackingOff: Bool {
    guard let retryAt else { return false }
    // Outside this range the clock was set.
    return (retryAt - Self.backoff...retryAt).contains(clock.now())
  }

  var isUnderWay: Bool { task != nil }

  /// In this order, before those that already wait.
  func add(_ keys: [Key], _ options: FetchOptions) {
    guard !isClosed, !isBackingOff, !keys.isEmpty else { return }
    let new = Set(keys)
    waiting = waiting.filter { !new.contains($0) } + keys.reversed()
    var own = options
    (own.priority, own.client, own.deadline, own.maxAge) = (.prefetch, 0, nil, nil)
    self.options = own
    start()
  }

  private func start() {
    guard task == nil, !waiting.isEmpty else { return }
    task = LoopTask.start { await self.walk() }
  }

  /// The obstacle is gone: there is another key, or a network.
  func endBackoff() { retryAt = nil }

  /// The last follower has left.
  func end() {
    waiting = []
    task?.cancel()
  }

  func close() {
    isClosed = true
    end()
  }

  private func walk() async {
    var count = 0
    do {
      while let key = waiting.popLast(), var options, let fetch {
        options.isFleeting = count >= burst
        if options.isFleeting { try await EventLoop.sleep(for: Self.pause) }
        count += 1
        try await fetch(key, options)
      }
    } catch is CancellationError {
    } catch {
      retryAt = clock.now() + Self.backoff
      waiting = []
    }
    task = nil
    // Some may have been added since it was cancelled.
    start()
    if task == nil { onEnd?() }
  }
}
