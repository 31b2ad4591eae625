import EventLoop

/// The cached results sent since the last read, until the statistics have them. The clock is read twice for
/// all of them and not for each.
@LoopActor
struct HitCounter {
  private var route = 0
  private var count = 0
  private var began: UInt64 = 0

  /// Called before messages are handled.
  mutating func begin() { began = EventLoop.hrtime }

  mutating func add(_ route: Int, to statistics: Statistics) {
    if route != self.route { flush(to: statistics) }
    self.route = route
    count &+= 1
  }

  /// Called after messages were handled.
  mutating func flush(to statistics: Statistics) {
    guard count > 0 else { return }
    let now = EventLoop.hrtime
    statistics.record(route, hits: count, nanoseconds: now &- began)
    (began, count) = (now, 0)
  }
}
