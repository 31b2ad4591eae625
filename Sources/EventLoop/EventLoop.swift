internal import CLibuv

/// The one event loop of the process, on libuv (https://docs.libuv.org/en/v1.x/loop.html).
///
/// The daemon calls `open`, starts its first task, calls `run`, and after it `close`, all on its main thread.
/// Where nobody has opened a loop before the first job comes in (a test process), a thread is started that
/// opens one and runs it for ever.
package enum EventLoop {
  /// Opens the loop on the calling thread, which is the loop's thread from then on. SIGPIPE is ignored from
  /// here on, for the whole process: libuv does not do it, and a peer that goes away must be an error of its
  /// connection only. Jobs enqueued earlier by other threads run at the first turn.
  ///
  /// - Throws: `EALREADY` when the process has, or had, a loop.
  package static func open() throws(UVError) {
    guard LoopExecutor.shared.inbox.beginOpening() else {
      throw UVError(code: UV_EALREADY.rawValue, operation: "open the event loop")
    }
    try openClaimed()
  }

  private static func openClaimed() throws(UVError) {
    // No other thread can take itself for the loop's by this, and none sends to the async handle before
    // `didOpen`.
    LoopExecutor.shared.becomeLoopThread()
    do {
      try LoopActor.assumeIsolated { () throws(UVError) in try Loop.shared.open() }
    } catch {
      LoopExecutor.shared.leaveLoopThread()
      throw error
    }
  }

  /// Runs the loop on the thread that opened it, until `stop` is called or nothing is left to do: no
  /// referenced handle is active, no thread-pool work is under way, no job is queued. A task that waits for
  /// something else (an actor on a thread of its own) does not keep the loop running.
  package static func run() {
    LoopActor.assumeIsolated { Loop.shared.run() }
  }

  /// Makes `run` return after the current turn. What is still queued runs when `run` is called again, or in
  /// `close`.
  @LoopActor package static func stop() { Loop.shared.stop() }

  /// Closes the loop for good; call it on the loop's thread after `run` has returned. What is still open is
  /// closed, queued jobs run, thread-pool work is waited for.
  ///
  /// - Returns: the types of the handles that were left open ("pipe", "timer"), in no order; empty when every
  ///   owner had closed its own and libuv holds nothing any more.
  package static func close() -> [String] {
    LoopActor.assumeIsolated { Loop.shared.close() }
  }

  /// The time of this turn in milliseconds, from an arbitrary start: `uv_now`, read once each turn.
  @LoopActor package static var now: UInt64 { uv_now(Loop.shared.uv) }

  /// A monotonic clock in nanoseconds, from an arbitrary start. Any thread.
  package static var hrtime: UInt64 { uv_hrtime() }

  /// Jobs that came from other threads since the start.
  @LoopActor package static var threadHops: UInt64 { Loop.shared.threadHops }

  /// Turns of the loop since the start. An idle loop makes none.
  @LoopActor package static var turns: UInt64 { Loop.shared.turns }

  /// Starts the thread of a loop that nobody has opened, after `inbox` was claimed for it.
  static func startThread() {
    var thread = uv_thread_t()
    let code = uv_thread_create(&thread, { _ in EventLoop.serveForever() }, nil)
    precondition(code == 0, "cannot start the event loop's thread: \(UVError.name(of: code))")
  }

  private static func serveForever() {
    do {
      try openClaimed()
    } catch {
      preconditionFailure("cannot open the event loop: \(error)")
    }
    LoopActor.assumeIsolated { Loop.shared.stayAlive() }
    run()
  }
}
