package import JSONRPC

// The methods by which a client greets the daemon and controls its own connection.

package enum HelloMethod: RPCMethod {
  package static let client = Param(
    "client", .text(1...64, trimmed: true), "The program's name, shown by `clients`.")
  package static let version = Param(
    "version", .text(1...64, trimmed: true), "The program's version, shown by `clients`.")
  package static let require = Param(
    "require", .texts(maximum: 32), default: [], "Capabilities that the client needs.")
  package static let profile = Param(
    "profile", .text(1...64, trimmed: true),
    "Chooses this profile for the connection; case is ignored.")
  package static let pin = Param(
    "pin", .form(.pin), "PIN of the chosen profile, or of the connection's present one.")
  package static let protocolVersions = Param(
    "protocol_versions", .integers(1...1_000_000, maximum: 32),
    "Versions of the protocol that the client speaks; default: the oldest that the daemon does.")

  package static let method = Method(
    "hello", "name the client and learn what the daemon supports",
    description: """
      Optional; may be sent at any time. The connection speaks the newest of `protocol_versions` that the \
      daemon has; if it has none, the answer is `not_available` (`missing` is protocol). `require` lists \
      capabilities that the client needs; a missing one is `not_available`. `profile` chooses a profile as \
      `profiles.select` does; requests sent after it, without waiting for the answer, are in that profile, \
      unless a PIN has to be tried. A refused hello changes nothing. `limits` has the values in force.
      """,
    parameters: [client, version, require, profile, pin, protocolVersions],
    result: Hello.shape.schema,
    errors: [.notAvailable, .notFound, .forbidden, .conflict],
    example: ["client": "mybar", "version": "0.1", "require": ["batch"], "protocol_versions": [1]])
}

package enum PingMethod: RPCMethod {
  package static let method = Method(
    "ping", "check that the daemon answers",
    description: "Answered at once, even while other requests are in progress.",
    result: .object("Ping") {
      Field("pong", .boolean("Always true."))
    })
}

package enum CancelMethod: RPCMethod {
  package static let id = Param(
    required: "id", .requestID(), "The id of the request, exactly as it was sent.")

  package static let method = Method(
    "cancel", "cancel a request of this connection",
    description: """
      The request is answered `cancelled` before this one is answered true. False: the request was done, \
      unknown, or a change in progress. Ids are compared byte for byte: 7, 7.0 and "7" are three. If \
      several requests have the id, all are cancelled. Sent as a notification it does the same, without an \
      answer. `$/cancelRequest`, the notification of the Language Server Protocol, is the same method.
      """,
    parameters: [id],
    result: answer.schema,
    example: ["id": 7], aliases: ["$/cancelRequest"])

  package static let answer = Shape<Bool>("Cancellation") {
    Member("cancelled", \.self, "The request was answered `cancelled`.")
  }
}
