import EventLoop
import Testing

/// `@Suite(.onLoop)`: tests run with the loop as their preferred executor, so that `async` code that is
/// isolated to nothing stays on the loop's thread, as it does in the daemon. Everything shares the one loop
/// of the process; the first job starts its thread.
struct OnLoop: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(LoopExecutor.shared) { try await body() }
  }
}

extension Trait where Self == OnLoop {
  static var onLoop: OnLoop { OnLoop() }
}
