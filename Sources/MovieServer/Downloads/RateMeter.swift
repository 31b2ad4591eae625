/// Bytes a second over the last seconds. A value without a clock: all times are passed in, in milliseconds.
struct RateMeter: Equatable, Sendable {
  /// Milliseconds.
  private static let window: UInt64 = 4000
  /// The minimum time between two samples.
  private static let step: UInt64 = 200

  /// The bytes received by a moment; the oldest first.
  private var samples: [(at: UInt64, bytes: Int64)] = []
  private var bytes: Int64 = 0

  static func == (one: RateMeter, other: RateMeter) -> Bool {
    one.bytes == other.bytes && one.samples.elementsEqual(other.samples, by: ==)
  }

  /// The first bytes are about to arrive.
  mutating func begin(at now: UInt64) {
    samples = [(now, 0)]
    bytes = 0
  }

  mutating func add(_ count: Int64, at now: UInt64) {
    bytes &+= max(0, count)
    guard let last = samples.last, now >= last.at &+ Self.step else { return }
    samples.append((now, bytes))
    // One sample before the window stays, as the starting point.
    while samples.count > 2, samples[1].at &+ Self.window < now { samples.removeFirst() }
  }

  func rate(at now: UInt64) -> Int64 {
    guard let first = samples.last(where: { $0.at &+ Self.window <= now }) ?? samples.first, now > first.at
    else { return 0 }
    let seconds = Double(now - first.at) / 1000
    // The time is too short for a rate.
    guard seconds >= 0.2 else { return 0 }
    return Int64(Double(bytes - first.bytes) / seconds)
  }
}
