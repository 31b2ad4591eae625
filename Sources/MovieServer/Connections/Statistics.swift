import EventLoop

/// What `status` tells about each method.
@LoopActor
final class Statistics {
  struct Figures {
    var calls = 0
    var errors = 0
    var latency = LatencyHistogram()
  }

  private(set) var methods: [Figures]

  init(methods: Int) {
    self.methods = Array(repeating: Figures(), count: methods)
  }

  func record(_ route: Int, since started: UInt64, failed: Bool) {
    methods[route].calls &+= 1
    if failed { methods[route].errors &+= 1 }
    methods[route].latency.add(nanoseconds: EventLoop.hrtime &- started)
  }

  /// Answers from kept bytes that took `nanoseconds` together.
  func record(_ route: Int, hits: Int, nanoseconds: UInt64) {
    methods[route].calls &+= hits
    methods[route].latency.add(nanoseconds: nanoseconds / UInt64(max(1, hits)), times: UInt64(hits))
  }
}

/// Counts the hits of one read, so that the clock is read twice for all of them and not for each.
@LoopActor
struct HitCounter {
  private var route = 0
  private var count = 0
  private var began: UInt64 = 0

  mutating func begin() { began = EventLoop.hrtime }

  mutating func count(_ route: Int, _ statistics: Statistics) {
    if route != self.route { end(statistics) }
    self.route = route
    count += 1
  }

  mutating func end(_ statistics: Statistics) {
    guard count > 0 else { return }
    let now = EventLoop.hrtime
    statistics.record(route, hits: count, nanoseconds: now &- began)
    (began, count) = (now, 0)
  }
}
