import EventLoop
import JSONRPC
import MovieProtocol

// From a request's envelope to its answer, or to the task that will answer it.
extension Session {
  func handle(_ envelope: Envelope, _ message: Span<UInt8>, _ target: ReplyTarget) {
    let found = server.router.find(envelope, in: message)
    // An answer can no longer be delivered.
    if life.peerIsGone, found.map({ server.router.handlers[$0].hasEffect }) != true { return }
    activity.recordRequest(found)
    guard let index = found else {
      let error = MethodTable.unknown(envelope.methodName(in: message))
      return send(envelope.id, of: message, .failure(error), to: target)
    }
    guard !server.isStopping else { return send(envelope.id, of: message, .failure(.stopping), to: target) }
    let handler = server.router.handlers[index]
    if handler.isCacheable, isAdmitted(to: profile),
      let cached = server.results.find(
        method: index, sent: message.extracting(envelope.params ?? 0..<0), in: profile.generation)
    {
      hits.add(index)
      cached.listener?.resultIsSent()
      send(envelope.id, of: message, cached, to: target)
    } else {
      if case .batch(let batch, _) = target, handler.holdsEvents { batches.holdEvents(for: batch) }
      start(handler, envelope, message, target)
    }
  }

  /// Parameters are checked here, before anything waits: invalid ones are answered at once.
  private func start(
    _ handler: MethodHandler, _ envelope: Envelope, _ message: Span<UInt8>, _ target: ReplyTarget
  ) {
    let started = HighResolutionInstant.now
    let outcome: Result<Response, RPCError>
    do {
      let params: Span<UInt8>? = if let params = envelope.params { message.extracting(params) } else { nil }
      let arguments = try Arguments(handler.method, params: params)
      // The request is made only when it waits.
      func wait(_ body: @escaping MethodHandler.Waiting) {
        let id = envelope.id.map { Array(copying: message.extracting($0)) }
        let request = Request(
          session: self, id: id, handler: handler, target: target, arguments, bytes: sent.count)
        run(body, request, arguments, sent)
      }
      let sent = Array(copying: message.extracting(envelope.params ?? 0..<0))
      switch handler.body {
      case .immediate(let body):
        outcome = .success(
          try body(Call(self, handler, arguments, sent: sent, in: profile)))
      case .immediateOrWaiting(let immediate, let waiting):
        let call = Call(self, handler, arguments, sent: sent, in: profile)
        guard let done = try immediate(call) else { return wait(waiting) }
        outcome = .success(done)
      case .waiting(let body): return wait(body)
      }
    } catch {
      outcome = .failure(error.prefixed(with: handler.method.name))
    }
    send(envelope.id, of: message, outcome, to: target)
    server.statistics.record(handler.index, since: started, failed: outcome.isFailure)
  }

  private func run(
    _ body: @escaping MethodHandler.Waiting, _ request: Request, _ arguments: Arguments, _ sent: [UInt8]
  ) {
    server.inFlight.add(request)
    let (before, replaced) = requests.add(request)
    replaced?.cancel(by: .newer)
    // A profile selected by a later request does not count, even if that one is completed first.
    let received = request.handler.order == .atOnce && server.profiles.isReady ? profile : nil
    // Changes of all connections are applied in the order in which the library has made them.
    request.task = LoopTask.start(priority: request.isChange ? .medium : priority) {
      defer { request.release() }
      // Only for the first requests of a daemon; those that waited continue in their order.
      if !self.server.profiles.isReady { await self.server.profiles.ready() }
      if let before, !before.isAnswered { await before.released() }
      // It may have been cancelled before it began; then it must not do anything.
      guard !request.isAnswered else { return }
      let call = Call(
        self, request.handler, arguments, sent: sent, request, in: received ?? self.profile)
      request.answer(await Self.outcome(of: body, call))
    }
  }

  private static func outcome(
    of body: MethodHandler.Waiting, _ call: Call
  ) async -> Result<Response, RPCError> {
    do {
      return .success(try await body(call))
    } catch is CancellationError {
      // A request that was cancelled has been answered already. The other ones are changes at the end of the
      // daemon.
      return .failure(.stopping)
    } catch {
      return .failure(call.server.wireError(error, of: call))
    }
  }
}
