/// Latencies in four buckets per doubling: 2 KiB per method, a percentile within 19 %.
struct LatencyHistogram {
  private static let steps = 4
  private var buckets = [UInt64](repeating: 0, count: 64 * steps)
  private var total = 0

  mutating func add(nanoseconds: UInt64, times: UInt64 = 1) {
    let value = nanoseconds | 1
    let doubling = 63 - value.leadingZeroBitCount
    let step = doubling < 2 ? 0 : Int(value >> UInt64(doubling - 2)) & (Self.steps - 1)
    buckets[doubling * Self.steps + step] &+= times
    total &+= Int(times)
  }

  /// The upper end of the bucket in which the share lies, in microseconds, rounded up.
  func percentile(_ share: Double) -> Int {
    guard total > 0 else { return 0 }
    let wanted = max(1, Int((Double(total) * share).rounded(.up)))
    var seen = 0
    for (index, count) in buckets.enumerated() {
      seen += Int(count)
      if seen >= wanted {
        let (doubling, step) = (index / Self.steps, index % Self.steps)
        let nanoseconds = Double(UInt64(1) << UInt64(doubling)) * (1 + Double(step + 1) / Double(Self.steps))
        return Int((nanoseconds / 1000).rounded(.up))
      }
    }
    return 0
  }
}
