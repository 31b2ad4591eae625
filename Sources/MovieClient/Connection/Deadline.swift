/// The time by which everything together must be done.
package struct Deadline: Equatable, Sendable {
  private let instant: SuspendingClock.Instant
  /// The limit that was requested, for the message.
  package let limit: Seconds

  package init(_ limit: Seconds) {
    self.init(SuspendingClock.now + .seconds(limit.value), limit)
  }

  private init(_ instant: SuspendingClock.Instant, _ limit: Seconds) {
    (self.instant, self.limit) = (instant, limit)
  }

  /// This deadline, or the end of `duration`, whichever comes first.
  package func within(_ duration: Duration) -> Deadline {
    Deadline(min(instant, SuspendingClock.now + duration), limit)
  }

  package var remainingMilliseconds: CInt { (instant - SuspendingClock.now).waitMilliseconds }

  package var hasPassed: Bool { SuspendingClock.now >= instant }

  package var failure: CommandError {
    CommandError(
      .timedOut, "no answer within \(limit.text) s", kind: "timeout",
      hint: "--timeout SECONDS waits longer; movierpc status shows the daemon's state")
  }
}

extension Duration {
  /// For poll(2): rounded up, since a wait of 0 would spin while time is left.
  var waitMilliseconds: CInt {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    return CInt(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
