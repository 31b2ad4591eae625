import EventLoop
import MovieProtocol
import MovieSources

/// Asks for what nobody waits for: title by title, behind everybody else's questions, and not at all for a
/// while after one that failed.
@LoopActor
final class ReleaseCrawler {
  /// - Throws: it could not be asked for.
  var learn: (@LoopActor (TitleKey, FetchOptions) async throws -> Void)?
  /// Called when there is nothing left to ask for, or for now.
  var onEnd: (@LoopActor () -> Void)?

  private let clock: WallClock
  /// The next one last.
  private var waiting: [TitleKey] = []
  private var options: FetchOptions?
  private var task: Task<Void, Never>?
  private var isClosed = false
  /// Seconds since 1970 until when nobody is asked.
  private(set) var restsUntil: Int64?

  /// Seconds.
  private static let rest: Int64 = 300
  /// So many follow each other without a pause: most watchlists are no longer.
  private static let hasty = 40
  /// Milliseconds between the others.
  private static let pause: UInt64 = 250

  init(clock: WallClock) { self.clock = clock }

  var isResting: Bool {
    guard let restsUntil else { return false }
    // Beyond that the clock was set.
    return (restsUntil - Self.rest...restsUntil).contains(clock.now())
  }

  var isUnderWay: Bool { task != nil }

  /// In their order, in front of those that wait already.
  func add(_ keys: [TitleKey], _ options: FetchOptions) {
    guard !isClosed, !isResting, !keys.isEmpty else { return }
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

  /// Whatever was wrong is so no longer: another key, a network.
  func endRest() { restsUntil = nil }

  /// Nobody follows any more.
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
      while let key = waiting.popLast(), var options, let learn {
        options.isFleeting = count >= Self.hasty
        if options.isFleeting { try await EventLoop.sleep(milliseconds: Self.pause) }
        count += 1
        try await learn(key, options)
      }
    } catch is CancellationError {
    } catch {
      restsUntil = clock.now() + Self.rest
      waiting = []
    }
    task = nil
    // Some may have been added since it was cancelled.
    start()
    if task == nil { onEnd?() }
  }
}
