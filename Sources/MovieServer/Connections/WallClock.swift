import EventLoop
import MovieProtocol

/// The time, and the day in the user's time zone. A test may replace them.
@LoopActor
final class WallClock {
  /// Seconds since 1970.
  var now: @LoopActor () -> Int64 = { Timestamp.now() }
  /// The day at a moment, and the span in which it stays valid.
  var day: @LoopActor (Int64) -> (day: Day, holds: Range<Int64>) = { Day.local(at: $0) }
  /// When the day of a moment ends.
  var midnight: @LoopActor (Int64) -> Int64 = { Day.localEnd(at: $0) }
}
