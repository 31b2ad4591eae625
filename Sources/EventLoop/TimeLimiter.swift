/// How long callers wait for a resource whose calls cannot be cut short, such as a database on a network drive.
///
/// A call that takes longer goes on, and its value is dropped. Until it ends, other callers wait no longer than the
/// rest of their time since it began: those that come late are refused at once.
@LoopActor package final class TimeLimiter {
  package enum Expiry: Error {
    /// It was not begun, because another one hangs.
    case refused
    /// It goes on.
    case underWay
  }

  private final class Call {
    let begunAt: LoopInstant
    var hasEnded = false

    init(at moment: LoopInstant) { begunAt = moment }
  }

  /// Those that nobody waits for any more.
  private var abandoned: [Call] = []

  package nonisolated init() {}

  /// All calls ended in time, or have ended since.
  package var isResponding: Bool { abandoned.isEmpty }

  package func call<Value: Sendable>(
    within limit: Duration, _ work: @escaping @LoopActor () async -> Value
  ) async throws(Expiry) -> Value {
    let call = Call(at: EventLoop.now)
    let left = (abandoned.map(\.begunAt).min() ?? call.begunAt) + limit - call.begunAt
    guard left > .zero else { throw .refused }
    let value = await EventLoop.value(within: left) {
      let value = await work()
      call.hasEnded = true
      self.abandoned.removeAll { $0 === call }
      return value
    }
    if let value { return value }
    // It may have ended at the last moment.
    if !call.hasEnded { abandoned.append(call) }
    throw .underWay
  }
}
