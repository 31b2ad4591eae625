import EventLoop
import JSONRPC
import MovieProtocol

// From a request's envelope to its answer, or to the task that will answer it.
extension Session {
  func handle(_ envelope: Envelope, _ message: Span<UInt8>, _ target: ReplyTarget) {
    let found = server.router.find(envelope, in: message)
    activity.noteRequest(found)
    guard let index = found else {
      let error = MethodTable.unknown(envelope.methodName(in: message))
      return send(envelope.id, of: message, .failure(error), to: target)
    }
    guard !server.isStopping else { return send(envelope.id, of: message, .failure(.stopping), to: target) }
    let route = server.router.routes[index]
    if route.isCacheable, isAdmitted(to: profile),
      let cached = server.results.find(
        method: index, sent: message.extracting(envelope.params ?? 0..<0), in: profile.scope)
    {
      hits.add(index)
      if let search = cached.search { profile.noteSearch(search) }
      send(envelope.id, of: message, cached, to: target)
    } else {
      if case .batch(let batch, _) = target, route.holdsEvents { batches.holdEvents(for: batch) }
      start(route, envelope, message, target)
    }
  }

  /// Parameters are checked here, before anything waits: invalid ones are answered at once.
  private func start(_ route: Route, _ envelope: Envelope, _ message: Span<UInt8>, _ target: ReplyTarget) {
    let started = EventLoop.hrtime
    let outcome: Result<Outcome, RPCError>
    do {
      let arguments = try arguments(route.method, envelope, message)
      // The request is made only when it waits.
      func wait(_ handler: @escaping Route.Waiting) {
        let id = envelope.id.map { Array(copying: message.extracting($0)) }
        let request = Request(
          session: self, id: id, route: route, target: target, arguments, bytes: sent.count)
        run(handler, request, arguments, sent)
      }
      let sent = Array(copying: message.extracting(envelope.params ?? 0..<0))
      switch route.handler {
      case .immediate(let handler):
        outcome = .success(
          try handler(Call(self, route, arguments, sent: sent, in: profile)))
      case .immediateOrWaiting(let immediate, let waiting):
        let call = Call(self, route, arguments, sent: sent, in: profile)
        guard let done = try immediate(call) else { return wait(waiting) }
        outcome = .success(done)
      case .waiting(let handler): return wait(handler)
      }
    } catch {
      outcome = .failure(error.prefixed(with: route.method.name))
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
    _ handler: @escaping Route.Waiting, _ request: Request, _ arguments: Arguments, _ sent: [UInt8]
  ) {
    server.inFlight.add(request)
    let (before, replaced) = requests.add(request)
    replaced?.cancel(by: .newer)
    // A profile selected by a later request does not count, even if that one is completed first.
    let received = request.route.order == .atOnce && server.profiles.isReady ? profile : nil
    request.task = LoopTask.start(priority: priority) {
      // Only for the first requests of a daemon; those that waited continue in their order.
      if !self.server.profiles.isReady { await self.server.profiles.ready() }
      if let before, !before.isAnswered { await before.task?.value }
      // It may have been cancelled before it began; then it must not do anything.
      guard !request.isAnswered else { return }
      let call = Call(
        self, request.route, arguments, sent: sent, request, in: received ?? self.profile)
      request.answer(await Self.outcome(of: handler, call))
    }
  }

  private static func outcome(
    of handler: Route.Waiting, _ call: Call
  ) async -> Result<Outcome, RPCError> {
    do {
      return .success(try await handler(call))
    } catch is CancellationError {
      // The caller that cancelled the task has already answered the request.
      return .failure(.stopping)
    } catch {
      return .failure(call.server.wireError(error, of: call.route))
    }
  }
}
