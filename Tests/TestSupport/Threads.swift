import EventLoop
import Glibc

/// Not a task: the body blocks.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { body in
      if let body { Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(ThreadBody(body)).toOpaque())
  precondition(code == 0)
  pthread_detach(thread)
}

/// Blocking work on a thread of its own: of the loop's few, those that wait for programs would leave none for
/// what is tested.
@LoopActor
package func beside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedContinuation { continuation in
    startThread { continuation.resume(returning: Result { try work() }) }
  }.get()
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
