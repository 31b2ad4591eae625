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
  /// Milliseconds; nil: it is not, by more than a day.
  package var clockBehind: Int?
  package var network = Network.unknown
  package var sources: [SourceStatus] = []
  package var cache = CacheStatus()
  package var catalogue = CatalogueStatus()
  /// Nil: no folder is set.
  package var sync: SyncStatus?
  package var methods = JSONMap<MethodStatus>()

  package init() {}
}

extension DaemonStatus: JSONObject {
  package static let shape = Shape<Self>("Status") {
    Member("pid", \.pid, "Process ID of the daemon.")
    Member("version", \.version, "Version of the program.")
    Member("protocol", \.wire, "Version of the wire contract.")
    Member("instance", \.instance, "Identifies this run of the daemon and the connection's profile.")
    Member("uptime_ms", \.uptime, "Milliseconds since the daemon's start.")
    Member("memory_bytes", \.memoryBytes, "Resident memory of the daemon.")
    Member("connections", \.connections, "Open connections, including this one.")
    Member("subscriptions", \.subscriptions, "Subscriptions of all connections.")
    Member("in_flight", \.inFlight, "Unanswered requests of all connections, without this one.")
    Member(
      "clock_behind_ms", \.clockBehind,
      "By how much this machine's clock is behind a time that has come; null: not by more than a day.")
    Member("network", \.network, "unknown until the first request to an upstream.")
    Member("sources", \.sources, "The upstream services.")
    Member("cache", \.cache, "What is cached, and how often that helped.")
    Member("catalogue", \.catalogue, "The titles that are searched without a network.")
    Member("sync", \.sync, "The shared folder; null: sync.folder is not set.")
    Member("methods", \.methods, "Methods called since the start, by name.")
  }
}

/// An upstream service.
package struct SourceStatus: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable {
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
  /// Not told to clients. One of the calls was answered; of those that did not fail some may still be under way.
  package var hasAnswered: Bool

  package init(
    name: String, state: State, reason: Meta.Reason?, rateLeft: Int?, calls: Int, errors: Int,
    retryAt: Timestamp?, hasAnswered: Bool
  ) {
    (self.name, self.state, self.reason, self.rateLeft) = (name, state, reason, rateLeft)
    (self.calls, self.errors, self.retryAt) = (calls, errors, retryAt)
    self.hasAnswered = hasAnswered
  }
}

extension SourceStatus: JSONObject {
  package static let shape = Shape<Self>("SourceStatus") {
    Member("name", \.name, "tmdb, itunes or youtube.")
    Member(
      "state", \.state,
      """
      ok also if it was not asked yet; no_key: it needs a key; off: itunes.enabled is false; refused: it does not \
      accept the key; limited: it refuses requests for now; down: it failed several times, and is tried again.
      """)
    Member("reason", \.reason, "Why it does not answer; values as in meta.")
    Member("rate_left", \.rateLeft, "Requests the rate limit allows now.")
    Member("calls", \.calls, "Requests sent to it since the daemon's start.")
    Member("errors", \.errors, "Requests that failed.")
    Member("retry_at", \.retryAt, "Time of the next try; UTC.")
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
  /// Nil: there is none.
  package var shared: SharedCacheStatus?

  package init() {}
}

extension CacheStatus: JSONObject {
  package static let shape = Shape<Self>("CacheStatus") {
    Member(
      "memory_bytes", \.memoryBytes,
      "Encoded results and upstream responses; at most limits.cached_results_bytes and "
        + "upstream_memory_bytes.")
    Member(
      "disk_bytes", \.diskBytes, "Upstream responses in cache.sqlite; 0 until it is opened.")
    Member(
      "images_bytes", \.imagesBytes,
      "Cached pictures on disk; at most limits.images_bytes, more within the hour. 0 until the first request."
    )
    Member("hits", \.hits, "Answered from the cache, fresh.")
    Member(
      "stale", \.stale,
      "Answered from the cache, stale, because upstream failed or had not answered yet.")
    Member("misses", \.misses, "Fetched from upstream.")
    Member("coalesced", \.coalesced, "Shared another request's fetch.")
    Member("shared", \.shared, "The store of the setting cache.shared; null: there is none.")
  }
}

package struct CatalogueStatus: JSONObject, Equatable {
  package enum State: String, JSONReadable, CaseIterable { case opening, fetching, importing, ready }
  /// Why a weekly update that is due waits.
  package enum UpdateReason: String, JSONScalar, CaseIterable { case metered, battery, offline, failed }

  package var titles: Int
  package var asOf: String?
  package var state: State
  /// Of a fetch or an import.
  package var percent: Int?
  package var exportDay: String?
  package var nextUpdateAt: Timestamp?
  package var updateReason: UpdateReason?
  package var importsLost = false
  /// How many imports it has. It is not sent.
  package var imports = 0

  package init(titles: Int = 0, asOf: String? = nil, isOpen: Bool = false) {
    (self.titles, self.asOf, state) = (titles, asOf, isOpen ? .ready : .opening)
  }

  package var isOpen: Bool { state != .opening }

  package static let shape = Shape<Self>("CatalogueStatus") {
    Member("titles", \.titles, "Titles that are searched; 0 until the catalogue is open.")
    Member("as_of", \.asOf, .day, "Date of the facts.")
    Member(
      "state", \.state,
      """
      opening until titles are searched, a second or two at the first start; fetching while catalogue.update \
      fetches an export, importing while titles are added.
      """)
    Member("percent", \.percent, "How far a fetch or an import is; else null.")
    Member("export_day", \.exportDay, .day, "Day of TMDB's export that catalogue.update imported last.")
    Member(
      "next_update_at", \.nextUpdateAt,
      "When a weekly update is next due or tried; null: updates are manual, or one is in progress. UTC.")
    Member(
      "update_reason", \.updateReason,
      """
      Why a weekly update that is due waits: the connection is metered, the machine runs on battery, TMDB was not \
      reached, or the last try failed otherwise. Null: none waits.
      """)
    Member(
      "imports_lost", \.importsLost,
      "The file of imported titles cannot be read: they must be imported again.")
    Member.message(\.message, "All of this in words.")
  }
}

package struct MethodStatus: JSONObject {
  package var calls: Int
  package var errors: Int
  /// Microseconds.
  package var median: Int
  package var percentile99: Int

  package init(calls: Int, errors: Int, median: Int, percentile99: Int) {
    (self.calls, self.errors, self.median, self.percentile99) = (calls, errors, median, percentile99)
  }

  package static let shape = Shape<Self>("MethodStatus") {
    Member("calls", \.calls, "Answers since the daemon's start, including errors.")
    Member("errors", \.errors, "Answers that were errors.")
    Member("p50_us", \.median, "Median time to the answer, microseconds.")
    Member("p99_us", \.percentile99, "99th percentile of the time to the answer, microseconds.")
  }
}
