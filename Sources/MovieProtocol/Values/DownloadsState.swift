package import JSONRPC

/// The status of all downloads: the state of topic `downloads`.
///
///     {"queued":1,"active":1,"paused":0,"done":3,"failed":0,"bytes":1048576,"total_bytes":52428800,
///      "rate":262144,"items":[Download, ...]}
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

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("queued", counts[.queued] ?? 0)
      writer.member("active", counts[.active] ?? 0)
      writer.member("paused", counts[.paused] ?? 0)
      writer.member("done", counts[.done] ?? 0)
      writer.member("failed", counts[.failed] ?? 0)
      writer.member("bytes", Int(bytes))
      writer.member("total_bytes", totalBytes.map { Int($0) })
      writer.member("rate", Int(rate))
      writer.name("items")
      writer.array { writer in for item in items { item.write(into: &writer) } }
    }
  }

  package static let schema = Schema.object([
    .init("queued", .integer("Downloads that wait for their turn or for another try.")),
    .init("active", .integer("Downloads in progress.")),
    .init("paused", .integer("Paused downloads.")),
    .init("done", .integer("Finished downloads.")),
    .init("failed", .integer("Failed downloads.")),
    .init("bytes", .integer("Bytes fetched of the queued, active and paused downloads.")),
    .init("total_bytes", .optional(.integer("Their total size; null while unknown."))),
    .init("rate", .integer("Bytes per second.")),
    .init(
      "items",
      .list(
        Download.schema,
        "At most 20: unfinished ones in the order of the queue, then finished ones, newest first.")),
  ])
}
