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
    let route = server.router.routes[index]
    if case .immediate = route.handler { return true }
    return route.isCacheable
      && server.results.has(
        method: index, sent: message.extracting(envelope.params ?? 0..<0), in: profile.scope)
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
}
