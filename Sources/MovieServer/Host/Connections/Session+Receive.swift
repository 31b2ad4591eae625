import EventLoop
import JSONRPC
import MovieProtocol

extension Session: UnixStreamDelegate {
  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    activity.record(at: EventLoop.now)
    framing = framing.detected(in: bytes)
    hits.begin(at: .now)
    server.updateClock()
    life.beginReceiving()
    framer.feed(bytes) { event, message in receive(event, message) }
    didReceive()
  }

  func streamDidEnd(_ stream: UnixStream) {
    hits.begin(at: .now)
    life.beginReceiving()
    framer.finish { event, message in receive(event, message) }
    life.endInput()
    readTimeout.stop()
    didReceive()
  }

  private func didReceive() {
    life.endReceiving()
    // A `cancel` may have made room for what waits.
    if life.isWaiting { resumeIfRoom() } else { afterReceiving() }
  }

  func stream(_ stream: UnixStream, didFail error: UVError) {
    guard life.takesMessages, !life.peerIsGone else { return close() }
    endSubscriptions()
    readTimeout.stop()
    writeTimeout.stop()
    life.losePeer()
    life.beginReceiving()
    // What it has sent is read to the end: changes in it are made. A peer that only reads no more may go on sending.
    for _ in 0..<Self.maxRests {
      let rest = stream.readRest()
      if rest.isEmpty { break }
      framer.feed(rest.span) { event, message in receive(event, message) }
    }
    framer.finish { event, message in receive(event, message) }
    for request in server.inFlight.all(of: self) { request.cancel(by: .shutdown) }
    didReceive()
  }

  func streamIsWaiting(_ stream: UnixStream) {
    server.held.count(self)
    if !isClosed, !writeTimeout.isActive, waitingReplyBytes > 0 { watchStall() }
  }

  func streamDidDrain(_ stream: UnixStream) {
    writeTimeout.stop()
    if held.bytes > 0 || EventLoop.hasFreedBuffers { server.held.count(self) }
    writeEventsSoon()
    if life.isFlushing { return closeIfDone() }
    resumeIfRoom()
    closeIfDone()
  }

  /// Continues with the messages that wait, then reads again. If only other connections' requests are in the
  /// way, the server calls again.
  func resumeIfRoom() {
    // An answer that leaves while messages are received calls this: their end does it then.
    guard life.isWaiting, !life.isReceiving else { return }
    hits.begin(at: .now)
    life.beginReceiving()
    while life.takesMessages, hasOutputRoom {
      if let message = life.nextWaiting() {
        if process(message.event, message.bytes.span) != nil { continue }
        life.putBack(message)
        server.waitForRoom(self)
        break
      }
      guard life.isPaused else { break }
      life.resume()
      framer.resume { event, message in receive(event, message) }
    }
    life.endReceiving()
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
      readTimeout.stop()
      // Requests whose client has gone still have to end.
      stream.watchHangup()
    }
    // Large output is written now, so that output waiting at the end of a turn is due to the clients.
    if stream.output.count > Self.muchOutput, !stream.isWriting { stream.endOfTurn() }
    if held.bytes + framer.bufferedBytes + life.waitingBytes + requests.bytes + batches.bytes > 0 {
      server.held.count(self)
    }
  }

  private static let muchOutput = 256 << 10
  /// Several times as much as the kernel holds of a peer.
  private static let maxRests = 64

  /// A message must be complete within `line_ms` of its first byte.
  private func watchMessage() {
    guard framer.isMidMessage else { return readTimeout.stop() }
    readTimeout.start(after: .milliseconds(server.limits.lineMilliseconds)) {
      self.close(because: "message incomplete after limits.line_ms")
    }
  }

  private var hasOutputRoom: Bool {
    // Remaining events are counted only where it could matter: this runs after each message.
    let limit = server.limits.writeSoftBytes
    return life.peerIsGone || stream.waitingBytes <= limit || waitingReplyBytes <= limit
  }

  /// Messages are handled in their order, so all wait when one has no place. Only a `cancel` overtakes them: what
  /// it ends may be what they wait for. So the connection is read on, for as long as not too much waits.
  private func receive(_ event: FrameEvent, _ message: Span<UInt8>) -> FrameFlow {
    guard life.takesMessages else { return .stop }
    if case .message = event { readTimeout.messageEnded() }
    if !life.hasWaitingMessages || isCancel(event, message), let flow = process(event, message) {
      return flow
    }
    life.wait(for: WaitingMessage(event: event, bytes: Array(copying: message)))
    server.waitForRoom(self)
    return life.isFull || !hasOutputRoom ? pause() : .goOn
  }

  /// Nil: there is no place for its requests, and nothing was done.
  private func process(_ event: FrameEvent, _ message: Span<UInt8>) -> FrameFlow? {
    switch event {
    case .message: return process(message)
    case .tooLong(let got):
      let limit = server.limits.lineBytes
      refuse(error: .limitExceeded("line_bytes", max: limit, got: got))
      return faults.recordTooLong() ? closeAfterAnswer() : .goOn
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

  private func process(_ message: Span<UInt8>) -> FrameFlow? {
    switch scanner.scan(message) {
    case .request(let envelope):
      guard hasPlaces(for: 1) || isAnsweredAtOnce(envelope, message) else { return nil }
      faults.recordMessage()
      handle(envelope, message, .connection)
    case .batch(let items):
      if !hasPlaces(for: items.count), case let places = places(for: items, of: message),
        places > 0, !hasPlaces(for: places)
      {
        return nil
      }
      faults.recordMessage()
      let batch = BatchReply(count: items.count)
      for (slot, item) in items.enumerated() where !life.isClosed {
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
        faults.recordMessage()
        break
      }
      if faults.recordSyntax() { return closeAfterAnswer() }
    }
    if life.isClosed { return .stop }
    return hasOutputRoom ? .goOn : pause()
  }

  private func pause() -> FrameFlow {
    life.pause()
    return .stop
  }
}

extension RPCError {
  fileprivate static let brokenHeader = RPCError(
    .parseError, .brokenHeader, Advice(.sendHeader), details: ["offset": 0])
}
