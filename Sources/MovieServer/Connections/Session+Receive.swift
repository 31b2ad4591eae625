import EventLoop
import JSONRPC
import MovieProtocol

extension Session: UnixStreamDelegate {
  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    activity.note(at: EventLoop.now)
    framing = framing.detected(in: bytes)
    hits.begin(at: EventLoop.hrtime)
    server.updateClock()
    framer.feed(bytes) { event, message in receive(event, message) }
    afterReceiving()
  }

  func streamDidEnd(_ stream: UnixStream) {
    hits.begin(at: EventLoop.hrtime)
    framer.finish { event, message in receive(event, message) }
    life.endInput()
    messageTimer.stop()
    afterReceiving()
  }

  func stream(_ stream: UnixStream, didFail error: UVError) {
    close()
  }

  func streamIsWaiting(_ stream: UnixStream) {
    server.held.count(self)
    if !isClosed, !stallTimer.isActive, waitingReplyBytes > 0 { watchStall() }
  }

  func streamDidDrain(_ stream: UnixStream) {
    stallTimer.stop()
    if held.bytes > 0 { server.held.count(self) }
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
    if let message = life.deferred, !server.isStopping, !hasPlaces(for: message.places) {
      return server.waitForRoom(self)
    }
    hits.begin(at: EventLoop.hrtime)
    if let message = life.resume() {
      guard receive(.message, message.bytes.span) == .goOn else { return afterReceiving() }
    }
    framer.resume { event, message in receive(event, message) }
    afterReceiving()
  }

  private func afterReceiving() {
    hits.flush()
    guard !life.isClosed else { return }
    closeIfDone()
    if life.isRead {
      stream.startReading()
      watchMessage()
    } else if !life.isClosed {
      // Unread input cannot be late, and input that will not be handled must not pile up in the framer.
      stream.stopReading()
      messageTimer.stop()
      // Requests whose client has gone still have to end.
      stream.watchHangup()
    }
    // Large output is written now, so that output waiting at the end of a turn is due to the clients.
    if stream.output.count > Self.muchOutput, !stream.isWriting { stream.endOfTurn() }
    if held.bytes + framer.bufferedBytes + requests.bytes + batches.bytes > 0 { server.held.count(self) }
  }

  private static let muchOutput = 256 << 10

  /// A message must be complete within `line_ms` of its first byte.
  private func watchMessage() {
    guard framer.isMidMessage else { return messageTimer.stop() }
    messageTimer.start(after: server.limits.lineMilliseconds) {
      self.close(because: "message incomplete after limits.line_ms")
    }
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
      messageTimer.messageEnded()
      return receive(message)
    case .tooLong(let got):
      let limit = server.limits.lineBytes
      refuse(error: .limitExceeded("line_bytes", max: limit, got: got))
      return faults.noteTooLong() ? closeAfterAnswer() : .goOn
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
        return pause(before: message, places: 1)
      }
      faults.noteMessage()
      handle(envelope, message, .connection)
    case .batch(let items):
      if !hasPlaces(for: items.count), case let places = places(for: items, of: message),
        places > 0, !hasPlaces(for: places)
      {
        return pause(before: message, places: places)
      }
      faults.noteMessage()
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
      guard case .syntax = fault else {
        faults.noteMessage()
        break
      }
      if faults.noteSyntax() { return closeAfterAnswer() }
    }
    if life.isClosed { return .stop }
    return hasOutputRoom ? .goOn : pause()
  }

  /// There is no room for `message`, whose requests need this many places.
  private func pause(before message: Span<UInt8>, places: Int) -> FrameFlow {
    server.waitForRoom(self)
    return pause(at: DeferredMessage(bytes: Array(copying: message), places: places))
  }

  private func pause(at message: DeferredMessage? = nil) -> FrameFlow {
    life.pause(at: message)
    return .stop
  }
}

extension RPCError {
  fileprivate static let brokenHeader = RPCError(
    .parseError, "the header is not valid in Content-Length framing",
    hint: "send \"Content-Length: N\", an empty line and N bytes of JSON", details: [JSONMember("offset", 0)])
}
