internal import CLibuv
private import Synchronization

/// The one door into the loop for other threads: the jobs they enqueue wait here until the loop takes them
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

  /// The async handle by which a sleeping loop is woken; its memory is never freed, so it can be passed
  /// about.
  private struct Waker: @unchecked Sendable { let async: UnsafeMutablePointer<uv_async_t> }

  private struct State {
    var phase = Phase.unopened
    var jobs: [UnownedJob] = []
  }

  private let state = Mutex(State())

  /// Adds a job and wakes the loop if it was the first one waiting.
  ///
  /// If nobody has opened a loop yet, one is opened on a thread of its own: only test processes come here,
  /// the daemon opens the loop before its first task. A suite marked `@LoopActor` would else never begin.
  func post(_ job: UnownedJob) {
    let mustStartThread = state.withLock { state in
      state.jobs.append(job)
      switch state.phase {
      case .unopened:
        state.phase = .opening
        return true
      case .open(let waker):
        // Sent under the lock, because a send that meets a closed handle aborts the process
        // (https://github.com/libuv/libuv/issues/4922), and `close` takes the same lock first.
        if state.jobs.count == 1 { uv_async_send(waker.async) }
        return false
      case .opening, .closed:
        return false
      }
    }
    if mustStartThread { EventLoop.startThread() }
  }

  /// Claims the right to open the loop; false when that has been done before.
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

  /// From here on the async handle is not touched by other threads; what they post is kept and never runs.
  func didClose() {
    state.withLock { $0.phase = .closed }
  }

  /// Takes all jobs, in the order they were posted, and leaves the empty array given in their place: two
  /// arrays take turns, so that none is allocated anew for every wake-up.
  func exchange(_ jobs: inout [UnownedJob]) {
    state.withLock { swap(&$0.jobs, &jobs) }
  }
}
