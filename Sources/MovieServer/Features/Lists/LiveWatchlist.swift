import EventLoop
import MovieProtocol
import MovieSources

/// The titles to watch of one profile's watchlist, newest first.
struct LiveWatchlist: LiveSource {
  typealias Value = (page: LibraryPage, meta: Meta)

  /// As many as a bar or a widget shows; the method `watchlist` has the others.
  private static let pageSize = 10
  /// Clients that accept 64 KiB must be able to read an event; notes may be long.
  private static let maxBytes = 60_000

  /// - Throws: `storage_error`: the library cannot be read.
  func find(_ server: Server, _ profile: Profile, _ options: FetchOptions) async throws -> Value {
    var params = LibraryParams(.watchlist, pageSize: Self.pageSize)
    params.isWatched = false
    let titles = ProfileTitles(server.titles, profile, server.profiles.library)
    let (page, meta, lacking) = try await titles.list(params, nil, options)
    server.renewal.add(lacking)
    try await server.profiles.untilAnswered()
    return (page, meta)
  }

  func replaced(_ old: Value?, by new: Value, _ server: Server, _ topic: Topic) {
    if old?.page != new.page { topic.changed() }
  }

  /// Certificates that an age limit needs may be missing.
  func lifetime(of value: Value, _ server: Server) -> Duration? {
    value.meta.freshUntil == nil ? nil : .seconds(60)
  }

  func encoded(_ value: Value, _ server: Server, _ profile: Profile) -> [UInt8] {
    var page = value.page
    while true {
      let bytes = result(value.meta, reserving: 1024 * (page.results.count + 1)) { page.write(into: &$0) }
      if bytes.count <= Self.maxBytes || page.results.isEmpty { return bytes }
      page.results.removeLast()
    }
  }
}
