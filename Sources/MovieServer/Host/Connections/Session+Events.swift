import EventLoop
import JSONRPC
import MovieProtocol

// Events: messages written unasked, because a client has subscribed to them.
//
// While the kernel has not taken the last write completely, only the subscriber's cursor is stored for an event;
// the next event carries the latest state. So a client that does not read costs no more than its socket's
// buffer and one write of events, however much changes.
extension Session {
  func subscribe(to topics: [Topic]) throws(RPCError) -> String {
    let maximum = server.limits.subscriptions
    guard subscriptions.count < maximum else {
      throw .limitExceeded(
        "subscriptions", max: maximum, got: subscriptions.count + 1,
        Advice(.unsubscribeOne))
    }
    return subscriptions.add(topics, of: self)
  }

  func endSubscriptionsToProfile() { subscriptions.removeAllOfProfile() }

  func endSubscriptions() {
    if !subscriptions.isEmpty { subscriptions.removeAll() }
  }

  /// A topic this connection follows has a new state.
  func eventIsDue() {
    subscriptions.markDue()
    writeEventsSoon()
  }

  /// While the kernel is busy with the last write, `streamDidDrain` calls this again; while a batch is open,
  /// its reply does.
  func writeEventsSoon() {
    if subscriptions.areDue, !batches.holdEvents, !stream.isWriting { stream.setNeedsWrite() }
  }

  func streamWillWrite(_ stream: UnixStream) {
    guard subscriptions.areDue, !batches.holdEvents else { return }
    let begin = stream.endOfOutput
    let room = server.limits.writeSoftBytes
    subscriptions.writeDue { subscriber in
      guard stream.output.count <= room else { return false }
      guard let dropped = subscriber.cursor.advance(to: subscriber.topic.revision) else { return true }
      let text = subscriber.topic.event(dropped: dropped, self)
      framing.append(to: &stream.output) { text.append(head: subscriber.head, dropped: dropped, to: &$0) }
      return true
    }
    subscriptions.didWrite(EventSpan(from: begin, to: stream.endOfOutput))
  }

  /// The bytes that wait, without events.
  var waitingReplyBytes: Int { stream.waitingBytes - subscriptions.span.waiting(after: stream.takenBytes) }
}
