internal import CLibuv
private import Synchronization

/// The libuv loop as a Swift executor.
///
/// It is a `SerialExecutor` (SE-0392), so that `LoopActor` runs on it, and a `TaskExecutor` (SE-0417), so
/// that a task started with it as its preference stays on the loop between its isolated parts as well. With
/// the first alone each resume of a continuation went loop -> global pool -> loop: 15 to 36 us instead of
/// about one.
package final class LoopExecutor: SerialExecutor, TaskExecutor {
  package static let shared = LoopExecutor()

  /// `uv_thread_self()` of the loop's thread, 0 while there is none.
  ///
  /// Relaxed is enough: a thread only checks whether the value is its own, and its own value it wrote itself.
  private let thread = Atomic<UInt>(0)
  let inbox = Inbox()

  private init() {}

  package var isOnLoopThread: Bool { thread.load(ordering: .relaxed) == UInt(uv_thread_self()) }

  func becomeLoopThread() { thread.store(UInt(uv_thread_self()), ordering: .relaxed) }
  func leaveLoopThread() { thread.store(0, ordering: .relaxed) }

  /// Takes a job from the Swift runtime, on any thread.
  ///
  /// On the loop's thread this is one append to an array; the job runs before the loop next sleeps.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isOnLoopThread {
      LoopActor.assumeIsolated { Loop.shared.push(job) }
    } else {
      inbox.post(job)
    }
  }

  package func checkIsolated() {
    precondition(isOnLoopThread, "not on the event loop's thread")
  }

  package func isIsolatingCurrentContext() -> Bool? { isOnLoopThread }
}
