import EventLoop
import JSONRPC
import MovieProtocol

extension Session: UnixStreamDelegate {
  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    lastActive = EventLoop.now
    // The framer cannot be asked while it hands out messages, so the answers' framing is found here.
    if framing == nil { framing = Framing(beginningWith: bytes) }
    hitsBegan = EventLoop.hrtime
    framer.feed(bytes) { event, message in receive(event, message) }
    afterReceiving()
  }

  func streamDidEnd(_ stream: UnixStream) {
    hitsBegan = EventLoop.hrtime
    framer.finish { event, message in receive(event, message) }
    inputEnded = true
    lineTimer?.stop()
    afterReceiving()
  }

  func stream(_ stream: UnixStream, didFail error: UVError) {
    close()
  }

  func streamDidDrain(_ stream: UnixStream) {
    stallTimer?.stop()
    if closesWhenWritten { return closeIfDone() }
    resumeIfRoom()
  }

  /// Goes on with what was kept while there was no room, then reads again. Where only the other connections'
  /// requests are in the way, the server calls again.
  func resumeIfRoom() {
    guard isPaused, !isClosed else { return }
    guard hasRoom(for: deferredItems) else { return server.waitForRoom(self) }
    isPaused = false
    hitsBegan = EventLoop.hrtime
    if let message = deferred {
      deferred = nil
      deferredItems = 1
      guard receive(.message, message.span) == .goOn else { return afterReceiving() }
    }
    framer.resume { event, message in receive(event, message) }
    afterReceiving()
  }

  private func afterReceiving() {
    countHits()
    guard !isClosed else { return }
    watchStallIfWaiting()
    guard !isPaused, !closesWhenWritten else {
      // What is not read cannot be late, and what nobody will look at is not to gather in the framer.
      stream.stopReading()
      lineTimer?.stop()
      return
    }
    if inputEnded || isDraining { closeIfDone() }
    guard !inputEnded, !isClosed, !closesWhenWritten else { return }
    stream.startReading()
    watchLine()
  }

  /// A message must be whole within `line_ms` of its first byte.
  private func watchLine() {
    if framer.isMidMessage {
      let timer = lineTimer ?? LoopTimer()
      lineTimer = timer
      // It runs for the message it was started for: one after the other may begin in a read that ends one.
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
  private func countHit(_ route: Int) {
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

  private func hasRoom(for items: Int) -> Bool {
    let limits = server.limits
    // A batch may be larger than the limit, so it is taken whenever nothing else is under way.
    // `in_flight_total` is looked at before it only: the last batch may go over by its items.
    let fits = inFlight == 0 || inFlight + items <= limits.inFlight
    return fits && server.inFlight.count < limits.inFlightTotal
      && stream.waitingBytes <= limits.writeSoftBytes
  }

  private func receive(_ event: FrameEvent, _ message: Span<UInt8>) -> FrameFlow {
    guard !isClosed, !closesWhenWritten else { return .stop }
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
    closesWhenWritten = true
    stream.stopReading()
    closeIfDone()
    return .stop
  }

  private func receive(_ message: Span<UInt8>) -> FrameFlow {
    switch scanner.scan(message) {
    case .request(let envelope):
      guard hasRoom(for: 1) else { return pause(keeping: message, of: 1) }
      faultsInARow = 0
      handle(envelope, message, .connection)
    case .batch(let items):
      guard hasRoom(for: items.count) else { return pause(keeping: message, of: items.count) }
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
      if faultsInARow >= Self.maximumFaults { return closeAfterAnswer() }
    }
    if isClosed { return .stop }
    return hasRoom(for: 1) ? .goOn : pause()
  }

  /// So many messages in a row that are no JSON mean that the other side speaks something else (HTTP, TLS).
  private static let maximumFaults = 16

  private func pause(keeping message: Span<UInt8>, of items: Int) -> FrameFlow {
    deferred = Array(copying: message)
    deferredItems = items
    return pause()
  }

  private func pause() -> FrameFlow {
    isPaused = true
    server.waitForRoom(self)
    return .stop
  }

  private func handle(_ envelope: Envelope, _ message: Span<UInt8>, _ target: ReplyTarget) {
    requestCount += 1
    guard let index = server.router.find(envelope, in: message) else {
      let error = MethodTable.unknown(envelope.methodName(in: message))
      return send(envelope.id, of: message, .failure(error), to: target)
    }
    lastRoute = index
    guard !server.isStopping else { return send(envelope.id, of: message, .failure(.stopping), to: target) }
    let route = server.router.routes[index]
    if route.isKept, let params = envelope.params,
      let kept = server.results.find(method: index, sent: message.extracting(params))
    {
      countHit(index)
      send(envelope.id, of: message, kept, to: target)
    } else {
      start(route, envelope, message, target)
    }
  }

  /// Parameters are checked here, before anything waits: a wrong one is answered at once.
  private func start(_ route: Route, _ envelope: Envelope, _ message: Span<UInt8>, _ target: ReplyTarget) {
    let started = EventLoop.hrtime
    let outcome: Result<Outcome, RPCError>
    do {
      let arguments = try arguments(route.method, envelope, message)
      let sent = envelope.params.map { Array(copying: message.extracting($0)) }
      switch route.handler {
      case .immediate(let handler):
        outcome = .success(
          try handler(Call(session: self, route: route, arguments: arguments, sent: sent, request: nil)))
      case .waiting(let handler):
        let id = envelope.id.map { Array(copying: message.extracting($0)) }
        return run(
          handler, Request(session: self, id: id, route: route, target: target, arguments), arguments, sent)
      }
    } catch {
      outcome = .failure(error)
    }
    send(envelope.id, of: message, outcome, to: target)
    server.statistics.record(route.index, since: started, failed: outcome.isFailure)
  }

  private func arguments(
    _ method: Method, _ envelope: Envelope, _ message: Span<UInt8>
  ) throws(RPCError) -> Arguments {
    guard let params = envelope.params else { return try Arguments(method, params: .object([])) }
    return try Arguments(method, params: message.extracting(params))
  }

  private func run(
    _ handler: @escaping Route.Waiting, _ request: Request, _ arguments: Arguments, _ sent: [UInt8]?
  ) {
    inFlight += 1
    server.inFlight.add(request)
    let call = Call(session: self, route: request.route, arguments: arguments, sent: sent, request: request)
    request.task = LoopTask.start {
      // It may have been cancelled before it began; then it must not do anything any more.
      guard !request.isAnswered else { return }
      request.answer(await Self.outcome(of: handler, call))
    }
  }

  private static func outcome(
    of handler: Route.Waiting, _ call: Call
  ) async -> Result<Outcome, RPCError> {
    do {
      return .success(try await handler(call))
    } catch let error as RPCError {
      return .failure(error)
    } catch is CancellationError {
      // Whoever cancelled the task has answered the request already.
      return .failure(.stopping)
    } catch {
      return .failure(call.server.internalError(error, call.route.method.name))
    }
  }
}

extension RPCError {
  fileprivate static let brokenHeader = RPCError(
    .parseError, "the header is not one of Content-Length framing",
    hint: "send \"Content-Length: N\", an empty line and N bytes of JSON", details: [JSONMember("offset", 0)])
}
