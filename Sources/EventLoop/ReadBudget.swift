/// How much a stream may read at once.
///
/// Bytes are handled as soon as they are read, so many streams with full buffers would make one turn long.
/// The first reads of a turn may be large, which is fast; once they have taken their time, each of the other
/// streams still gets a little, so that none has to wait for the next turn.
struct ReadBudget {
  // Bytes.
  static let maxSize = 64 * 1024
  static let minSize = 2 * 1024
  /// Nanoseconds.
  static let largeReadTime: UInt64 = 1_000_000

  private var turn: UInt64?
  private var begun = HighResolutionInstant(nanoseconds: 0)

  mutating func size(inTurn turn: UInt64, at now: HighResolutionInstant) -> Int {
    if turn != self.turn { (self.turn, begun) = (turn, now) }
    return now.nanoseconds(since: begun) < Self.largeReadTime ? Self.maxSize : Self.minSize
  }
}
