import JSONRPC
import MovieProtocol

// Who has a place among what is under way. What is answered at once needs none.
extension Session {
  /// Whether so many requests may be under way beside what is.
  ///
  /// A batch may be larger than `in_flight`, so it is taken whenever nothing else is under way. Where
  /// `in_flight_total` is reached, each connection still has its share of it: the many requests of some keep
  /// nobody else waiting.
  func hasPlaces(for count: Int) -> Bool {
    guard inFlight == 0 || inFlight + count <= server.limits.inFlight else { return false }
    return server.hasRoom || inFlight + count <= server.shareInFlight
  }

  /// The more a connection has under way, the later its next request is looked up, so that one of another comes
  /// before all of a burst.
  var priority: TaskPriority { inFlight <= 4 ? .medium : inFlight <= 16 ? .low : .background }

  /// Asked only where there is no place.
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
