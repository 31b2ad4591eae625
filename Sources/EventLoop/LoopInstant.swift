/// A moment of the loop's clock (`EventLoop.now`), which counts milliseconds from an arbitrary start, while the
/// machine is awake.
///
/// Sums and differences are clamped, so that a duration from outside may have any length.
package struct LoopInstant: Comparable, Hashable, Sendable {
  private let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static let distantPast = LoopInstant(milliseconds: .min)
  package static let distantFuture = LoopInstant(milliseconds: .max)

  package static func + (instant: LoopInstant, duration: Duration) -> LoopInstant {
    let (sum, overflow) = instant.milliseconds.addingReportingOverflow(duration.milliseconds)
    return overflow ? (duration > .zero ? .distantFuture : .distantPast) : LoopInstant(milliseconds: sum)
  }

  package static func - (instant: LoopInstant, duration: Duration) -> LoopInstant {
    instant + (.zero - duration)
  }

  package static func - (later: LoopInstant, earlier: LoopInstant) -> Duration {
    let (difference, overflow) = later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return .milliseconds(overflow ? (later > earlier ? .max : .min) : difference)
  }

  package static func < (one: LoopInstant, other: LoopInstant) -> Bool {
    one.milliseconds < other.milliseconds
  }
}

extension Duration {
  /// Whole milliseconds, as timers and the wire count them; clamped.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds > 0 ? .max : .min }
    let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return isTooLarge ? (seconds > 0 ? .max : .min) : sum
  }
}
