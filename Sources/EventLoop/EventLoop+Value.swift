extension EventLoop {
  /// The value of `work`; nil if it takes longer: then it continues, and its value is dropped.
  @LoopActor
  package static func value<Value: Sendable>(
    within limit: Duration, of work: @escaping @LoopActor () async -> Value
  ) async -> Value? {
    let first = FirstValue<Value>()
    LoopTask.start { first.set(await work()) }
    let timer = LoopTimer()
    timer.start(after: limit) { first.set(nil) }
    defer { timer.close() }
    return await withCheckedContinuation { first.wait($0) }
  }
}

/// The first of two that set it.
@LoopActor
private final class FirstValue<Value: Sendable> {
  private var value: Value??
  private var waiting: CheckedContinuation<Value?, Never>?

  func set(_ value: Value?) {
    guard self.value == nil else { return }
    self.value = .some(value)
    waiting?.resume(returning: value)
    waiting = nil
  }

  func wait(_ continuation: CheckedContinuation<Value?, Never>) {
    if let value { continuation.resume(returning: value) } else { waiting = continuation }
  }
}
