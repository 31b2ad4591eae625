internal import CLibuv

/// The loop's own state: libuv's loop, the handles that drive the turn, the job queue and the shared buffers.
///
/// One turn: callbacks of timers and descriptors only push jobs and fill output buffers; the prepare handle,
/// last before libuv sleeps, runs the jobs, lets each connection write once, and checks the queue again.
/// See https://docs.libuv.org/en/v1.x/design.html for the order of a libuv iteration.
@LoopActor final class Loop {
  static let shared = Loop()

  /// The maximum number of jobs in one turn, and the time in nanoseconds after which no more begin, so that
  /// neither tasks that keep resuming each other nor a lot of work at once delays I/O.
  nonisolated static let maxJobsInTurn = 1024
  private static let maxJobTime: UInt64 = 2_000_000
  /// The number of jobs run between two reads of the clock.
  private static let jobsBetweenClockReads = 4

  /// libuv's structures live as long as the process: a late `uv_async_send` must find its handle.
  let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
  let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
  let idle = UnsafeMutablePointer<uv_idle_t>.allocate(capacity: 1)

  private var queue = JobQueue()
  /// Jobs of tasks with a priority below the default.
  private var lowQueue = JobQueue()
  private var received: [UnownedJob] = []
  private var endOfTurn: [any EndOfTurn] = []
  private var beforeWriting: [any EndOfTurn] = []
  private var isIdling = false
  private let serial = LoopExecutor.shared.asUnownedSerialExecutor()
  private let task = LoopExecutor.shared.asUnownedTaskExecutor()

  var outputBuffers = OutputBuffers()
  private var readBudget = ReadBudget()
  /// Created when the first stream needs it.
  private(set) var hangups: HangupWatch?
  var isStopping = false
  private(set) var turns: UInt64 = 0
  private(set) var threadHops: UInt64 = 0

  private init() {}

  /// Whether work is waiting that no libuv handle knows about.
  var hasPendingWork: Bool {
    !queue.isEmpty || !lowQueue.isEmpty || !endOfTurn.isEmpty || !beforeWriting.isEmpty
  }

  /// Bytes that the next read of a stream may take.
  func nextReadSize() -> Int { readBudget.size(inTurn: turns, at: .now) }

  func push(_ job: UnownedJob) {
    // 0: no priority was given.
    if (1..<TaskPriority.medium.rawValue).contains(job.priority.rawValue) {
      lowQueue.push(job)
    } else {
      queue.push(job)
    }
  }

  func atEndOfTurn(_ object: any EndOfTurn) { endOfTurn.append(object) }

  func beforeWriting(_ object: any EndOfTurn) { beforeWriting.append(object) }

  /// Nil if there is no descriptor for it.
  func hangupWatch() -> HangupWatch? {
    if hangups == nil { hangups = try? HangupWatch() }
    return hangups
  }

  func closeHangupWatch() {
    hangups?.close()
    hangups = nil
  }

  /// Moves what other threads have posted into the queue; it runs at the end of this turn.
  func takeInbox() {
    LoopExecutor.shared.inbox.exchange(&received)
    guard !received.isEmpty else { return }
    threadHops += UInt64(received.count)
    for job in received { push(job) }
    received.removeAll(keepingCapacity: received.capacity <= Self.maxJobsInTurn)
  }

  /// The prepare callback.
  func finishTurn() {
    turns += 1
    runJobs()
    runEndOfTurn()
    rearm()
  }

  private func runJobs() {
    // At least one low-priority job runs in each turn.
    guard var next = lowQueue.pop() ?? queue.pop() else { return }
    let begun = HighResolutionInstant.now
    var count = 0
    while true {
      next.runSynchronously(isolatedTo: serial, taskExecutor: task)
      count += 1
      if count.isMultiple(of: Self.jobsBetweenClockReads),
        HighResolutionInstant.now.nanoseconds(since: begun) > Self.maxJobTime
      {
        break
      }
      guard count < Self.maxJobsInTurn, let job = queue.pop() ?? lowQueue.pop() else { break }
      next = job
    }
  }

  private func runEndOfTurn() {
    if !beforeWriting.isEmpty {
      var first: [any EndOfTurn] = []
      swap(&first, &beforeWriting)
      for object in first { object.endOfTurn() }
    }
    // Taken out first: objects that register again while these are called belong to the next turn.
    var due: [any EndOfTurn] = []
    swap(&due, &endOfTurn)
    guard !due.isEmpty else { return }
    for object in due { object.endOfTurn() }
    due.removeAll(keepingCapacity: true)
    // The memory is put back, so that no turn has to allocate any.
    if endOfTurn.isEmpty { swap(&due, &endOfTurn) }
  }

  /// Jobs left over by the limit, and those that the writes just made ready, must not wait for the next
  /// timer: an active idle handle makes the next poll return at once, and keeps the loop alive meanwhile.
  func rearm() {
    if hasPendingWork == isIdling { return }
    isIdling = hasPendingWork
    if isIdling {
      uv_idle_start(idle, idled)
    } else {
      uv_idle_stop(idle)
    }
  }
}

private func idled(_ handle: UnsafeMutablePointer<uv_idle_t>?) {}
