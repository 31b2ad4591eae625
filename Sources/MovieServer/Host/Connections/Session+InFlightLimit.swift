import JSONRPC
import MovieProtocol

// Places among the requests in flight. A request that is answered at once needs none.
extension Session {
  /// Whether `count` more requests may be in flight.
  ///
  /// A batch may be larger than `in_flight`, so it is accepted whenever nothing else is in flight. When
  /// `in_flight_total` is reached, each connection still has its share of it: many requests of some
  /// connections keep no other waiting.
  func hasPlaces(for count: Int) -> Bool {
    let inFlight = requests.count
    guard inFlight == 0 || inFlight + count <= server.limits.inFlight else { return false }
    return server.hasRoom || inFlight + count <= server.shareInFlight
  }

  /// The more requests a connection has in flight, the lower the priority of its next one, so that a request
  /// of another connection runs before the rest of a burst.
  var priority: TaskPriority {
    switch requests.count {
    case ...4: .medium
    case ...16: .low
    default: .background
    }
  }

  /// Called only when there is no place.
  func isAnsweredAtOnce(_ envelope: Envelope, _ message: Span<UInt8>) -> Bool {
    if server.isStopping { return true }
    guard let index = server.router.find(envelope, in: message) else { return true }
    let handler = server.router.handlers[index]
    if case .immediate = handler.body { return true }
    return handler.isCacheable
      && server.results.has(
        method: index, sent: message.extracting(envelope.params ?? 0..<0), in: profile.generation)
  }

  /// How many of a batch's requests have to wait for their answers.
  func places(for items: [Range<Int>], of message: Span<UInt8>) -> Int {
    var count = 0
    for item in items {
      guard case .request(let envelope) = scanner.scanItem(message, item) else { continue }
      if !isAnsweredAtOnce(envelope, message) { count += 1 }
    }
    return count
  }

  func isCancel(_ event: FrameEvent, _ message: Span<UInt8>) -> Bool {
    guard event == .message, case .request(let envelope) = scanner.scan(message),
      let index = server.router.find(envelope, in: message)
    else { return false }
    return server.router.handlers[index].role == .cancels
  }

  /// Cancels requests with this id that wait for a place; not a change, and not part of a batch.
  ///
  /// - Returns: false if there was none.
  func cancelWaiting(_ id: [UInt8]) -> Bool {
    let (scanner, router) = (scanner, server.router)
    func handler(_ message: WaitingMessage) -> (Envelope, MethodHandler)? {
      guard message.event == .message, case .request(let envelope) = scanner.scan(message.bytes.span),
        let place = envelope.id, Array(message.bytes[place]) == id,
        let index = router.find(envelope, in: message.bytes.span), !router.handlers[index].isChange
      else { return nil }
      return (envelope, router.handlers[index])
    }
    let found = life.takeWaiting { handler($0) != nil }
    for message in found {
      guard let (envelope, handler) = handler(message) else { continue }
      activity.recordRequest(handler.index)
      let error = RPCError.cancelled(by: .cancel).prefixed(with: handler.method.name)
      send(envelope.id, of: message.bytes.span, .failure(error), to: .connection)
    }
    return !found.isEmpty
  }
}
