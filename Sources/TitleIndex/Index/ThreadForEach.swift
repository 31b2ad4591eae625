import Glibc

/// Works on several parts at the same time: each has a thread of its own, with the caller's priority, but the first,
/// which is the caller's work. It returns when all have ended.
///
/// - Throws: what the first of the parts that failed has thrown.
package func threadForEach<Part: Sendable, Value: Sendable>(
  _ parts: [Part], _ work: @Sendable (Part) throws -> Value
) throws -> [Value] {
  try withoutActuallyEscaping(work) { work in
    let jobs = parts.map { part in Job { Result { try work(part) } } }
    let threads = jobs.dropFirst().map { $0.start() }
    let first = jobs.first?.run()
    let others = zip(jobs.dropFirst(), threads).map { $0.result(of: $1) }
    return try ([first].compactMap(\.self) + others).map { try $0.get() }
  }
}

/// Its result belongs to the thread that runs it, and after that has ended to the one that has waited for it.
final class Job<Value: Sendable>: @unchecked Sendable {
  private let work: @Sendable () -> Result<Value, any Error>
  private var result: Result<Value, any Error>?

  init(_ work: @escaping @Sendable () -> Result<Value, any Error>) { self.work = work }

  func run() -> Result<Value, any Error> {
    let made = work()
    result = made
    return made
  }

  /// Waits for the thread that `start` has given. Without one, it is the caller's work, too.
  func result(of thread: pthread_t?) -> Result<Value, any Error> {
    if let thread { pthread_join(thread, nil) }
    return result ?? run()
  }

  func start() -> pthread_t? {
    var thread = pthread_t()
    let runnable = Unmanaged.passRetained(Runnable { [self] in _ = run() })
    let code = pthread_create(
      &thread, nil,
      { argument in
        argument.map { Unmanaged<Runnable>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, runnable.toOpaque())
    guard code == 0 else {
      runnable.release()
      return nil
    }
    return thread
  }
}

/// What a C function can be given: it has no type parameter.
private final class Runnable {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}
