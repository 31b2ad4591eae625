import JSONRPC

// The methods about the daemon itself.

package enum StatusMethod: RPCMethod {
  package static let method = Method(
    "status", "show the daemon's state and figures",
    description: """
      Answered at once. Figures count from the daemon's start; `methods` has each called method with its \
      latency.
      """,
    result: DaemonStatus.schema)
}

package enum ClientsMethod: RPCMethod {
  package static let method = Method(
    "clients", "list the connected clients",
    description: "One row per connection, oldest first.",
    result: ClientStatus.list.schema)
}

package enum ShutdownMethod: RPCMethod {
  /// How long, after `drain_ms`, the daemon waits at most for changes that a slow disk still makes.
  package static let maxChangeMilliseconds = 4000

  /// How long the daemon takes at most until its process is gone.
  package static func maxMilliseconds(drain: Int) -> Int { drain + maxChangeMilliseconds + 1000 }

  package static let reason = Param(
    "reason", .choice(ServerState.Reason.self), default: .shutdown,
    "What topic `server` says; restart: you start a new daemon.")

  package static let method = Method(
    "shutdown", "shut the daemon down",
    description: """
      The answer is an empty object. Then the daemon accepts no more connections, gives open requests \
      `drain_ms` to finish, answers the rest `cancelled` by shutdown, and ends within a second; changes \
      that a slow disk has begun have up to 4 seconds more. SIGTERM does the same.
      """,
    parameters: [reason],
    result: .object("Empty") {
    })
}

package enum DiscoverMethod: RPCMethod {
  package static let method = Method(
    "rpc.discover", "this description, as an OpenRPC document",
    description: "Every method with its parameters, result and errors (https://spec.open-rpc.org).",
    result: .named(.init("OpenRPCDocument", .anyObject("The OpenRPC document."))))
}
