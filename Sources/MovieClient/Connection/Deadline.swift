/// The time by which everything together must be done.
package struct Deadline: Equatable, Sendable {
  private let instant: MonotonicInstant
  /// The limit that was requested, for the message.
  package let limit: Seconds

  package init(_ limit: Seconds) {
    self.init(MonotonicInstant.now + limit, limit)
  }

  private init(_ instant: MonotonicInstant, _ limit: Seconds) {
    (self.instant, self.limit) = (instant, limit)
  }

  /// This deadline, or the end of `duration`, whichever comes first.
  package func within(_ duration: Duration) -> Deadline {
    Deadline(min(instant, MonotonicInstant.now + duration), limit)
  }

  /// For poll(2).
  package var remainingMilliseconds: CInt { instant.millisecondsLeft(from: .now) }

  package var hasPassed: Bool { MonotonicInstant.now >= instant }

  package var failure: CommandError {
    CommandError(
      .timedOut, "no answer within \(limit.text) s", kind: "timeout",
      hint: "--timeout SECONDS waits longer; movierpc status shows the daemon's state")
  }
}
