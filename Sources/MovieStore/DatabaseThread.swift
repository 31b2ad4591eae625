import Glibc

/// The executor of the actors that own a database: one thread, which may block on a disk.
///
/// The loop must never wait for SQLite, and a loop's executor preference would run a default actor on the
/// loop; only an actor with an executor of its own leaves it (SE-0392). GRDB's synchronous calls run on the
/// calling thread, so a request costs one wake-up there and one back, and wakes no Dispatch worker (Dispatch
/// starts one when a database is closed, to dispose of its queue).
///
/// Jobs run in their order, but jobs of tasks with a lower priority run after all others: a client that sends
/// many requests at once does not delay the others (see `Request.priority` of the daemon).
///
/// Other threads call `enqueue` and `run`. The thread starts with the first job and ends
/// after the executor is gone; until then each waiting job retains the executor, and so does its actor.
package final class DatabaseThread: SerialExecutor {
  private let inbox: Inbox

  /// - Parameters:
  ///   - name: shown by `top -H` and debuggers; the kernel stores 15 bytes of it.
  ///   - yields: to everything else that runs on the machine.
  package init(name: String = "movierpc-db", yields: Bool = false) {
    inbox = Inbox(name: name, yields: yields)
  }

  deinit { inbox.finish() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let priority = job.priority
    inbox.push(Inbox.Entry(work: .job(UnownedJob(job)), executor: self), at: priority.rawValue)
  }

  /// Calls `body` on the thread, in its turn among the jobs of ordinary priority. Without a task, and so
  /// without a thread of the global pool.
  func run(_ body: @escaping @Sendable () -> Void) {
    inbox.push(Inbox.Entry(work: .call(body), executor: self), at: TaskPriority.medium.rawValue)
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package func isIsolatingCurrentContext() -> Bool? { inbox.isCurrentThread }

  package func checkIsolated() {
    precondition(inbox.isCurrentThread, "this must run on the thread of the database")
  }
}

/// State shared by the executor and its thread; it outlives whichever of them ends first.
///
/// A POSIX mutex and condition rather than `Synchronization.Mutex`: ThreadSanitizer does not see the latter's
/// locking, and would report every job as a race:
/// https://man7.org/linux/man-pages/man3/pthread_cond_wait.3p.html. `@unchecked`: the two pointers never
/// change, and `state` is accessed only under `mutex`.
private final class Inbox: @unchecked Sendable {
  struct Entry {
    enum Work {
      case job(UnownedJob)
      case call(@Sendable () -> Void)
    }

    let work: Work
    let executor: DatabaseThread
  }

  /// The jobs of one priority, in their order.
  private struct Lane {
    let lowest: UInt8
    var entries: [Entry] = []
    var head = 0

    var isEmpty: Bool { head == entries.count }

    mutating func popFirst() -> Entry? {
      guard head < entries.count else { return nil }
      defer {
        head += 1
        // All at once, when it is empty, or when it is long and half of it is done.
        if head == entries.count || head >= 1024 && head * 2 >= entries.count {
          entries.removeFirst(head)
          head = 0
        }
      }
      return entries[head]
    }
  }

  private struct State {
    var lanes = [
      Lane(lowest: TaskPriority.medium.rawValue), Lane(lowest: TaskPriority.low.rawValue), Lane(lowest: 1),
    ]
    var thread: pthread_t?
    var finished = false
  }

  private var state = State()
  private let name: String
  private let yields: Bool
  // On the heap: neither may move once it is initialised.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(name: String, yields: Bool) {
    self.name = name
    self.yields = yields
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  var isCurrentThread: Bool {
    withState { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Signals once for each change from empty to not empty: the thread continues until the lanes are empty. It
  /// does so after the mutex is free, or a thread that wakes at once would have to wait again.
  func push(_ entry: Entry, at priority: UInt8) {
    // An unspecified priority counts as a task's default.
    let wanted = priority == 0 ? TaskPriority.medium.rawValue : priority
    let wasEmpty = withState { state in
      let wasEmpty = state.lanes.allSatisfy(\.isEmpty)
      let lane = state.lanes.firstIndex { wanted >= $0.lowest } ?? 0
      state.lanes[lane].entries.append(entry)
      if state.thread == nil { state.thread = startThread() }
      return wasEmpty
    }
    if wasEmpty { pthread_cond_signal(changed) }
  }

  func finish() {
    withState { state in
      state.finished = true
      pthread_cond_signal(changed)
    }
  }

  /// Waits for a job; nil when no more will come.
  private func next() -> Entry? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      for lane in state.lanes.indices {
        if let entry = state.lanes[lane].popFirst() { return entry }
      }
      // Set when no job refers to the executor any more, so no job can follow.
      if state.finished { return nil }
      pthread_cond_wait(changed, mutex)
    }
  }

  private func startThread() -> pthread_t {
    // The loop handles signals: this thread receives none, so no call in SQLite is interrupted.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A fault of its own: a file that is mapped was cut.
    sigdelset(&all, SIGBUS)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let inbox = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Inbox>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, inbox.toOpaque())
    // Without it no query can ever be answered, and a job cannot be given back. At its start, the daemon has
    // checked that it can create threads.
    if failure != 0 {
      let words = "\(SystemError("start the thread \(name)", code: failure))\n"
      _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(EXIT_FAILURE)
    }
    pthread_detach(thread)
    return thread
  }

  private func run() {
    setName()
    // On Linux the calling thread alone, https://man7.org/linux/man-pages/man2/setpriority.2.html
    // The weakest priority, 19, would get next to nothing on a machine whose processors are all in use.
    if yields { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
    while let entry = next() {
      // `entry` retains the executor after the job, which may have held the last reference to the actor.
      switch entry.work {
      case .job(let job): job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
      case .call(let body): body()
      }
    }
  }

  /// `pthread_setname_np` is not in the module of Glibc, and `prctl` is variadic; this does the same,
  /// https://man7.org/linux/man-pages/man5/proc_pid_comm.5.html. Without a name everything still works.
  private func setName() {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    var name = name
    _ = name.withUTF8 { write(file, $0.baseAddress, min($0.count, 15)) }
    close(file)
  }
}
