internal import CLibuv

/// The loop's own state: libuv's loop, the handles that drive the turn, the job queue and the shared buffers.
///
/// One turn: callbacks of timers and descriptors only push jobs and fill output buffers; the prepare handle,
/// last before libuv sleeps, runs the jobs, lets each connection write once, and looks at the queue again.
/// See https://docs.libuv.org/en/v1.x/design.html for the order of a libuv iteration.
@LoopActor final class Loop {
  static let shared = Loop()

  /// At most so many jobs run in one turn, and no more begin after so many nanoseconds, so that neither tasks
  /// that keep resuming each other nor much work at once keep I/O waiting.
  nonisolated static let maxJobsInTurn = 1024
  private static let maxJobTime: UInt64 = 4_000_000
  /// So many are run from one look at the clock to the next.
  private static let jobsBetweenClockReads = 4

  /// libuv's structures live as long as the process: a late `uv_async_send` must find its handle.
  let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
  let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
  let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
  let idle = UnsafeMutablePointer<uv_idle_t>.allocate(capacity: 1)

  private var queue = JobQueue()
  /// Of tasks with a lower priority than a task has by itself.
  private var lowQueue = JobQueue()
  private var received: [UnownedJob] = []
  private var endOfTurn: [any EndOfTurn] = []
  private var beforeWriting: [any EndOfTurn] = []
  private var isIdling = false
  private let serial = LoopExecutor.shared.asUnownedSerialExecutor()
  private let task = LoopExecutor.shared.asUnownedTaskExecutor()

  var outputBuffers = OutputBuffers()
  /// Made when the first stream wants it.
  private(set) var hangups: HangupWatch?
  var isStopping = false
  private(set) var turns: UInt64 = 0
  private(set) var threadHops: UInt64 = 0

  private init() {}

  /// Whether work is waiting that no libuv handle knows of.
  var hasPendingWork: Bool {
    !queue.isEmpty || !lowQueue.isEmpty || !endOfTurn.isEmpty || !beforeWriting.isEmpty
  }

  func push(_ job: UnownedJob) {
    // 0: nobody has said one.
    if (1..<TaskPriority.medium.rawValue).contains(job.priority.rawValue) {
      lowQueue.push(job)
    } else {
      queue.push(job)
    }
  }

  func atEndOfTurn(_ object: any EndOfTurn) { endOfTurn.append(object) }

  func beforeWriting(_ object: any EndOfTurn) { beforeWriting.append(object) }

  /// Nil where there is no descriptor for it.
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
    // Of those that come last one is run in each turn.
    guard var next = lowQueue.pop() ?? queue.pop() else { return }
    let begun = uv_hrtime()
    var count = 0
    while true {
      next.runSynchronously(isolatedTo: serial, taskExecutor: task)
      count += 1
      if count.isMultiple(of: Self.jobsBetweenClockReads), uv_hrtime() &- begun > Self.maxJobTime { break }
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
    // Taken out first: what registers again while they are called belongs to the next turn.
    var due: [any EndOfTurn] = []
    swap(&due, &endOfTurn)
    guard !due.isEmpty else { return }
    for object in due { object.endOfTurn() }
    due.removeAll(keepingCapacity: true)
    // The memory goes back, so that no turn has to allocate any.
    if endOfTurn.isEmpty { swap(&due, &endOfTurn) }
  }

  /// What the bound left over, and what the writes just made ready, must not wait for the next timer: an
  /// active idle handle makes the coming poll return at once, and keeps the loop alive meanwhile.
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
