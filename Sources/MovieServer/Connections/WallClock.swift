import EventLoop
import MovieProtocol

/// The time, and the day in the user's time zone. A test may replace their sources.
@LoopActor
final class WallClock {
  /// Seconds since 1970.
  var now: @LoopActor () -> Int64 = { Timestamp.now.seconds }
  /// The day at a moment, and the span in which it stays valid.
  var day: @LoopActor (Int64) -> (day: Day, holds: Range<Int64>) = { Day.local(at: $0) }
  /// When the day of a moment ends.
  var midnight: @LoopActor (Int64) -> Int64 = { Day.localEnd(at: $0) }

  /// The day of the last ``update(isSet:)``.
  private(set) var today = ""
  /// The time within which ``today`` is valid without a check.
  private var holds: Range<Int64> = 0..<0

  /// When ``today`` ends, in seconds since 1970.
  var dayEnds: Int64 { holds.upperBound }

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
