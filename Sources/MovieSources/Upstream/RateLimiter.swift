import EventLoop

/// Every request to one upstream passes through it: limited by rate and by number at once; clients take
/// turns.
@LoopActor
final class RateLimiter {
  struct Bounds: Sendable, Equatable {
    var perSecond: Double
    var burst: Double
    var atOnce: Int
  }

  /// The wait would exceed the request's deadline, or too many requests wait already.
  struct Refused: Error, Equatable {
    let retryAfter: Duration
  }

  /// Belongs to one request, and determines its turn. A class, because it may become more urgent while it
  /// waits.
  @LoopActor
  final class Permit {
    fileprivate(set) var client: UInt64
    fileprivate(set) var priority: FetchOptions.Priority
    /// When the last waiter has left; nil: never.
    fileprivate(set) var deadline: LoopInstant?
    /// It has been let through at least once. Its task may still have to run; to treat it as unsent meanwhile would
    /// ask upstream a second time.
    fileprivate(set) var isThrough = false
    fileprivate var waiting: (ticket: FairQueue<Waiter>.Ticket, waiter: Waiter)?

    init(client: UInt64, priority: FetchOptions.Priority, deadline: LoopInstant? = nil) {
      self.client = client
      self.priority = priority
      self.deadline = deadline
    }
  }

  fileprivate enum Turn: Sendable { case passes, refused, cancelled }

  fileprivate struct Waiter: Sendable {
    let permit: Permit
    let continuation: CheckedContinuation<Turn, Never>
  }

  /// For all requests of all connections, each fetching a few pages.
  private static let maxWaiting = 8192
  nonisolated static let silenceRetry = Duration.seconds(1)
  /// Prefetches must not fill the queue.
  private static let maxPrefetching = 1024

  private var bounds: Bounds
  private var bucket: TokenBucket
  private var queue = FairQueue<Waiter>()
  private let timer = LoopTimer()
  /// nil: that all permits are taken says nothing, because there are few.
  let silence: SilenceTimer?
  /// Upstream has begun to hang; the requests that waited have been refused.
  var onSilence: (@LoopActor () -> Void)?
  private(set) var underWay = 0 {
    didSet { silence?.use(underWay: underWay, max: max(bounds.atOnce, CircuitBreaker.threshold)) }
  }
  /// Upstream asked for a pause until then.
  private(set) var pausedUntil = LoopInstant.distantPast
  private var isClosed = false
  /// The rate of all machines with the same key together; nil: this one is alone.
  var shared: SharedBucket? {
    didSet { granted = SharedTokens() }
  }
  private var granted = SharedTokens()

  init(_ bounds: Bounds, silence: SilenceTimer? = nil) {
    self.bounds = bounds
    self.silence = silence
    bucket = TokenBucket(perSecond: bounds.perSecond, burst: bounds.burst, at: EventLoop.now)
    silence?.onSilence = { [weak self] in
      self?.endWaiting(.refused)
      self?.onSilence?()
    }
  }

  func use(_ bounds: Bounds) {
    guard bounds != self.bounds else { return }
    self.bounds = bounds
    bucket.change(perSecond: bounds.perSecond, burst: bounds.burst, at: EventLoop.now)
    letThrough()
  }

  var waiting: Int { queue.count }
  /// Upstream hangs: requests are refused that would have to wait.
  var isSilent: Bool { silence?.isSilent == true }
  var isPaused: Bool { pausedUntil > EventLoop.now }

  /// The number of requests that could be sent at once.
  var rateLeft: Int { isPaused ? 0 : bucket.available(at: EventLoop.now) }

  /// Returns when the request may be sent; call `release` when it has been answered.
  ///
  /// - Throws: `Refused`, at once; `CancellationError`.
  func acquire(_ permit: Permit) async throws {
    try Task.checkCancellation()
    guard !isClosed else { throw CancellationError() }
    let wait = expectedWait(permit)
    // Without a wait, the caller checks its own deadline.
    let isInTime = wait == .zero || permit.deadline.map { EventLoop.now + wait < $0 } ?? true
    if isSilent { throw Refused(retryAfter: Self.silenceRetry) }
    guard hasRoom(permit.priority), isInTime else {
      throw Refused(retryAfter: max(wait, .milliseconds(1)))
    }
    if queue.isEmpty, mayPass() {
      letThrough(permit)
    } else {
      let turn = await withTaskCancellationHandler {
        await withCheckedContinuation { append(permit, $0) }
      } onCancel: {
        LoopTask.start { self.giveUp(permit) }
      }
      if case .refused = turn { throw Refused(retryAfter: Self.silenceRetry) }
      if case .cancelled = turn { throw CancellationError() }
    }
    // It was cancelled after its turn had come.
    guard !Task.isCancelled else {
      release(isUnused: true)
      throw CancellationError()
    }
  }

  /// - Parameter isUnused: nothing was sent, so the token is returned.
  func release(isUnused: Bool = false) {
    underWay -= 1
    if isUnused {
      bucket.giveBack()
      granted.giveBack()
    }
    letThrough()
  }

  /// Another request waits for the same fetch: the permit gets the later of both deadlines, and its turn
  /// comes no later than that of a separate request.
  func join(_ permit: Permit, client: UInt64, priority: FetchOptions.Priority, deadline: LoopInstant?) {
    if let own = permit.deadline { permit.deadline = deadline.map { max(own, $0) } }
    guard priority == .interactive else { return }
    guard let (ticket, waiter) = permit.waiting else {
      if permit.priority == .prefetch { (permit.client, permit.priority) = (client, .interactive) }
      return
    }
    guard queue.comesSooner(ticket, as: client), queue.remove(ticket) != nil else { return }
    (permit.client, permit.priority) = (client, .interactive)
    permit.waiting = (queue.append(waiter, client: client, priority: .interactive), waiter)
  }

  /// Its fetch goes on after its waiters have left.
  func stay(_ permit: Permit) { permit.deadline = nil }

  /// No request passes for this long.
  func pause(for duration: Duration) {
    pausedUntil = max(pausedUntil, EventLoop.now + duration)
    letThrough()
  }

  /// The reason for the pause is gone: the address or key has changed.
  func endPause() {
    guard pausedUntil > .distantPast else { return }
    pausedUntil = .distantPast
    letThrough()
  }

  /// Waiting and later requests get a `CancellationError`.
  func close() {
    isClosed = true
    timer.close()
    silence?.close()
    endWaiting(.cancelled)
  }

  private func endWaiting(_ turn: Turn) {
    while let next = queue.popFirst() {
      next.permit.waiting = nil
      next.continuation.resume(returning: turn)
    }
  }

  private func hasRoom(_ priority: FetchOptions.Priority) -> Bool {
    queue.count < Self.maxWaiting
      && (priority == .interactive || queue.count(.prefetch) < Self.maxPrefetching)
  }

  /// By the rate alone: the duration of running requests is unknown.
  func expectedWait(_ permit: Permit) -> Duration {
    let now = EventLoop.now
    let before = queue.countBefore(client: permit.client, priority: permit.priority)
    return max(bucket.wait(for: before + 1, at: now), pausedUntil - now, granted.nextAt - now)
  }

  private func mayPass() -> Bool {
    guard !isPaused, underWay < bounds.atOnce, shared == nil || granted.count(at: EventLoop.now) > 0,
      bucket.take(at: EventLoop.now)
    else { return false }
    if shared != nil { granted.take() }
    return true
  }

  private func append(_ permit: Permit, _ continuation: CheckedContinuation<Turn, Never>) {
    // It may have been closed since: entering a continuation can leave the loop for a moment. And the handler
    // of an earlier cancellation found no waiter to remove.
    guard !Task.isCancelled, !isClosed else { return continuation.resume(returning: .cancelled) }
    let waiter = Waiter(permit: permit, continuation: continuation)
    permit.waiting = (queue.append(waiter, client: permit.client, priority: permit.priority), waiter)
    letThrough()
  }

  private func giveUp(_ permit: Permit) {
    guard let waiting = permit.waiting, queue.remove(waiting.ticket) != nil else { return }
    permit.waiting = nil
    waiting.waiter.continuation.resume(returning: .cancelled)
    if queue.isEmpty { timer.stop() }
  }

  private func letThrough(_ permit: Permit) {
    underWay += 1
    permit.isThrough = true
  }

  private func letThrough() {
    while !queue.isEmpty, mayPass() {
      guard let next = queue.popFirst() else { break }
      letThrough(next.permit)
      next.permit.waiting = nil
      next.continuation.resume(returning: .passes)
    }
    // When all places are taken, the next call of `release` calls this.
    guard !queue.isEmpty, underWay < bounds.atOnce else { return timer.stop() }
    let now = EventLoop.now
    var wait = max(bucket.wait(at: now), pausedUntil - now)
    if wait <= .zero, let shared, granted.count(at: now) == 0 {
      wait = granted.nextAt - now
      if wait <= .zero { return requestTokens(from: shared) }
    }
    timer.start(after: max(wait, .milliseconds(1))) { self.letThrough() }
  }

  /// Requests as many tokens as could be used at once.
  private func requestTokens(from shared: SharedBucket) {
    timer.stop()
    guard !granted.areAwaited else { return }
    granted.areAwaited = true
    let count = max(1, min(queue.count, bounds.atOnce - underWay, bucket.available(at: EventLoop.now)))
    LoopTask.start {
      let grant = await shared.take(count, self.bounds)
      // The key may be another one by now.
      guard shared.name == self.shared?.name else { return self.letThrough() }
      self.granted.add(grant ?? .init(tokens: count, wait: .zero), at: EventLoop.now)
      self.letThrough()
    }
  }
}
