import MovieProtocol
import MovieSources
import MovieStore

extension TitleMatcher {
  /// Keys looked up in the library at once, so that other calls get their turn.
  private static let keysAtOnce = 1000

  /// Looks up `wanted` in the library.
  ///
  /// - Parameter client: the connection for which upstream is queried; 0: the daemon itself.
  static func make(
    for wanted: [ImportRow], of profile: Profile, _ server: Server, client: UInt64 = 0
  ) async throws(LibraryError) -> TitleMatcher {
    var options = FetchOptions(profile.settings, day: server.day)
    if profile.ageLimit != nil { options.includesAdult = false }
    options.client = client
    options.priority = .prefetch
    options.includesRelated = false
    options.owner = profile.name
    return TitleMatcher(
      titles: server.titles, options: options, known: try await keys(wanted, of: profile, server),
      ageFilter: AgeFilter(profile, server.titles))
  }

  private static func keys(
    _ titles: [ImportRow], of profile: Profile, _ server: Server
  ) async throws(LibraryError) -> [TitleKey: TitleKey] {
    var rest = titles.filter { $0.facts == nil }.flatMap(\.keys)[...]
    var known: [TitleKey: TitleKey] = [:]
    while !rest.isEmpty {
      let some = Array(rest.prefix(keysAtOnce))
      rest = rest.dropFirst(some.count)
      let name = profile.name
      let found = try await server.profiles.library.read { library throws(LibraryError) in
        try await library.keys(some, profile: name)
      }
      known.merge(found) { first, _ in first }
    }
    return known
  }
}
