/// The result of `status`.
package struct DaemonStatus: Sendable {
  package var pid = 0
  package var version = Version.program
  package var wire = Version.wire
  package var instance = ""
  /// Milliseconds.
  package var uptime = 0
  package var memoryBytes = 0
  package var connections = 0
  package var subscriptions = 0
  package var inFlight = 0
  package var network = Network.unknown
  package var sources: [SourceStatus] = []
  package var cache = CacheStatus()
  package var catalogue = CatalogueStatus()
  package var methods = JSONMap<MethodStatus>()

  package init() {}
}

extension DaemonStatus: JSONObject {
  package static let shape = Shape("Status", from: Self()) {
    Member("pid", \.pid, .count, "Process ID of the daemon.")
    Member("version", \.version, .any, "Version of the program.")
    Member("protocol", \.wire, .count, "Version of the wire contract.")
    Member("instance", \.instance, .any, "Identifies this run of the daemon; new after each start.")
    Member("uptime_ms", \.uptime, .count, "Milliseconds since the daemon's start.")
    Member("memory_bytes", \.memoryBytes, .count, "Resident memory of the daemon.")
    Member("connections", \.connections, .count, "Open connections, including this one.")
    Member("subscriptions", \.subscriptions, .count, "Subscriptions of all connections.")
    Member("in_flight", \.inFlight, .count, "Unanswered requests of all connections, without this one.")
    Member("network", \.network, .any, "unknown until the first request to an upstream.")
    Member("sources", \.sources, upTo: 100, "The upstream services.")
    Member("cache", \.cache, .any)
    Member("catalogue", \.catalogue, .any)
    Member("methods", \.methods, .any, "Methods called since the start, by name.")
  }
}

/// An upstream service.
package struct SourceStatus: Sendable, Equatable {
  package enum State: String, JSONReadable, CaseIterable {
    case ok
    case noKey = "no_key"
    case refused, limited, down, off
  }

  package var name: String
  package var state: State
  /// Why it does not respond; nil: it does, or no request was sent.
  package var reason: Meta.Reason?
  /// Requests that could be sent at once.
  package var rateLeft: Int?
  package var calls: Int
  package var errors: Int
  /// Nil: it may be queried now.
  package var retryAt: Timestamp?

  package init(
    name: String, state: State, reason: Meta.Reason? = nil, rateLeft: Int? = nil, calls: Int = 0,
    errors: Int = 0, retryAt: Timestamp? = nil
  ) {
    (self.name, self.state, self.reason, self.rateLeft) = (name, state, reason, rateLeft)
    (self.calls, self.errors, self.retryAt) = (calls, errors, retryAt)
  }
}

extension SourceStatus: JSONObject {
  package static let shape = Shape("SourceStatus", from: Self(name: "", state: .ok)) {
    Member("name", \.name, required: .any, "tmdb, itunes or youtube.")
    Member("state", \.state, required: .any, "State of the upstream.")
    Member("reason", \.reason, .any, "Why it does not answer; values as in meta.")
    Member("rate_left", \.rateLeft, .any, "Requests the rate limit allows now.")
    Member("calls", \.calls, .count, "Requests sent to it since the daemon's start.")
    Member("errors", \.errors, .count, "Requests that failed.")
    Member("retry_at", \.retryAt, .any, "Time of the next try; UTC.")
  }
}

package struct CacheStatus: Sendable, Equatable {
  package var memoryBytes = 0
  package var diskBytes = 0
  package var imagesBytes = 0
  package var hits = 0
  package var stale = 0
  package var misses = 0
  package var coalesced = 0

  package init() {}
}

extension CacheStatus: JSONObject {
  package static let shape = Shape("CacheStatus", from: Self()) {
    Member(
      "memory_bytes", \.memoryBytes, .count,
      "Encoded results and upstream responses; at most limits.cached_results_bytes and "
        + "upstream_memory_bytes.")
    Member(
      "disk_bytes", \.diskBytes, .count, "Upstream responses in cache.sqlite; 0 until it is opened.")
    Member(
      "images_bytes", \.imagesBytes, .count,
      "Cached pictures on disk; at most limits.images_bytes, more within the hour. 0 until the first request."
    )
    Member("hits", \.hits, .count, "Answered from the cache, fresh.")
    Member(
      "stale", \.stale, .count,
      "Answered from the cache, stale, because upstream failed or had not answered yet.")
    Member("misses", \.misses, .count, "Fetched from upstream.")
    Member("coalesced", \.coalesced, .count, "Shared another request's fetch.")
  }
}

package struct CatalogueStatus: JSONObject {
  package var titles = 0
  package var asOf: String?

  package init(titles: Int = 0, asOf: String? = nil) { (self.titles, self.asOf) = (titles, asOf) }

  package static let shape = Shape("CatalogueStatus", from: Self()) {
    Member("titles", \.titles, .count, "Titles known locally; 0 until the catalogue is open.")
    Member("as_of", \.asOf, .day, "Date of the facts.")
  }
}

package struct MethodStatus: JSONObject {
  package var calls = 0
  package var errors = 0
  /// Microseconds.
  package var median = 0
  package var percentile99 = 0

  package init(calls: Int = 0, errors: Int = 0, median: Int = 0, percentile99: Int = 0) {
    (self.calls, self.errors, self.median, self.percentile99) = (calls, errors, median, percentile99)
  }

  package static let shape = Shape("MethodStatus", from: Self()) {
    Member("calls", \.calls, .count, "Answers since the daemon's start, including errors.")
    Member("errors", \.errors, .count, "Answers that were errors.")
    Member("p50_us", \.median, .count, "Median time to the answer, microseconds.")
    Member("p99_us", \.percentile99, .count, "99th percentile of the time to the answer, microseconds.")
  }
}
