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
  package var sharedCacheMilliseconds = 50
  package var sharedPictureBytes = 0
  package var imagesBytes = 256 << 20
  package var libraryEntries = 20_000
  package var searches = 1000
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
    /// A client can exceed it, so that `hello` tells it.
    package let isOfClients: Bool

    fileprivate init(
      _ name: String, _ field: any WritableKeyPath<Limits, Int> & Sendable, _ range: ClosedRange<Int>,
      isOfClients: Bool = false, _ summary: String
    ) {
      (self.name, self.field, self.range, self.summary) = (name, field, range, summary)
      self.isOfClients = isOfClients
    }
  }

  package static let entries: [Entry] = [
    Entry("line_bytes", \.lineBytes, 1024...(16 << 20), isOfClients: true, "Bytes of a request."),
    Entry(
      "line_ms", \.lineMilliseconds, 100...600_000, isOfClients: true,
      "Milliseconds from a request's first byte to its last."),
    Entry("depth", \.depth, 8...64, isOfClients: true, "Nesting depth of arrays and objects."),
    Entry("method_bytes", \.methodBytes, 32...1024, isOfClients: true, "Bytes of a method's name."),
    Entry("id_bytes", \.idBytes, 16...1024, isOfClients: true, "Bytes of an id."),
    Entry("batch_items", \.batchItems, 1...1024, isOfClients: true, "Requests in a batch."),
    Entry("subscriptions", \.subscriptions, 1...1024, isOfClients: true, "Subscriptions of a connection."),
    Entry("in_flight", \.inFlight, 1...1024, isOfClients: true, "Unanswered requests of a connection."),
    Entry("in_flight_total", \.inFlightTotal, 1...65_536, "Unanswered requests of all connections."),
    Entry(
      "write_soft_bytes", \.writeSoftBytes, 4096...(64 << 20),
      "Backlog at which the daemon stops reading from a client."),
    Entry(
      "write_hard_bytes", \.writeHardBytes, 65_536...(256 << 20), isOfClients: true,
      "Backlog at which the daemon disconnects a client."),
    Entry(
      "write_total_bytes", \.writeTotalBytes, (1 << 20)...(4 << 30),
      "Memory held for all clients at which the one holding most is disconnected."),
    Entry(
      "write_stall_ms", \.writeStallMilliseconds, 100...600_000, isOfClients: true,
      "Milliseconds without reading after which a client is disconnected."),
    Entry("connections", \.connections, 1...65_536, isOfClients: true, "Open connections."),
    Entry("page_size", \.pageSize, 1...100, isOfClients: true, "Titles per page."),
    Entry(
      "drain_ms", \.drainMilliseconds, 0...60_000,
      "Milliseconds that open requests have to finish at shutdown."),
    Entry(
      "cached_results_bytes", \.cachedResultsBytes, 0...(1 << 30), "Bytes of memory for encoded results."),
    Entry("upstream_rate", \.upstreamRate, 1...1000, "Requests to TMDB per second."),
    Entry("upstream_burst", \.upstreamBurst, 1...1000, "Burst of requests to TMDB after a pause."),
    Entry("upstream_at_once", \.upstreamAtOnce, 1...64, "Concurrent requests to TMDB."),
    Entry(
      "upstream_memory_bytes", \.upstreamMemoryBytes, 0...(1 << 30),
      "Bytes of memory for upstream responses."),
    Entry(
      "upstream_disk_bytes", \.upstreamDiskBytes, 0...(1 << 40),
      "Bytes of cache.sqlite. Applies from the next start."),
    Entry(
      "shared_cache_ms", \.sharedCacheMilliseconds, 1...10_000,
      "Timeout in milliseconds of a request to the shared cache."),
    // The store's replies have the same bound.
    Entry(
      "shared_picture_bytes", \.sharedPictureBytes, 0...(1 << 20),
      "Bytes of a picture that is stored in the shared cache; 0: none is."),
    Entry(
      "images_bytes", \.imagesBytes, (1 << 20)...(1 << 40),
      "Bytes of cached pictures; pictures of the last hour may take as much again."),
    Entry(
      "library_entries", \.libraryEntries, 1...1_000_000, isOfClients: true, "Titles on a list of a profile."),
    Entry("searches", \.searches, 1...100_000, "Recorded searches of a profile."),
    Entry(
      "import_wait_ms", \.importWaitMilliseconds, 0...600_000,
      "Milliseconds that an import waits in total for an unreachable upstream."),
    Entry("profiles", \.profiles, 1...1000, isOfClients: true, "Profiles, including default."),
    Entry("downloads", \.downloads, 1...100_000, isOfClients: true, "Downloaded titles."),
    Entry("downloads_at_once", \.downloadsAtOnce, 1...16, "Concurrent downloads of files."),
    Entry("downloads_per_host", \.downloadsPerHost, 1...8, "Concurrent downloads from one server."),
    Entry(
      "download_tries", \.downloadTries, 1...100,
      "Tries in a row without progress after which a download fails."),
    Entry("download_bytes", \.downloadBytes, 1_048_576...(1 << 42), "Bytes of a downloaded file."),
  ]
}
