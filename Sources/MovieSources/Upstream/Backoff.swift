/// How long to wait before the next try: twice as long each time, within bounds, and not for all at the same
/// moment (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). Milliseconds.
struct Backoff: Sendable {
  let first: UInt64
  let most: UInt64

  /// - Parameters:
  ///   - failures: in a row, from 1.
  ///   - jitter: 0 to 1; half of the wait is certain, half by chance.
  func wait(after failures: Int, jitter: Double) -> UInt64 {
    let doublings = UInt64(max(1, min(failures, 33)) - 1)
    let (full, overflow) = first.multipliedReportingOverflow(by: 1 << doublings)
    let wait = overflow ? most : min(full, most)
    return wait / 2 + UInt64(Double(wait - wait / 2) * (jitter > 0 ? min(jitter, 1) : 0))
  }
}
