import JSONRPC

// The methods about the daemon itself.

extension Method {
  package static let status = Method(
    "status", "how the daemon is doing",
    description: "Figures since the daemon's start; `methods` has those that were called, with their latency.",
    result: .object([
      .init("pid", .integer("")),
      .init("version", .text("")),
      .init("protocol", .integer("")),
      .init("instance", .text("")),
      .init("uptime_ms", .integer("")),
      .init("memory_bytes", .integer("Resident memory.")),
      .init("connections", .integer("")),
      .init("subscriptions", .integer("")),
      .init("in_flight", .integer("Requests not answered yet, without this one.")),
      .init("network", .choice(["online", "offline", "unknown"], "")),
      .init(
        "sources",
        .list(
          .object([
            .init("name", .text("")),
            .init("state", .choice(["ok", "no_key", "refused", "limited", "down", "off"], "")),
            .init("rate_left", .optional(.integer(""))),
            .init("calls", .integer("")),
            .init("errors", .integer("")),
            .init("retry_at", .optional(.text(""))),
          ]), "Upstream sources.")),
      .init(
        "cache",
        .object([
          .init("memory_bytes", .integer("")),
          .init("disk_bytes", .integer("")),
          .init("hits", .integer("Answered from kept bytes.")),
          .init("stale", .integer("")),
          .init("misses", .integer("")),
          .init("coalesced", .integer("")),
        ])),
      .init(
        "catalogue",
        .object([.init("titles", .integer("")), .init("as_of", .optional(.text("Date of the facts.")))])),
      .init(
        "methods",
        .map(
          .object([
            .init("calls", .integer("")),
            .init("errors", .integer("")),
            .init("p50_us", .integer("Median time to the answer, microseconds.")),
            .init("p99_us", .integer("")),
          ]), "By name.")),
    ]))

  package static let clients = Method(
    "clients", "who is connected",
    description: "One row a connection, oldest first.",
    result: .object([
      .init(
        "clients",
        .list(
          .object([
            .init("pid", .optional(.integer("Of the process that connected."))),
            .init("client", .optional(.text("As `hello` said."))),
            .init("version", .optional(.text("As `hello` said."))),
            .init("profile", .text("")),
            .init("connected_at", .text("RFC 3339, UTC.")),
            .init("requests", .integer("Answered or under way.")),
            .init("in_flight", .integer("")),
            .init("subscriptions", .integer("")),
            .init("waiting_bytes", .integer("Written, but not yet taken by the client.")),
            .init("last_method", .optional(.text(""))),
            .init("self", .boolean("The connection that asks.")),
          ]), ""))
    ]))

  package static let shutdown = Method(
    "shutdown", "end the daemon",
    description: """
      Answered with an empty object; then no connection is taken any more, what is under way has `drain_ms` to end, \
      the rest is answered `cancelled`, and the daemon ends.
      """,
    result: .object([]))

  package static let discover = Method(
    "rpc.discover", "this description, as an OpenRPC document",
    description: "Every method with its parameters, result and errors (https://spec.open-rpc.org).",
    result: .anyObject("The OpenRPC document."))
}
