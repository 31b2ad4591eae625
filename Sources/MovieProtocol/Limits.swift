/// The limits of everything that could grow, with their names on the wire and in config.toml.
package struct Limits: Sendable, Equatable {
  package var lineBytes = 1 << 20
  package var lineMilliseconds = 30_000
  package var depth = 64
  package var methodBytes = 128
  package var idBytes = 128
  package var batchItems = 64
  package var subscriptions = 32
  package var inFlight = 64
  package var inFlightTotal = 1024
  package var writeSoftBytes = 1 << 20
  package var writeHardBytes = 8 << 20
  package var writeTotalBytes = 64 << 20
  package var writeStallMilliseconds = 10_000
  package var connections = 1024
  package var pageSize = 100
  package var drainMilliseconds = 5000
  package var cachedResultsBytes = 16 << 20
  package var upstreamRate = 20
  /// Together with the rate, the number of requests sent in the first second: TMDB tolerates about 40.
  package var upstreamBurst = 20
  package var upstreamAtOnce = 8
  package var upstreamMemoryBytes = 8 << 20
  package var upstreamDiskBytes = 64 << 20
  package var imagesBytes = 256 << 20
  package var libraryEntries = 20_000
  package var historyTerms = 1000
  package var importWaitMilliseconds = 60_000
  package var downloads = 1000
  package var downloadsAtOnce = 3
  package var downloadsPerHost = 1
  package var downloadTries = 5
  package var downloadBytes = 4 << 30
  package var profiles = 32

  package init() {}

  /// A limit that users may set, with the range that keeps the daemon usable.
  package struct Entry: Sendable {
    package let name: String
    package let field: any WritableKeyPath<Limits, Int> & Sendable
    package let range: ClosedRange<Int>
    package let summary: String
  }

  package static let entries: [Entry] = [
    Entry(
      name: "line_bytes", field: \.lineBytes, range: 1024...(16 << 20),
      summary: "Bytes of a request."),
    Entry(
      name: "line_ms", field: \.lineMilliseconds, range: 100...600_000,
      summary: "Milliseconds from a request's first byte to its last."),
    Entry(
      name: "depth", field: \.depth, range: 8...64,
      summary: "Nesting depth of arrays and objects."),
    Entry(
      name: "method_bytes", field: \.methodBytes, range: 32...1024,
      summary: "Bytes of a method's name."),
    Entry(
      name: "id_bytes", field: \.idBytes, range: 16...1024,
      summary: "Bytes of an id."),
    Entry(
      name: "batch_items", field: \.batchItems, range: 1...1024,
      summary: "Requests in a batch."),
    Entry(
      name: "subscriptions", field: \.subscriptions, range: 1...1024,
      summary: "Subscriptions of a connection."),
    Entry(
      name: "in_flight", field: \.inFlight, range: 1...1024,
      summary: "Unanswered requests of a connection."),
    Entry(
      name: "in_flight_total", field: \.inFlightTotal, range: 1...65_536,
      summary: "Unanswered requests of all connections."),
    Entry(
      name: "write_soft_bytes", field: \.writeSoftBytes, range: 4096...(64 << 20),
      summary: "Backlog at which the daemon stops reading from a client."),
    Entry(
      name: "write_hard_bytes", field: \.writeHardBytes, range: 65_536...(256 << 20),
      summary: "Backlog at which the daemon disconnects a client."),
    Entry(
      name: "write_total_bytes", field: \.writeTotalBytes, range: (1 << 20)...(4 << 30),
      summary: "Memory held for all clients at which the one holding most is disconnected."),
    Entry(
      name: "write_stall_ms", field: \.writeStallMilliseconds, range: 100...600_000,
      summary: "Milliseconds without reading after which a client is disconnected."),
    Entry(
      name: "connections", field: \.connections, range: 1...65_536,
      summary: "Open connections."),
    Entry(
      name: "page_size", field: \.pageSize, range: 1...100,
      summary: "Titles per page."),
    Entry(
      name: "drain_ms", field: \.drainMilliseconds, range: 0...60_000,
      summary: "Milliseconds that open requests have to finish at shutdown."),
    Entry(
      name: "kept_results_bytes", field: \.cachedResultsBytes, range: 0...(1 << 30),
      summary: "Bytes of memory for encoded results."),
    Entry(
      name: "upstream_rate", field: \.upstreamRate, range: 1...1000,
      summary: "Requests to TMDB per second."),
    Entry(
      name: "upstream_burst", field: \.upstreamBurst, range: 1...1000,
      summary: "Burst of requests to TMDB after a pause."),
    Entry(
      name: "upstream_at_once", field: \.upstreamAtOnce, range: 1...64,
      summary: "Concurrent requests to TMDB."),
    Entry(
      name: "upstream_memory_bytes", field: \.upstreamMemoryBytes, range: 0...(1 << 30),
      summary: "Bytes of memory for upstream responses."),
    Entry(
      name: "upstream_disk_bytes", field: \.upstreamDiskBytes, range: 0...(1 << 40),
      summary: "Bytes of cache.sqlite. Applies from the next start."),
    Entry(
      name: "images_bytes", field: \.imagesBytes, range: (1 << 20)...(1 << 40),
      summary: "Bytes of cached pictures; pictures of the last hour may take as much again."),
    Entry(
      name: "library_entries", field: \.libraryEntries, range: 1...1_000_000,
      summary: "Titles on a list of a profile."),
    Entry(
      name: "history_terms", field: \.historyTerms, range: 1...100_000,
      summary: "Searches in the history of a profile."),
    Entry(
      name: "import_wait_ms", field: \.importWaitMilliseconds, range: 0...600_000,
      summary: "Milliseconds that an import waits in total for an unreachable upstream."),
    Entry(
      name: "profiles", field: \.profiles, range: 1...1000,
      summary: "Profiles, including default."),
    Entry(
      name: "downloads", field: \.downloads, range: 1...100_000,
      summary: "Downloaded titles."),
    Entry(
      name: "downloads_at_once", field: \.downloadsAtOnce, range: 1...16,
      summary: "Concurrent downloads of files."),
    Entry(
      name: "downloads_per_host", field: \.downloadsPerHost, range: 1...8,
      summary: "Concurrent downloads from one server."),
    Entry(
      name: "download_tries", field: \.downloadTries, range: 1...100,
      summary: "Tries in a row without progress after which a download fails."),
    Entry(
      name: "download_bytes", field: \.downloadBytes, range: 1_048_576...(1 << 42),
      summary: "Bytes of a downloaded file."),
  ]
}
