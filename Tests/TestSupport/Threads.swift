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

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
