/// A result that comes once, to any number of tasks that wait for it.
@LoopActor package final class OneResult<Value: Sendable> {
  private var value: Value?
  private var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
  private var count = 0

  package init() {}

  package func end(_ value: Value) {
    guard self.value == nil else { return }
    self.value = value
    let waiting = waiters
    waiters = [:]
    for one in waiting.values { one.resume(returning: value) }
  }

  package func value() async throws(CancellationError) -> Value {
    if let value { return value }
    let number = count
    count += 1
    let found = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(number, $0) }
    } onCancel: {
      LoopTask.start { self.leave(number) }
    }
    guard let found else { throw CancellationError() }
    return found
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Value?, Never>) {
    // Entering a continuation can leave the loop for a moment.
    if let value { return continuation.resume(returning: value) }
    guard !Task.isCancelled else { return continuation.resume(returning: nil) }
    waiters[number] = continuation
  }

  private func leave(_ number: Int) { waiters.removeValue(forKey: number)?.resume(returning: nil) }
}
