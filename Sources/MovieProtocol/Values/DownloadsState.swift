/// The status of all downloads: the state of topic `downloads`.
///
///     {"queued":1,"active":1,"paused":0,"done":3,"failed":0,"bytes":1048576,"total_bytes":52428800,
///      "rate":262144,"items":[DownloadSummary, ...]}
package struct DownloadsState: Sendable, Equatable {
  /// The maximum number of `items`.
  package static let maxItems = 20

  package var counts: [Download.State: Int] = [:]
  /// Of downloads that are neither done nor failed.
  package var bytes: Int64 = 0
  package var totalBytes: Int64? = 0
  package var rate: Int64 = 0
  package var items: [Download] = []

  package init() {}

  /// How many are in that state.
  package subscript(state: Download.State) -> Int { counts[state] ?? 0 }

  package mutating func count(_ download: Download) {
    counts[download.state, default: 0] += 1
    switch download.state {
    case .queued, .active, .paused:
      bytes &+= download.bytes
      rate &+= download.rate
      if let total = totalBytes, let more = download.totalBytes {
        totalBytes = total &+ more
      } else {
        totalBytes = nil
      }
    case .done, .failed: break
    }
  }
}

extension DownloadsState: JSONObject {
  package static let shape = Shape<Self>("DownloadsState") {
    Member("queued", \.[.queued], "Downloads that wait for their turn or for another try.")
    Member("active", \.[.active], "Downloads in progress.")
    Member("paused", \.[.paused], "Paused downloads.")
    Member("done", \.[.done], "Finished downloads.")
    Member("failed", \.[.failed], "Failed downloads.")
    Member("bytes", \.bytes, "Bytes fetched of the queued, active and paused downloads.")
    Member("total_bytes", \.totalBytes, "Their total size; null while unknown.")
    Member("rate", \.rate, "Bytes per second.")
    Member(
      "items", \.items, in: Download.summary,
      "At most 20: unfinished ones in the order of the queue, then finished ones, newest first.")
  }
}
