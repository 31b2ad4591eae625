import JSONRPC

// The methods about the daemon itself.

package enum StatusMethod: RPCMethod {
  package static let method = Method(
    "status", "how the daemon is doing",
    description:
      "Figures since the daemon's start; `methods` has those that were called, with their latency.",
    result: .object([
      .init("pid", .integer("Of the daemon.")),
      .init("version", .text("Version of the program.")),
      .init("protocol", .integer("Version of the wire contract.")),
      .init("instance", .text("Another one after each start of the daemon.")),
      .init("uptime_ms", .integer("Milliseconds since the daemon's start.")),
      .init("memory_bytes", .integer("Resident memory of the daemon.")),
      .init("connections", .integer("Open connections, this one too.")),
      .init("subscriptions", .integer("Of all connections.")),
      .init("in_flight", .integer("Requests of all connections that wait for their answer; never this one.")),
      .init(
        "network",
        .choice(["online", "offline", "unknown"], "unknown while nothing upstream has been asked.")),
      .init(
        "sources",
        .list(
          .object([
            .init("name", .text("tmdb, itunes or youtube.")),
            .init(
              "state", .choice(["ok", "no_key", "refused", "limited", "down", "off"], "How it is with it.")),
            .init("reason", .optional(.text("Why it does not answer, as in meta."))),
            .init("rate_left", .optional(.integer("Calls it would take now."))),
            .init("calls", .integer("Sent to it since the daemon's start.")),
            .init("errors", .integer("Calls that failed.")),
            .init("retry_at", .optional(.text("Not asked before; RFC 3339, UTC."))),
          ]), "Who is asked over the network.")),
      .init(
        "cache",
        .object([
          .init(
            "memory_bytes",
            .integer(
              "Encoded results and what upstream said; at most limits.kept_results_bytes and upstream_memory_bytes."
            )),
          .init("disk_bytes", .integer("What upstream said, in cache.sqlite; 0 until it is opened.")),
          .init(
            "images_bytes",
            .integer(
              "Of the disk, for pictures; at most limits.images_bytes, more within the hour. 0 until somebody asks."
            )),
          .init("hits", .integer("Answered from what was kept and fresh.")),
          .init(
            "stale", .integer("Answered with something too old, because upstream failed or was being asked.")),
          .init("misses", .integer("Asked upstream.")),
          .init("coalesced", .integer("Shared another request's upstream call.")),
        ])),
      .init(
        "catalogue",
        .object([
          .init("titles", .integer("How many are known locally; 0 until the catalogue is open.")),
          .init("as_of", .optional(.text("Date of the facts, 2026-07-29."))),
        ])),
      .init(
        "methods",
        .map(
          .object([
            .init("calls", .integer("Answered since the daemon's start, errors too.")),
            .init("errors", .integer("Of these, answered with an error.")),
            .init("p50_us", .integer("Median time to the answer, microseconds.")),
            .init("p99_us", .integer("99 of 100 took no longer, microseconds.")),
          ]), "Those that were called, by name.")),
    ]))
}

package enum ClientsMethod: RPCMethod {
  package static let method = Method(
    "clients", "who is connected",
    description: "One row a connection, oldest first.",
    result: .object([
      .init(
        "clients",
        .list(
          .object([
            .init("pid", .optional(.integer("Of the process that connected, where the kernel knows it."))),
            .init("client", .optional(.text("As `hello` said."))),
            .init("version", .optional(.text("As `hello` said."))),
            .init("profile", .text("The connection's profile.")),
            .init("connected_at", .text("RFC 3339, UTC.")),
            .init("requests", .integer("So far, notifications too; not what was no request at all.")),
            .init("in_flight", .integer("Requests that wait for their answer.")),
            .init("subscriptions", .integer("Those it has now.")),
            .init("waiting_bytes", .integer("Written, but not yet taken by the client.")),
            .init("last_method", .optional(.text("The method asked for last; null before the first."))),
            .init("self", .boolean("The connection that asks.")),
          ]), "Oldest connection first."))
    ]))
}

package enum ShutdownMethod: RPCMethod {
  package static let method = Method(
    "shutdown", "end the daemon",
    description: """
      Answered with an empty object; then no connection is taken any more, what is under way has `drain_ms` to end, \
      the rest is answered `cancelled`, and the daemon ends.
      """,
    result: .object([]))
}

package enum DiscoverMethod: RPCMethod {
  package static let method = Method(
    "rpc.discover", "this description, as an OpenRPC document",
    description: "Every method with its parameters, result and errors (https://spec.open-rpc.org).",
    result: .anyObject("The OpenRPC document."))
}
