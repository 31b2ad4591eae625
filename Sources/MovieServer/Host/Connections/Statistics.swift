import EventLoop

/// The numbers that `status` reports for each method.
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

  func record(_ method: Int, since started: HighResolutionInstant, failed: Bool) {
    methods[method].calls &+= 1
    if failed { methods[method].errors &+= 1 }
    methods[method].latency.add(nanoseconds: HighResolutionInstant.now.nanoseconds(since: started))
  }

  /// Answers from cached bytes that took `nanoseconds` together.
  func record(_ method: Int, hits: Int, nanoseconds: UInt64) {
    methods[method].calls &+= hits
    methods[method].latency.add(nanoseconds: nanoseconds / UInt64(max(1, hits)), times: UInt64(hits))
  }
}
