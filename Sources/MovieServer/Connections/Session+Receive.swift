import EventLoop
import JSONRPC
import MovieProtocol

extension Session: UnixStreamDelegate {
  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    lastActive = EventLoop.now
    // The framer cannot be queried while it hands out messages, so the answers' framing is found here.
    if framing == nil { framing = Framing(beginningWith: bytes) }
    hitsBegan = EventLoop.hrtime
    server.updateClock()
    framer.feed(bytes) { event, message in receive(event, message) }
    afterReceiving()
  }

  func streamDidEnd(_ stream: UnixStream) {
    hitsBegan = EventLoop.hrtime
    framer.finish { event, message in receive(event, message) }
    life.endInput()
    lineTimer?.stop()
    afterReceiving()
  }

  func stream(_ stream: UnixStream, didFail error: UVError) {
    close()
  }

  func streamIsWaiting(_ stream: UnixStream) {
    server.held.count(self)
    if !isClosed, stallTimer?.isActive != true, waitingReplyBytes > 0 { watchStall() }
  }

  func streamDidDrain(_ stream: UnixStream) {
    stallTimer?.stop()
    if countedBytes > 0 { server.held.count(self) }
    writeEventsSoon()
    if life.isFlushing { return closeIfDone() }
    resumeIfRoom()
    closeIfDone()
  }

  /// Continues with the message stored while there was no room, then reads again. If only other connections'
  /// requests are in the way, the server calls again.
  func resumeIfRoom() {
    guard life.isPaused, !life.isClosed, hasOutputRoom else { return }
    // While the daemon ends, it is refused, which needs no place.
    guard deferred == nil || server.isStopping || hasPlaces(for: deferredPlaces) else {
      return server.waitForRoom(self)
    }
    life.resume()
    hitsBegan = EventLoop.hrtime
    if let message = deferred {
      deferred = nil
      guard receive(.message, message.span) == .goOn else { return afterReceiving() }
    }
    framer.resume { event, message in receive(event, message) }
    afterReceiving()
  }

  private func afterReceiving() {
    countHits()
    guard !life.isClosed else { return }
    closeIfDone()
    if life.isRead {
      stream.startReading()
      watchLine()
    } else if !life.isClosed {
      // Unread input cannot be late, and input that will not be handled must not pile up in the framer.
      stream.stopReading()
      lineTimer?.stop()
      // Requests whose client has gone still have to end.
      stream.watchHangup()
    }
    // Large output is written now, so that output waiting at the end of a turn is due to the clients.
    if stream.output.count > Self.muchOutput, !stream.isWriting { stream.endOfTurn() }
    if countedBytes + framer.bufferedBytes + requestBytes + batchBytes > 0 { server.held.count(self) }
  }

  private static let muchOutput = 256 << 10

  /// A message must be complete within `line_ms` of its first byte.
  private func watchLine() {
    if framer.isMidMessage {
      let timer = lineTimer ?? LoopTimer()
      lineTimer = timer
      // The timer belongs to the message it was started for: the next message may begin in the read that ends
      // one.
      guard !timer.isActive || timedMessage != messageCount else { return }
      timedMessage = messageCount
      timer.start(after: UInt64(server.limits.lineMilliseconds)) {
        self.close(because: "a message was not whole after line_ms")
      }
    } else if let lineTimer, lineTimer.isActive {
      lineTimer.stop()
    }
  }

  /// Counts the hits of one read, so that the clock is read twice for all of them and not for each.
  func countHit(_ route: Int) {
    if route != hitRoute { countHits() }
    hitRoute = route
    hitCount &+= 1
  }

  private func countHits() {
    guard hitCount > 0 else { return }
    let now = EventLoop.hrtime
    server.statistics.record(hitRoute, hits: hitCount, nanoseconds: now &- hitsBegan)
    (hitsBegan, hitCount) = (now, 0)
  }

  private var hasOutputRoom: Bool {
    // Remaining events are counted only where it could matter: this runs after each message.
    let most = server.limits.writeSoftBytes
    return stream.waitingBytes <= most || waitingReplyBytes <= most
  }

  private func receive(_ event: FrameEvent, _ message: Span<UInt8>) -> FrameFlow {
    guard life.takesMessages else { return .stop }
    switch event {
    case .message:
      messageCount &+= 1
      return receive(message)
    case .tooLong(let got):
      longLines += 1
      let limit = server.limits.lineBytes
      refuse(error: .limitExceeded("line_bytes", max: limit, got: got))
      if longLines > 1 { return closeAfterAnswer() }
      return .goOn
    case .brokenHeader:
      refuse(error: .brokenHeader)
      return closeAfterAnswer()
    }
  }

  private func closeAfterAnswer() -> FrameFlow {
    life.flush()
    endSubscriptions()
    closeIfDone()
    return .stop
  }

  private func receive(_ message: Span<UInt8>) -> FrameFlow {
    switch scanner.scan(message) {
    case .request(let envelope):
      guard hasPlaces(for: 1) || isAnsweredAtOnce(envelope, message) else {
        return pause(keeping: message, of: 1)
      }
      faultsInARow = 0
      handle(envelope, message, .connection)
    case .batch(let items):
      if !hasPlaces(for: items.count), case let places = places(for: items, of: message),
        places > 0, !hasPlaces(for: places)
      {
        return pause(keeping: message, of: places)
      }
      faultsInARow = 0
      let batch = BatchReply(count: items.count)
      for (slot, item) in items.enumerated() {
        switch scanner.scanItem(message, item) {
        case .request(let envelope): handle(envelope, message, .batch(batch, slot: slot))
        case .fault(let fault, let id):
          refuse(id, of: message, error: fault.error, to: .batch(batch, slot: slot))
        case .batch: break
        }
      }
    case .fault(let fault, let id):
      refuse(id, of: message, error: fault.error)
      if case .syntax = fault { faultsInARow += 1 } else { faultsInARow = 0 }
      if faultsInARow >= Self.maxFaults { return closeAfterAnswer() }
    }
    if life.isClosed { return .stop }
    return hasOutputRoom ? .goOn : pause()
  }

  /// This many messages in a row that are not JSON mean that the other side speaks something else (HTTP,
  /// TLS).
  private static let maxFaults = 16

  private func pause(keeping message: Span<UInt8>, of places: Int) -> FrameFlow {
    deferred = Array(copying: message)
    deferredPlaces = places
    server.waitForRoom(self)
    return pause()
  }

  private func pause() -> FrameFlow {
    life.pause()
    return .stop
  }
}

extension RPCError {
  fileprivate static let brokenHeader = RPCError(
    .parseError, "the header is not one of Content-Length framing",
    hint: "send \"Content-Length: N\", an empty line and N bytes of JSON", details: [JSONMember("offset", 0)])
}
