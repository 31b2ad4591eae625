import EventLoop
import MovieProtocol

/// What time it is, and which day, where the user is. A test may say otherwise.
@LoopActor
final class WallClock {
  /// Seconds since 1970.
  var now: @LoopActor () -> Int64 = { Timestamp.now() }
  /// The day at a moment, and the moments between which nobody needs to ask again.
  var day: @LoopActor (Int64) -> (day: Day, holds: Range<Int64>) = { Day.local(at: $0) }
  /// When the day of a moment is over.
  var midnight: @LoopActor (Int64) -> Int64 = { Day.localEnd(at: $0) }
}
