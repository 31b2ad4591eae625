import EventLoop

/// Through which every request to one upstream goes: so many a second, so many at once, clients in turn.
@LoopActor
final class RateLimiter {
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
  final class Permit {
    fileprivate(set) var client: UInt64
    fileprivate(set) var priority: FetchOptions.Priority
    /// When the last of those who want it has gone, in milliseconds of the loop's clock; nil: never.
    fileprivate(set) var deadline: UInt64?
    /// It has been let through, at least once.
    fileprivate(set) var isThrough = false
    fileprivate var waiting: (ticket: FairQueue<Waiter>.Ticket, waiter: Waiter)?

    init(client: UInt64, priority: FetchOptions.Priority, deadline: UInt64? = nil) {
      self.client = client
      self.priority = priority
      self.deadline = deadline
    }
  }

  fileprivate struct Waiter: Sendable {
    let pass: Permit
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// All requests of all connections, each asking for a few pages.
  private static let maxWaiting = 8192
  /// What is only prepared must not fill it up.
  private static let maxPrefetching = 1024

  private var bounds: Bounds
  private var bucket: TokenBucket
  private var queue = FairQueue<Waiter>()
  private var timer: LoopTimer?
  private(set) var underWay = 0
  /// Upstream wants to be left alone until then; loop time in milliseconds.
  private(set) var pausedUntil: UInt64 = 0
  private var isClosed = false

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
  /// - Throws: `Refused`, at once; `CancellationError`.
  func enter(_ pass: Permit) async throws {
    try Task.checkCancellation()
    guard !isClosed else { throw CancellationError() }
    let wait = expectedWait(pass)
    // Without a wait it is for who waits to say that it is too late.
    let isInTime = wait == 0 || pass.deadline.map { EventLoop.now &+ wait < $0 } ?? true
    guard hasRoom(pass.priority), isInTime else {
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

  /// - Parameter isUnused: nothing was sent after all, so that it does not count.
  func leave(isUnused: Bool = false) {
    underWay -= 1
    if isUnused { bucket.giveBack() }
    letThrough()
  }

  /// Another one waits for the same: it has as long as that one has, and comes no later than if that one had
  /// asked for it alone.
  func join(_ pass: Permit, client: UInt64, priority: FetchOptions.Priority, deadline: UInt64?) {
    if let own = pass.deadline { pass.deadline = deadline.map { max(own, $0) } }
    guard priority == .interactive else { return }
    guard let (ticket, waiter) = pass.waiting else {
      if pass.priority == .prefetch { (pass.client, pass.priority) = (client, .interactive) }
      return
    }
    guard queue.comesSooner(ticket, as: client), queue.remove(ticket) != nil else { return }
    (pass.client, pass.priority) = (client, .interactive)
    pass.waiting = (queue.append(waiter, client: client, priority: .interactive), waiter)
  }

  /// Nobody is let through for so many milliseconds.
  func pause(milliseconds: UInt64) {
    pausedUntil = max(pausedUntil, EventLoop.now &+ milliseconds)
    letThrough()
  }

  /// What the pause was for is no longer so: the address or key is another one.
  func endPause() {
    guard pausedUntil > 0 else { return }
    pausedUntil = 0
    letThrough()
  }

  /// Who waits gets a `CancellationError`, and who comes later too.
  func close() {
    isClosed = true
    timer?.close()
    timer = nil
    while let next = queue.popFirst() {
      next.pass.waiting = nil
      next.continuation.resume(returning: false)
    }
  }

  private func hasRoom(_ priority: FetchOptions.Priority) -> Bool {
    queue.count < Self.maxWaiting
      && (priority == .interactive || queue.count(.prefetch) < Self.maxPrefetching)
  }

  /// Milliseconds, by the rate alone: how long those under way take nobody knows.
  func expectedWait(_ pass: Permit) -> UInt64 {
    let now = EventLoop.now
    let before = queue.countBefore(client: pass.client, priority: pass.priority)
    return max(bucket.wait(for: before + 1, at: now), pausedUntil > now ? pausedUntil - now : 0)
  }

  private func mayPass() -> Bool {
    !isPaused && underWay < bounds.atOnce && bucket.take(at: EventLoop.now)
  }

  private func append(_ pass: Permit, _ continuation: CheckedContinuation<Bool, Never>) {
    // It may have been closed since: entering a continuation can leave the loop for a moment. And the handler
    // of a cancellation before this found nobody to take out.
    guard !Task.isCancelled, !isClosed else { return continuation.resume(returning: false) }
    let waiter = Waiter(pass: pass, continuation: continuation)
    pass.waiting = (queue.append(waiter, client: pass.client, priority: pass.priority), waiter)
    letThrough()
  }

  private func giveUp(_ pass: Permit) {
    guard let waiting = pass.waiting, queue.remove(waiting.ticket) != nil else { return }
    pass.waiting = nil
    waiting.waiter.continuation.resume(returning: false)
    if queue.isEmpty { timer?.stop() }
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
