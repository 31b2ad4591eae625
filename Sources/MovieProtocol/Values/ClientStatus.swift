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
  package static let shape = Shape<Self>("ClientStatus") {
    Member("pid", \.pid, "Process ID of the client, if the kernel reports it.")
    Member("client", \.client, "Name from `hello`.")
    Member("version", \.version, "Version from `hello`.")
    Member("profile", \.profile, "The connection's profile.")
    Member("connected_at", \.connectedAt, "When it connected; UTC.")
    Member("requests", \.requests, "Valid requests so far, including notifications.")
    Member("in_flight", \.inFlight, "Unanswered requests.")
    Member("subscriptions", \.subscriptions, "Open subscriptions.")
    Member("waiting_bytes", \.waitingBytes, "Bytes written that the client has not read yet.")
    Member("last_method", \.lastMethod, "The method of the last request; null before the first.")
    Member("self", \.isSelf, "true for the connection of this request.")
  }

  /// `{"clients":[...]}`
  package static let list = Shape<[ClientStatus]>("Clients") {
    Member("clients", \.self, "Oldest connection first.")
  }
}
