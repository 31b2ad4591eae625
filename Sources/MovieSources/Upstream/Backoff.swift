/// How long to wait before the next try: twice as long each time, within bounds, and with jitter
/// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
package struct Backoff: Sendable {
  package let first: Duration
  package let maxWait: Duration

  package init(first: Duration, maxWait: Duration) { (self.first, self.maxWait) = (first, maxWait) }

  /// - Parameters:
  ///   - failures: in a row, from 1.
  ///   - jitter: 0 to 1; half of the wait is fixed, half random.
  package func wait(after failures: Int, jitter: Double) -> Duration {
    var wait = first
    for _ in 1..<max(1, min(failures, 33)) where wait < maxWait { wait = wait * 2 }
    wait = min(wait, maxWait)
    return wait / 2 + wait / 2 * (jitter > 0 ? min(jitter, 1) : 0)
  }
}
