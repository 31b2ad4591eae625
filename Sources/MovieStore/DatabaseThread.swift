import Glibc

/// The executor of the actors that own a database: one thread, which may block on a disk.
///
/// The loop must never wait for SQLite, and a loop's executor preference would run a default actor on the
/// loop; an actor with an executor of its own is what leaves it (SE-0392). GRDB's synchronous calls run on
/// the thread that makes them, so a request costs one wake-up there and one back, and wakes no Dispatch
/// worker (Dispatch starts one when a database is closed, to dispose of its queue).
///
/// Jobs run in their order, those of a task with a lower priority after all others: a client that asks for much
/// at once does not keep the others waiting (see `Request.priority` of the daemon).
///
/// `enqueue` is the one door that other threads use. The thread starts with the first job and ends after the
/// executor is gone; until then each waiting job keeps the executor alive, and its actor does too.
package final class DatabaseThread: SerialExecutor {
  private let inbox: Inbox

  /// - Parameter name: what `top -H` and a debugger show; the kernel keeps 15 bytes of it.
  package init(name: String = "movierpc-db") {
    inbox = Inbox(name: name)
  }

  deinit { inbox.finish() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let priority = job.priority
    inbox.push(Inbox.Entry(job: UnownedJob(job), executor: self), at: priority)
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package func isIsolatingCurrentContext() -> Bool? { inbox.isCurrentThread }

  package func checkIsolated() {
    precondition(inbox.isCurrentThread, "this must run on the thread of the database")
  }
}

/// What the executor and its thread share; it outlives whichever of them ends first.
///
/// A POSIX mutex and condition rather than `Synchronization.Mutex`, whose locking ThreadSanitizer does not
/// see, so that it would report every job as a race:
/// https://man7.org/linux/man-pages/man3/pthread_cond_wait.3p.html. `@unchecked`: the two pointers never
/// change, and `state` is touched only under `mutex`.
private final class Inbox: @unchecked Sendable {
  struct Entry {
    let job: UnownedJob
    let executor: DatabaseThread
  }

  /// Of one priority, in their order.
  private struct Lane {
    let lowest: UInt8
    var entries: [Entry] = []
    var head = 0

    var isEmpty: Bool { head == entries.count }

    mutating func popFirst() -> Entry? {
      guard head < entries.count else { return nil }
      defer {
        head += 1
        // In one go where it is empty, and where it is long and half of it is done.
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
  // On the heap: neither may move once it is initialised.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(name: String) {
    self.name = name
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

  /// One signal for each change from empty to not empty: the thread goes on until there is nothing.
  func push(_ entry: Entry, at priority: JobPriority) {
    // None said is what a task has that nobody gave one.
    let wanted = priority.rawValue == 0 ? TaskPriority.medium.rawValue : priority.rawValue
    withState { state in
      if state.lanes.allSatisfy(\.isEmpty) { pthread_cond_signal(changed) }
      let lane = state.lanes.firstIndex { wanted >= $0.lowest } ?? 0
      state.lanes[lane].entries.append(entry)
      if state.thread == nil { state.thread = startThread() }
    }
  }

  func finish() {
    withState { state in
      state.finished = true
      pthread_cond_signal(changed)
    }
  }

  /// Waits for one; nil when there will be none any more.
  private func next() -> Entry? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      for lane in state.lanes.indices {
        if let entry = state.lanes[lane].popFirst() { return entry }
      }
      // Set when no job refers to the executor any more, so nothing can come after it.
      if state.finished { return nil }
      pthread_cond_wait(changed, mutex)
    }
  }

  private func startThread() -> pthread_t {
    // Signals are the loop's: this thread takes none, so no call in SQLite is interrupted.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
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
    // Without it no query can ever be answered, and a job cannot be given back. The daemon has looked at its
    // start whether there are threads to be had.
    if failure != 0 {
      let words = "no thread for \(name): \(String(cString: strerror(failure)))\n"
      _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(EXIT_FAILURE)
    }
    pthread_detach(thread)
    return thread
  }

  private func run() {
    takeName()
    while let entry = next() {
      // `entry` holds the executor past the job, which may have held the last reference to the actor.
      entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
    }
  }

  /// `pthread_setname_np` is not in the module of Glibc, and `prctl` is variadic; this is what they do,
  /// https://man7.org/linux/man-pages/man5/proc_pid_comm.5.html. Without a name all works the same.
  private func takeName() {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    var name = name
    _ = name.withUTF8 { write(file, $0.baseAddress, min($0.count, 15)) }
    close(file)
  }
}
