/// A connection, as `clients` reports it.
package struct ClientStatus: Sendable, Equatable {
  package var pid: Int?
  package var client: String?
  package var version: String?
  package var profile: String
  package var connectedAt: Timestamp
  package var requests = 0
  package var inFlight = 0
  package var subscriptions = 0
  package var waitingBytes = 0
  package var lastMethod: String?
  package var isSelf = false

  package init(profile: String, connectedAt: Timestamp) {
    (self.profile, self.connectedAt) = (profile, connectedAt)
  }
}

extension ClientStatus: JSONObject {
  package static let shape = Shape("ClientStatus", from: Self(profile: "", connectedAt: Timestamp(0))) {
    Member("pid", \.pid, .count, "Process ID of the client, if the kernel reports it.")
    Member("client", \.client, .any, "Name from `hello`.")
    Member("version", \.version, .any, "Version from `hello`.")
    Member("profile", \.profile, .any, "The connection's profile.")
    Member("connected_at", \.connectedAt, .any, "When it connected; UTC.")
    Member("requests", \.requests, .count, "Valid requests so far, including notifications.")
    Member("in_flight", \.inFlight, .count, "Unanswered requests.")
    Member("subscriptions", \.subscriptions, .count, "Open subscriptions.")
    Member("waiting_bytes", \.waitingBytes, .count, "Bytes written that the client has not read yet.")
    Member("last_method", \.lastMethod, .any, "The method of the last request; null before the first.")
    Member("self", \.isSelf, .any, "true for the connection of this request.")
  }

  /// `{"clients":[...]}`
  package static let list = Shape<[ClientStatus]>("Clients") {
    Member("clients", \.self, "Oldest connection first.")
  }
}
