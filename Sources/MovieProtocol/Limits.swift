/// The bounds of everything that could grow, with their names on the wire and in config.toml.
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
  package var writeStallMilliseconds = 10_000
  package var connections = 1024
  package var pageSize = 100
  package var drainMilliseconds = 5000
  package var keptResultsBytes = 16 << 20

  package init() {}

  /// A limit a person may set, with the range that keeps the daemon usable.
  package struct Entry: Sendable {
    package let name: String
    package let field: any WritableKeyPath<Limits, Int> & Sendable
    package let range: ClosedRange<Int>
  }

  package static let entries: [Entry] = [
    Entry(name: "line_bytes", field: \.lineBytes, range: 1024...(16 << 20)),
    Entry(name: "line_ms", field: \.lineMilliseconds, range: 100...600_000),
    Entry(name: "depth", field: \.depth, range: 8...64),
    Entry(name: "method_bytes", field: \.methodBytes, range: 32...1024),
    Entry(name: "id_bytes", field: \.idBytes, range: 16...1024),
    Entry(name: "batch_items", field: \.batchItems, range: 1...1024),
    Entry(name: "subscriptions", field: \.subscriptions, range: 1...1024),
    Entry(name: "in_flight", field: \.inFlight, range: 1...1024),
    Entry(name: "in_flight_total", field: \.inFlightTotal, range: 1...65_536),
    Entry(name: "write_soft_bytes", field: \.writeSoftBytes, range: 4096...(64 << 20)),
    Entry(name: "write_hard_bytes", field: \.writeHardBytes, range: 65_536...(256 << 20)),
    Entry(name: "write_stall_ms", field: \.writeStallMilliseconds, range: 100...600_000),
    Entry(name: "connections", field: \.connections, range: 1...65_536),
    Entry(name: "page_size", field: \.pageSize, range: 1...100),
    Entry(name: "drain_ms", field: \.drainMilliseconds, range: 0...60_000),
    Entry(name: "kept_results_bytes", field: \.keptResultsBytes, range: 0...(1 << 30)),
  ]
}
