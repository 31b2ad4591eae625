import EventLoop

/// Through which every request to one upstream goes: so many a second, so many at once, clients in turn.
@LoopActor
final class UpstreamGate {
  struct Bounds: Sendable, Equatable {
    var perSecond: Double
    var burst: Double
    var atOnce: Int
  }

  /// The wait would take longer than the request has time, or too many wait already.
  struct Refused: Error, Equatable {
    /// Milliseconds.
    let retryAfter: UInt64
  }

  /// Of one request: whose turn it takes. A class, because it may become more urgent while it waits.
  @LoopActor
  final class Pass {
    private(set) var client: UInt64
    private(set) var priority: Asking.Priority
    /// It has been let through, at least once.
    fileprivate(set) var isThrough = false
    fileprivate var waiting: (ticket: FairQueue<Waiter>.Ticket, waiter: Waiter)?

    init(client: UInt64, priority: Asking.Priority) {
      self.client = client
      self.priority = priority
    }

    fileprivate func hurry(_ client: UInt64) {
      self.client = client
      priority = .interactive
    }
  }

  fileprivate struct Waiter: Sendable {
    let pass: Pass
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// All requests of all connections, each asking for a few pages.
  private static let mostWaiting = 8192

  private var bounds: Bounds
  private var bucket: TokenBucket
  private var queue = FairQueue<Waiter>()
  private var timer: LoopTimer?
  private(set) var underWay = 0
  /// Upstream wants to be left alone until then; loop time in milliseconds.
  private(set) var pausedUntil: UInt64 = 0

  init(_ bounds: Bounds) {
    self.bounds = bounds
    bucket = TokenBucket(perSecond: bounds.perSecond, burst: bounds.burst, at: EventLoop.now)
  }

  func use(_ bounds: Bounds) {
    guard bounds != self.bounds else { return }
    self.bounds = bounds
    bucket.change(perSecond: bounds.perSecond, burst: bounds.burst, at: EventLoop.now)
    letThrough()
  }

  var waiting: Int { queue.count }
  var isPaused: Bool { pausedUntil > EventLoop.now }

  /// Requests that could go out at once.
  var rateLeft: Int { isPaused ? 0 : bucket.available(at: EventLoop.now) }

  /// Returns when the request may be sent; `leave` is to be called when it has been answered.
  ///
  /// - Parameter deadline: of who asks, in milliseconds of the loop's clock.
  func enter(_ pass: Pass, deadline: UInt64?) async throws {
    try Task.checkCancellation()
    let wait = wait(before: pass)
    guard queue.count < Self.mostWaiting, deadline.map({ EventLoop.now &+ wait < $0 }) ?? true else {
      throw Refused(retryAfter: max(wait, 1))
    }
    if queue.isEmpty, mayPass() {
      underWay += 1
    } else {
      let isThrough = await withTaskCancellationHandler {
        await withCheckedContinuation { append(pass, $0) }
      } onCancel: {
        LoopTask.start { self.giveUp(pass) }
      }
      guard isThrough else { throw CancellationError() }
    }
    pass.isThrough = true
  }

  func leave() {
    underWay -= 1
    letThrough()
  }

  /// Somebody waits now for what was only to be prepared.
  func hurry(_ pass: Pass, client: UInt64) {
    guard pass.priority == .prefetch else { return }
    pass.hurry(client)
    guard let waiting = pass.waiting, queue.remove(waiting.ticket) != nil else { return }
    pass.waiting = (
      queue.append(waiting.waiter, client: client, priority: .interactive), waiting.waiter
    )
  }

  /// Nobody is let through for so many milliseconds.
  func pause(milliseconds: UInt64) {
    pausedUntil = max(pausedUntil, EventLoop.now &+ milliseconds)
    letThrough()
  }

  /// It is answered as it was before.
  func endPause() {
    guard pausedUntil > 0 else { return }
    pausedUntil = 0
    letThrough()
  }

  /// Those who wait are cancelled by whoever started them.
  func close() {
    timer?.close()
    timer = nil
  }

  private func wait(before pass: Pass) -> UInt64 {
    let now = EventLoop.now
    let before = queue.countBefore(client: pass.client, priority: pass.priority)
    return max(bucket.wait(for: before + 1, at: now), pausedUntil > now ? pausedUntil - now : 0)
  }

  private func mayPass() -> Bool {
    !isPaused && underWay < bounds.atOnce && bucket.take(at: EventLoop.now)
  }

  private func append(_ pass: Pass, _ continuation: CheckedContinuation<Bool, Never>) {
    // The handler of a cancellation before this found nobody to take out.
    guard !Task.isCancelled else { return continuation.resume(returning: false) }
    let waiter = Waiter(pass: pass, continuation: continuation)
    pass.waiting = (queue.append(waiter, client: pass.client, priority: pass.priority), waiter)
    letThrough()
  }

  private func giveUp(_ pass: Pass) {
    guard let waiting = pass.waiting, queue.remove(waiting.ticket) != nil else { return }
    pass.waiting = nil
    waiting.waiter.continuation.resume(returning: false)
  }

  private func letThrough() {
    while !queue.isEmpty, mayPass() {
      guard let next = queue.popFirst() else { break }
      underWay += 1
      next.pass.waiting = nil
      next.continuation.resume(returning: true)
    }
    // Where all places are taken, the next to leave calls this.
    guard !queue.isEmpty, underWay < bounds.atOnce else {
      timer?.stop()
      return
    }
    let now = EventLoop.now
    let wait = max(bucket.wait(at: now), pausedUntil > now ? pausedUntil - now : 0, 1)
    let timer = timer ?? LoopTimer()
    self.timer = timer
    timer.start(after: wait) { self.letThrough() }
  }
}
