internal import CLibuv
private import Synchronization

/// The only way into the loop for other threads: the jobs they enqueue wait here until the loop takes them
/// all.
///
/// Its mutex is the only lock of the module. Any thread may call `post`; everything else is the loop's.
final class Inbox: Sendable {
  /// The loop's life. There is one loop in a process, so no state is entered twice.
  private enum Phase {
    case unopened
    case opening
    case open(Waker)
    case closed
  }

  /// The async handle that wakes a sleeping loop; its memory is never freed, so it can be passed around.
  private struct Waker: @unchecked Sendable { let async: UnsafeMutablePointer<uv_async_t> }

  private struct State {
    var phase = Phase.unopened
    var jobs: [UnownedJob] = []
  }

  private let state = Mutex(State())

  /// Adds a job and wakes the loop if it was the first one waiting.
  ///
  /// If no loop is open yet, one is opened on a thread of its own: this happens only in test processes, the
  /// daemon opens the loop before its first task. Otherwise a suite marked `@LoopActor` would never begin.
  func post(_ job: UnownedJob) {
    let mustStartThread = state.withLock { state in
      state.jobs.append(job)
      switch state.phase {
      case .unopened:
        state.phase = .opening
        return true
      case .open(let waker):
        // Sent under the lock, because sending to a closed handle aborts the process
        // (https://github.com/libuv/libuv/issues/4922), and `close` takes the same lock first.
        if state.jobs.count == 1 { uv_async_send(waker.async) }
        return false
      case .opening, .closed:
        return false
      }
    }
    if mustStartThread { EventLoop.startThread() }
  }

  /// Claims the right to open the loop; false when it was claimed before.
  func beginOpening() -> Bool {
    state.withLock { state in
      guard case .unopened = state.phase else { return false }
      state.phase = .opening
      return true
    }
  }

  /// From here on `post` wakes the loop with this handle. Jobs posted earlier are taken at the first
  /// `takeAll`.
  func didOpen(async: UnsafeMutablePointer<uv_async_t>) {
    let waker = Waker(async: async)
    state.withLock { $0.phase = .open(waker) }
  }

  /// From here on other threads do not use the async handle; jobs they post are queued and never run.
  func didClose() {
    state.withLock { $0.phase = .closed }
  }

  /// Takes all jobs, in the order they were posted, and leaves the given empty array in their place: two
  /// arrays alternate, so that no wake-up allocates one.
  func exchange(_ jobs: inout [UnownedJob]) {
    state.withLock { swap(&$0.jobs, &jobs) }
  }
}
