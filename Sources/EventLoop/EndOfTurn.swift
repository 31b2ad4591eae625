/// Something that wants to be called once when the loop has run its jobs and is about to sleep: a connection
/// that gathers its output and writes it in one piece.
@LoopActor package protocol EndOfTurn: AnyObject {
  /// Called once for each `EventLoop.atEndOfTurn`. Registering again from here means the next turn, which
  /// then follows at once.
  func endOfTurn()
}

extension EventLoop {
  /// Has `object.endOfTurn()` called once, at the end of this turn. The loop keeps `object` until then; it
  /// does not look whether it is registered twice.
  @LoopActor package static func atEndOfTurn(_ object: some EndOfTurn) {
    Loop.shared.atEndOfTurn(object)
  }

  /// The same, before all that `atEndOfTurn` was asked for, whatever came first: what `object` has the
  /// streams write then goes out with this turn's write, behind what they gathered before.
  @LoopActor package static func beforeWriting(_ object: some EndOfTurn) {
    Loop.shared.beforeWriting(object)
  }
}
