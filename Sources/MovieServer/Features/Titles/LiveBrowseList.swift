import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// The first page of a list of `browse`, as a topic of its own.
struct LiveBrowseList: LiveSource {
  typealias Value = (titles: FoundTitles, pageSize: Int)

  let list: BrowseTopicName

  func find(_ server: Server, _ profile: Profile, _ options: FetchOptions) async throws -> Value {
    let pageSize = min(profile.settings.pageSize, server.limits.pageSize)
    let found = try await ProfileTitles(server.titles, profile, server.profiles.library).browse(
      BrowseParams(list: list.list, mediaType: list.mediaType, pageSize: pageSize), options)
    // A fallback does not replace an answer of upstream.
    if options.maxAge != nil, found.meta.isOffline { throw CancellationError() }
    return (found, pageSize)
  }

  func replaced(_ old: Value?, by new: Value, _ server: Server, _ topic: Topic) {
    let isSame =
      old?.titles.total == new.titles.total
      && old.map { Self.unmarked($0.titles) } == Self.unmarked(new.titles)
    // What the profile has done with them is no event of its own: the topics `library` and `downloads` report it
    // in a few bytes.
    if isSame { topic.changedQuietly() } else { topic.changed() }
  }

  private static func unmarked(_ found: FoundTitles) -> [Title] {
    found.titles.map {
      var title = $0
      title.userState = Title.UserState()
      return title
    }
  }

  func lifetime(of value: Value, _ server: Server) -> Duration? {
    // Local results are valid for the day, of which the clock is sure for some minutes only.
    let due = value.titles.meta.freshUntil ?? server.clock.dayEnds
    return min(max(due - .now, .seconds(60)), .seconds(86_400))
  }

  /// The result of `browse`.
  func encoded(_ value: Value, _ server: Server, _ profile: Profile) -> [UInt8] {
    let found = value.titles
    let page = TitlePage(
      revision: ListRevision(profile, server).text(list.list, found),
      results: found.titles, page: 1, pageSize: value.pageSize, totalResults: found.total)
    return result(found.meta, reserving: 1024 * (found.titles.count + 1)) { page.write(into: &$0) }
  }
}
