import EventLoop

/// The batches of one connection that are not answered yet.
///
/// A batch is answered as a whole, long after its parts are done. Events of topics it subscribed to or changed
/// must not be sent before.
@LoopActor
struct OpenBatches {
  /// The size of their answers so far.
  private(set) var bytes = 0
  private var holding = 0

  /// No event may be sent yet.
  var holdEvents: Bool { holding > 0 }

  /// `batch` has a `subscribe` or a change.
  mutating func holdEvents(for batch: BatchReply) {
    if batch.holdEvents() { holding += 1 }
  }

  /// - Returns: true if `batch` is complete, which ends it here.
  mutating func fill(_ batch: BatchReply, _ slot: Int, _ answer: BatchReply.Answer?) -> Bool {
    bytes += answer?.size ?? 0
    guard batch.fill(slot, answer) else { return false }
    bytes -= batch.bytes
    if batch.holdsEvents { holding -= 1 }
    return true
  }
}
