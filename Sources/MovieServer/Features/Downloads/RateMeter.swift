import EventLoop

/// Bytes a second over the last seconds. A value without a clock.
struct RateMeter: Equatable, Sendable {
  private static let window: Duration = .seconds(4)
  /// The minimum time between two samples.
  private static let step: Duration = .milliseconds(200)

  /// The bytes received by a moment; the oldest first.
  private var samples: [(at: LoopInstant, bytes: Int64)] = []
  private var bytes: Int64 = 0

  static func == (one: RateMeter, other: RateMeter) -> Bool {
    one.bytes == other.bytes && one.samples.elementsEqual(other.samples, by: ==)
  }

  /// The first bytes are about to arrive.
  mutating func begin(at now: LoopInstant) {
    samples = [(now, 0)]
    bytes = 0
  }

  mutating func add(_ count: Int64, at now: LoopInstant) {
    bytes &+= max(0, count)
    guard let last = samples.last, now >= last.at + Self.step else { return }
    samples.append((now, bytes))
    // One sample before the window stays, as the starting point.
    while samples.count > 2, samples[1].at + Self.window < now { samples.removeFirst() }
  }

  func rate(at now: LoopInstant) -> Int64 {
    guard let first = samples.last(where: { $0.at + Self.window <= now }) ?? samples.first, now > first.at
    else { return 0 }
    let seconds = (now - first.at) / .seconds(1)
    // The time is too short for a rate.
    guard seconds >= 0.2 else { return 0 }
    return Int64(Double(bytes - first.bytes) / seconds)
  }
}
