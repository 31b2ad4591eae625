import EventLoop

/// The cached results sent since the last read, until the statistics have them. The clock is read twice for
/// all of them and not for each.
///
/// A class, because Swift checks every access to a struct at run time if one of its verbs calls others.
@LoopActor
final class HitCounter {
  private let statistics: Statistics
  private var method = 0
  private var count = 0
  private var began = HighResolutionInstant.now

  init(_ statistics: Statistics) { self.statistics = statistics }

  /// Called before messages are handled.
  func begin(at now: HighResolutionInstant) { began = now }

  func add(_ method: Int) {
    if method != self.method { flush() }
    self.method = method
    count &+= 1
  }

  /// Called after messages were handled.
  func flush() {
    guard count > 0 else { return }
    let now = HighResolutionInstant.now
    statistics.record(method, hits: count, nanoseconds: now.nanoseconds(since: began))
    (began, count) = (now, 0)
  }
}
