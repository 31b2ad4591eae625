/// The isolation of everything that lives on the event loop's thread: sockets, timers, connections, sessions.
///
/// Its executor is the libuv loop (`LoopExecutor`), so a `@LoopActor` function runs on the loop's thread and
/// nowhere else, and an `await` between two of them is no thread hop.
@globalActor package actor LoopActor {
  package static let shared = LoopActor()

  private init() {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    LoopExecutor.shared.asUnownedSerialExecutor()
  }

  /// Enters the loop's isolation from synchronous code that already runs on the loop's thread, that is, from
  /// a C callback. On any other thread it ends the process.
  ///
  /// Written as the standard library writes `MainActor.assumeIsolated`: a global actor is only a promise
  /// about the executor, so once the thread is checked, a closure with the promise may be called as one
  /// without.
  @inline(__always)
  package static func assumeIsolated<T: Sendable, Failure: Error>(
    _ operation: @LoopActor () throws(Failure) -> T
  ) throws(Failure) -> T {
    typealias Isolated = @LoopActor () throws(Failure) -> T
    typealias Plain = () throws(Failure) -> T
    precondition(
      LoopExecutor.shared.isOnLoopThread, "LoopActor.assumeIsolated: not on the event loop's thread")
    return try withoutActuallyEscaping(operation) { (escaping: @escaping Isolated) throws(Failure) -> T in
      try unsafeBitCast(escaping, to: Plain.self)()
    }
  }
  /// The same for a closure that captures nothing and gets what it needs as its argument. It needs no memory
  /// for its context, which matters where it is called for every read.
  @inline(__always)
  package static func assumeIsolated<Argument: Sendable, T: Sendable, Failure: Error>(
    with argument: Argument, _ operation: @LoopActor (Argument) throws(Failure) -> T
  ) throws(Failure) -> T {
    typealias Isolated = @LoopActor (Argument) throws(Failure) -> T
    typealias Plain = (Argument) throws(Failure) -> T
    precondition(
      LoopExecutor.shared.isOnLoopThread, "LoopActor.assumeIsolated: not on the event loop's thread")
    return try withoutActuallyEscaping(operation) { (escaping: @escaping Isolated) throws(Failure) -> T in
      try unsafeBitCast(escaping, to: Plain.self)(argument)
    }
  }
}
