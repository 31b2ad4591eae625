import JSONRPC

// The methods about the daemon itself.

package enum StatusMethod: RPCMethod {
  package static let method = Method(
    "status", "show the daemon's state and figures",
    description:
      "Figures count from the daemon's start; `methods` has each called method with its latency.",
    result: .object([
      .init("pid", .integer("Process ID of the daemon.")),
      .init("version", .text("Version of the program.")),
      .init("protocol", .integer("Version of the wire contract.")),
      .init("instance", .text("Identifies this run of the daemon; new after each start.")),
      .init("uptime_ms", .integer("Milliseconds since the daemon's start.")),
      .init("memory_bytes", .integer("Resident memory of the daemon.")),
      .init("connections", .integer("Open connections, including this one.")),
      .init("subscriptions", .integer("Subscriptions of all connections.")),
      .init("in_flight", .integer("Unanswered requests of all connections, without this one.")),
      .init(
        "network",
        .choice(["online", "offline", "unknown"], "unknown until the first request to an upstream.")),
      .init(
        "sources",
        .list(
          .object([
            .init("name", .text("tmdb, itunes or youtube.")),
            .init(
              "state",
              .choice(["ok", "no_key", "refused", "limited", "down", "off"], "State of the upstream.")),
            .init("reason", .optional(.text("Why it does not answer; values as in meta."))),
            .init("rate_left", .optional(.integer("Requests the rate limit allows now."))),
            .init("calls", .integer("Requests sent to it since the daemon's start.")),
            .init("errors", .integer("Requests that failed.")),
            .init("retry_at", .optional(.text("Time of the next try; RFC 3339, UTC."))),
          ]), "The upstream services.")),
      .init(
        "cache",
        .object([
          .init(
            "memory_bytes",
            .integer(
              "Encoded results and upstream responses; at most limits.kept_results_bytes and upstream_memory_bytes."
            )),
          .init("disk_bytes", .integer("Upstream responses in cache.sqlite; 0 until it is opened.")),
          .init(
            "images_bytes",
            .integer(
              "Cached pictures on disk; at most limits.images_bytes, more within the hour. 0 until the first request."
            )),
          .init("hits", .integer("Answered from the cache, fresh.")),
          .init(
            "stale",
            .integer("Answered from the cache, stale, because upstream failed or had not answered yet.")),
          .init("misses", .integer("Fetched from upstream.")),
          .init("coalesced", .integer("Shared another request's fetch.")),
        ])),
      .init(
        "catalogue",
        .object([
          .init("titles", .integer("Titles known locally; 0 until the catalogue is open.")),
          .init("as_of", .optional(.text("Date of the facts, 2026-07-29."))),
        ])),
      .init(
        "methods",
        .map(
          .object([
            .init("calls", .integer("Answers since the daemon's start, including errors.")),
            .init("errors", .integer("Answers that were errors.")),
            .init("p50_us", .integer("Median time to the answer, microseconds.")),
            .init("p99_us", .integer("99th percentile of the time to the answer, microseconds.")),
          ]), "Methods called since the start, by name.")),
    ]))
}

package enum ClientsMethod: RPCMethod {
  package static let method = Method(
    "clients", "list the connected clients",
    description: "One row per connection, oldest first.",
    result: .object([
      .init(
        "clients",
        .list(
          .object([
            .init("pid", .optional(.integer("Process ID of the client, if the kernel reports it."))),
            .init("client", .optional(.text("Name from `hello`."))),
            .init("version", .optional(.text("Version from `hello`."))),
            .init("profile", .text("The connection's profile.")),
            .init("connected_at", .text("RFC 3339, UTC.")),
            .init("requests", .integer("Valid requests so far, including notifications.")),
            .init("in_flight", .integer("Unanswered requests.")),
            .init("subscriptions", .integer("Open subscriptions.")),
            .init("waiting_bytes", .integer("Bytes written that the client has not read yet.")),
            .init("last_method", .optional(.text("The method of the last request; null before the first."))),
            .init("self", .boolean("true for the connection of this request.")),
          ]), "Oldest connection first."))
    ]))
}

package enum ShutdownMethod: RPCMethod {
  package static let method = Method(
    "shutdown", "shut the daemon down",
    description: """
      The answer is an empty object. Then the daemon accepts no more connections, gives open requests \
      `drain_ms` to finish, answers the rest `cancelled`, and ends.
      """,
    result: .object([]))
}

package enum DiscoverMethod: RPCMethod {
  package static let method = Method(
    "rpc.discover", "this description, as an OpenRPC document",
    description: "Every method with its parameters, result and errors (https://spec.open-rpc.org).",
    result: .anyObject("The OpenRPC document."))
}
