/// How long to wait before the next try: twice as long each time, within bounds, and with jitter
/// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). Milliseconds.
package struct Backoff: Sendable {
  package let first: UInt64
  package let most: UInt64

  package init(first: UInt64, most: UInt64) { (self.first, self.most) = (first, most) }

  /// - Parameters:
  ///   - failures: in a row, from 1.
  ///   - jitter: 0 to 1; half of the wait is fixed, half random.
  package func wait(after failures: Int, jitter: Double) -> UInt64 {
    let doublings = UInt64(max(1, min(failures, 33)) - 1)
    let (full, overflow) = first.multipliedReportingOverflow(by: 1 << doublings)
    let wait = overflow ? most : min(full, most)
    return wait / 2 + UInt64(Double(wait - wait / 2) * (jitter > 0 ? min(jitter, 1) : 0))
  }
}
