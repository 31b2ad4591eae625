/// Something to call once when the loop has run its jobs and is about to sleep: a connection that gathers its
/// output and writes it in one piece.
@LoopActor package protocol EndOfTurn: AnyObject {
  /// Called once for each `EventLoop.atEndOfTurn`. Registering again from here means the next turn, which
  /// then follows at once.
  func endOfTurn()
}

extension EventLoop {
  /// Calls `object.endOfTurn()` once, at the end of this turn. The loop retains `object` until then; it does
  /// not check whether it is registered twice.
  @LoopActor package static func atEndOfTurn(_ object: some EndOfTurn) {
    Loop.shared.atEndOfTurn(object)
  }

  /// The same, but before all `atEndOfTurn` calls, whichever was registered first: output that `object` adds
  /// to streams is part of this turn's write, after the output they gathered earlier.
  @LoopActor package static func beforeWriting(_ object: some EndOfTurn) {
    Loop.shared.beforeWriting(object)
  }
}
