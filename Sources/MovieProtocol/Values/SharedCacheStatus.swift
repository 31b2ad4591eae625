/// The store that several machines share.
package struct SharedCacheStatus: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable { case unused, ok, down }
  package enum Reason: String, JSONScalar, CaseIterable {
    case unreachable, tls, timeout, closed
    case protocolError = "protocol_error"
    case refused
  }

  package var address: String
  package var state: State
  package var reason: Reason?
  package var detail: String?
  package var hits: Int
  package var pictures: Int
  package var retryAt: Timestamp?

  package init(
    address: String, state: State, reason: Reason? = nil, detail: String? = nil, hits: Int = 0,
    pictures: Int = 0, retryAt: Timestamp? = nil
  ) {
    (self.address, self.state, self.reason, self.detail) = (address, state, reason, detail)
    (self.hits, self.pictures, self.retryAt) = (hits, pictures, retryAt)
  }
}

extension SharedCacheStatus: JSONObject {
  package static let shape = Shape<Self>("SharedCacheStatus") {
    Member("address", \.address, "Its address, without user and password.")
    Member("state", \.state, "unused until the first request needs it; down: the daemon works without it.")
    Member(
      "reason", \.reason,
      "Why it is down: unreachable, tls, timeout, closed, protocol_error, refused.")
    Member("detail", \.detail, "The same in words of the system, or the first word of the store's error.")
    Member.message(\.message, "All of this in words.")
    Member("hits", \.hits, "Answers found in it since the daemon's start.")
    Member("pictures", \.pictures, "Pictures found in it since the daemon's start.")
    Member("retry_at", \.retryAt, "Earliest time of the next try; UTC.")
  }
}
