package import JSONRPC

// The methods by which a client greets the daemon and controls its own connection.

package enum HelloMethod: RPCMethod {
  package static let client = Param(
    "client", .text(1...64, trimmed: true), "The program's name, shown by `clients`.")
  package static let version = Param(
    "version", .text(1...64, trimmed: true), "The program's version, shown by `clients`.")
  package static let require = Param(
    "require", .texts(maximum: 32), default: [], "Capabilities the client cannot do without.")
  package static let profile = Param(
    "profile", .text(1...64, trimmed: true),
    "Choose this profile for the connection; case does not count.")
  package static let pin = Param(
    "pin", .form(.pin), "That of the profile chosen, or of the one the connection is in.")

  package static let method = Method(
    "hello", "say who you are, learn what the daemon can do",
    description: """
      Optional, at any time. `require` names capabilities without which the client is of no use; a missing one is \
      `not_available`. `profile` chooses one as `profiles.select` does; what is refused changes nothing. The limits are \
      those in force.
      """,
    parameters: [client, version, require, profile, pin],
    result: .object([
      .init("server", .text("movierpcd")),
      .init("version", .text("Version of the program.")),
      .init("protocol", .integer("Version of the wire contract.")),
      .init("instance", .text("Another one after each start of the daemon.")),
      .init("profile", .text("The connection's profile.")),
      .init("capabilities", .list(.text("A name for `require`."), "What this daemon has.")),
      .init("limits", .map(.integer("In force now."), "The limits of Protocol/README.md, by name.")),
    ]),
    errors: [.notAvailable, .notFound, .forbidden, .conflict],
    example: ["client": "mybar", "version": "0.1", "require": ["batch"]])
}

package enum PingMethod: RPCMethod {
  package static let method = Method(
    "ping", "see that the daemon answers",
    description: "Answered at once, whatever else is under way.",
    result: .object([.init("pong", .boolean("Always true."))]))
}

package enum CancelMethod: RPCMethod {
  package static let id = Param(required: "id", .requestID(), "The id of the request, as it was sent.")

  package static let method = Method(
    "cancel", "give up a request of this connection",
    description: """
      The request is answered `cancelled` before this one is answered true. False: it was done, unknown, or a \
      change under way. Ids are compared byte for byte; where several requests have the id, all are cancelled.
      """,
    parameters: [id],
    result: .object([.init("cancelled", .boolean("The request was answered `cancelled`."))]),
    example: ["id": 7])
}
