import JSONRPC

// The methods about the daemon itself.

package enum StatusMethod: RPCMethod {
  package static let method = Method(
    "status", "show the daemon's state and figures",
    description:
      "Figures count from the daemon's start; `methods` has each called method with its latency.",
    result: .object("Status") {
      Field("pid", .integer("Process ID of the daemon."))
      Field("version", .text("Version of the program."))
      Field("protocol", .integer("Version of the wire contract."))
      Field("instance", .text("Identifies this run of the daemon; new after each start."))
      Field("uptime_ms", .integer("Milliseconds since the daemon's start."))
      Field("memory_bytes", .integer("Resident memory of the daemon."))
      Field("connections", .integer("Open connections, including this one."))
      Field("subscriptions", .integer("Subscriptions of all connections."))
      Field("in_flight", .integer("Unanswered requests of all connections, without this one."))
      Field(
        "network",
        .choice(["online", "offline", "unknown"], "unknown until the first request to an upstream.")
      )
      Field(
        "sources",
        .list(
          .object("SourceStatus") {
            Field("name", .text("tmdb, itunes or youtube."))
            Field(
              "state",
              .choice(["ok", "no_key", "refused", "limited", "down", "off"], "State of the upstream.")
            )
            Field("reason", .optional(.text("Why it does not answer; values as in meta.")))
            Field("rate_left", .optional(.integer("Requests the rate limit allows now.")))
            Field("calls", .integer("Requests sent to it since the daemon's start."))
            Field("errors", .integer("Requests that failed."))
            Field("retry_at", .optional(.time("Time of the next try; UTC.")))
          }, "The upstream services.")
      )
      Field(
        "cache",
        .object("CacheStatus") {
          Field(
            "memory_bytes",
            .integer(
              "Encoded results and upstream responses; at most limits.cached_results_bytes and upstream_memory_bytes."
            )
          )
          Field("disk_bytes", .integer("Upstream responses in cache.sqlite; 0 until it is opened."))
          Field(
            "images_bytes",
            .integer(
              "Cached pictures on disk; at most limits.images_bytes, more within the hour. 0 until the first request."
            )
          )
          Field("hits", .integer("Answered from the cache, fresh."))
          Field(
            "stale",
            .integer("Answered from the cache, stale, because upstream failed or had not answered yet.")
          )
          Field("misses", .integer("Fetched from upstream."))
          Field("coalesced", .integer("Shared another request's fetch."))
        }
      )
      Field(
        "catalogue",
        .object("CatalogueStatus") {
          Field("titles", .integer("Titles known locally; 0 until the catalogue is open."))
          Field("as_of", .optional(.date("Date of the facts.")))
        }
      )
      Field(
        "methods",
        .map(
          .object("MethodStatus") {
            Field("calls", .integer("Answers since the daemon's start, including errors."))
            Field("errors", .integer("Answers that were errors."))
            Field("p50_us", .integer("Median time to the answer, microseconds."))
            Field("p99_us", .integer("99th percentile of the time to the answer, microseconds."))
          }, "Methods called since the start, by name."))
    })
}

package enum ClientsMethod: RPCMethod {
  package static let method = Method(
    "clients", "list the connected clients",
    description: "One row per connection, oldest first.",
    result: .object("Clients") {
      Field(
        "clients",
        .list(
          .object("ClientStatus") {
            Field("pid", .optional(.integer("Process ID of the client, if the kernel reports it.")))
            Field("client", .optional(.text("Name from `hello`.")))
            Field("version", .optional(.text("Version from `hello`.")))
            Field("profile", .text("The connection's profile."))
            Field("connected_at", .time("When it connected; UTC."))
            Field("requests", .integer("Valid requests so far, including notifications."))
            Field("in_flight", .integer("Unanswered requests."))
            Field("subscriptions", .integer("Open subscriptions."))
            Field("waiting_bytes", .integer("Bytes written that the client has not read yet."))
            Field("last_method", .optional(.text("The method of the last request; null before the first.")))
            Field("self", .boolean("true for the connection of this request."))
          }, "Oldest connection first."))
    })
}

package enum ShutdownMethod: RPCMethod {
  package static let method = Method(
    "shutdown", "shut the daemon down",
    description: """
      The answer is an empty object. Then the daemon accepts no more connections, gives open requests \
      `drain_ms` to finish, answers the rest `cancelled`, and ends.
      """,
    result: .object("Empty") {
    })
}

package enum DiscoverMethod: RPCMethod {
  package static let method = Method(
    "rpc.discover", "this description, as an OpenRPC document",
    description: "Every method with its parameters, result and errors (https://spec.open-rpc.org).",
    result: .named(.init("OpenRPCDocument", .anyObject("The OpenRPC document."))))
}
