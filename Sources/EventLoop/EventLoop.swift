internal import CLibuv

/// The one event loop of the process, on libuv (https://docs.libuv.org/en/v1.x/loop.html).
///
/// The daemon calls `open`, starts its first task, calls `run`, and then `close`, all on its main thread. If
/// no loop is open when the first job arrives (in a test process), a new thread opens one and runs it
/// forever.
package enum EventLoop {
  /// Opens the loop on the calling thread, which is the loop's thread from then on. SIGPIPE is ignored from
  /// then on, for the whole process: libuv does not do it, and a peer that disconnects must be an error of
  /// its own connection only. Jobs enqueued earlier by other threads run in the first turn.
  ///
  /// - Throws: `EALREADY` when the process has, or had, a loop.
  package static func open() throws(UVError) {
    guard LoopExecutor.shared.inbox.beginOpening() else {
      throw UVError(code: UV_EALREADY.rawValue, operation: "open the event loop")
    }
    try openClaimed()
  }

  private static func openClaimed() throws(UVError) {
    // No other thread can mistake itself for the loop's because of this, and none sends to the async handle
    // before `didOpen`.
    LoopExecutor.shared.becomeLoopThread()
    do {
      try LoopActor.assumeIsolated { () throws(UVError) in try Loop.shared.open() }
    } catch {
      LoopExecutor.shared.leaveLoopThread()
      throw error
    }
  }

  /// Runs the loop on the thread that opened it, until `stop` is called or there is nothing left to do: no
  /// referenced handle is active, no thread-pool work is in progress, no job is queued. A task that waits for
  /// something else (an actor on its own thread) does not keep the loop running.
  package static func run() {
    LoopActor.assumeIsolated { Loop.shared.run() }
  }

  /// Makes `run` return after the current turn. Jobs still queued run when `run` is called again, or in
  /// `close`.
  @LoopActor package static func stop() { Loop.shared.stop() }

  /// Closes the loop permanently; call it on the loop's thread after `run` has returned. Open handles are
  /// closed, queued jobs run, and thread-pool work is waited for.
  ///
  /// - Returns: the types of the handles that were left open ("pipe", "timer"), in no order; empty when every
  ///   owner had closed its own and libuv holds nothing any more.
  package static func close() -> [String] {
    LoopActor.assumeIsolated { Loop.shared.close() }
  }

  /// The time of this turn: `uv_now`, read once each turn.
  @LoopActor package static var now: LoopInstant {
    LoopInstant(milliseconds: Int64(clamping: uv_now(Loop.shared.uv)))
  }

  /// Jobs that came from other threads since the start.
  @LoopActor package static var threadHops: UInt64 { Loop.shared.threadHops }

  /// Turns of the loop since the start. An idle loop makes none.
  @LoopActor package static var turns: UInt64 { Loop.shared.turns }

  /// Starts a thread for a loop that has not been opened, after `inbox` was claimed for it.
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
