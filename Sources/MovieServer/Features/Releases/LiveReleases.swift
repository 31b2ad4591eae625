import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// The titles of one profile's watchlist that come out today.
struct LiveReleases: LiveSource {
  struct Value: Sendable {
    let rows: [TitleRelease]
    /// When a title has to be fetched again; nil: unknown.
    let nextDue: Timestamp?
    /// Certificates that an age limit needs are missing.
    let isIncomplete: Bool
  }

  /// The maximum number of rows and of bytes: clients that accept 64 KiB must be able to read an event.
  private static let maxRows = 200
  private static let maxBytes = 60_000
  /// How long to wait for the certificates that an age limit needs.
  private static let patience: Duration = .seconds(2)

  /// - Throws: `storage_error`: the library cannot be read.
  func find(_ server: Server, _ profile: Profile, _ options: FetchOptions) async throws -> Value {
    var options = options
    (options.priority, options.deadline, options.maxAge) = (.prefetch, nil, nil)
    let today = Day(options.day) ?? Day(days: 0)
    let titles = ProfileTitles(server.titles, profile, server.profiles.library)
    let question = Releases.Question(
      days: today...today, maxRows: Self.maxRows, profile: profile.name, waits: false)
    var found = try await server.releases.find(question, options)
    options.deadline = EventLoop.now + Self.patience
    found.meta.freshUntil = nil
    let rows = try await titles.releases(&found, options)
    try await server.profiles.untilAnswered()
    return Value(rows: rows, nextDue: found.nextDue, isIncomplete: found.meta.freshUntil != nil)
  }

  func replaced(_ old: Value?, by new: Value, _ server: Server, _ topic: Topic) {
    if old?.rows != new.rows { topic.changed() }
    server.calendarWatch.arm()
  }

  func lifetime(of value: Value, _ server: Server) -> Duration? { value.isIncomplete ? .seconds(60) : nil }

  func encoded(_ value: Value, _ server: Server, _ profile: Profile) -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
    writer.object { writer in
      writer.name("results")
      writer.array { writer in
        for row in value.rows where writer.bytes.count < Self.maxBytes { row.write(into: &writer) }
      }
    }
    return writer.bytes
  }
}
