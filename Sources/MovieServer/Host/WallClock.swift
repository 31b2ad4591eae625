import EventLoop
import MovieProtocol

/// The time, and the day in the user's time zone. A test may replace their sources.
@LoopActor
final class WallClock {
  var now: @LoopActor () -> Timestamp = { .now }
  /// The day at a moment, and the span in which it stays valid.
  var day: @LoopActor (Timestamp) -> (day: Day, holds: Range<Timestamp>) = { Day.local(at: $0) }
  /// When the day of a moment ends.
  var midnight: @LoopActor (Timestamp) -> Timestamp = { Day.localEnd(at: $0) }

  /// The day of the last ``update(isSet:)``.
  private(set) var today = ""
  /// The time within which ``today`` is valid without a check.
  private var holds = Timestamp.epoch..<Timestamp.epoch

  /// When ``today`` ends.
  var dayEnds: Timestamp { holds.upperBound }

  init() { update(isSet: true) }

  /// - Parameter isSet: the clock may have been set, not only have advanced.
  /// - Returns: true if it is another day now.
  @discardableResult
  func update(isSet: Bool) -> Bool {
    let now = now()
    guard isSet || !holds.contains(now) else { return false }
    let before = today
    let (day, holds) = day(now)
    (today, self.holds) = (day.text, holds)
    return today != before
  }
}

extension WallTimer {
  /// It counts whole seconds, and does not fire before `moment` unless the clock is set.
  func start(at moment: Timestamp, _ body: @escaping @LoopActor () -> Void) {
    start(at: (moment + .milliseconds(999)).seconds, body)
  }
}
