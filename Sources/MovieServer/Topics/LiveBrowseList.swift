import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// A list of `browse` that a client follows: its first page, fetched again when it is too old, when the day
/// ends, and when the profile's settings or lists change.
@LoopActor
final class LiveBrowseList {
  private let list: BrowseTopicName
  /// The last answer, and the generation in which it was requested; nil: there is none yet.
  private var found: (titles: FoundTitles, generation: CacheGeneration)?
  private var pageSize = 0
  /// The server and profile it is made for; set while a client follows.
  private var reader: (server: Server, profile: Profile)?
  /// Set while a client follows.
  private var timer: LoopTimer?
  private var refreshing: Task<Void, Never>?
  private let changed: @LoopActor (Change) -> Void

  enum Change {
    /// The list has other titles, or another order.
    case titles
    /// Only what the profile has done with them. The topics `library` and `downloads` tell that in a few bytes,
    /// so it is no event of its own.
    case userStates
  }

  /// The minimum time between two refreshes, however often lists change.
  private static let interval: Duration = .seconds(1)
  /// The delay after a failed refresh.
  private static let retry: Duration = .seconds(300)
  /// The timeout of a refresh.
  private static let patience: Duration = .seconds(60)

  /// - Parameter changed: called when a client follows and the list has changed.
  init(_ list: BrowseTopicName, changed: @escaping @LoopActor (Change) -> Void) {
    (self.list, self.changed) = (list, changed)
  }

  /// Whether the page is loaded, is the one a new request would get, and is kept up to date.
  var isKnown: Bool {
    guard let found, let reader, timer != nil else { return false }
    return found.generation == reader.profile.generation
  }

  func load(_ server: Server, _ profile: Profile, deadline: LoopInstant?) async throws {
    if isKnown { return }
    // At the end: a client that leaves meanwhile clears it.
    defer { reader = (server, profile) }
    let generation = profile.generation
    apply(try await query(server, profile, .interactive, deadline: deadline), generation)
  }

  /// The result of `browse`.
  func encoded() -> [UInt8] {
    guard let found = found?.titles, let reader else { return Array("{}".utf8) }
    let page = TitlePage(
      revision: ListRevision(reader.profile, reader.server.titles.catalogue).text(list.list, found),
      results: found.titles, page: 1, pageSize: pageSize, totalResults: found.total)
    var writer = JSONWriter(reserving: 1024 * (found.titles.count + 1))
    page.write(into: &writer)
    var meta = JSONWriter()
    found.meta.write(into: &meta)
    let aged = meta.bytes.aged(
      EncodedResult.Age.all(of: [found.meta], in: meta), at: Timestamp.milliseconds())
    return Array(writer.bytes.dropLast()) + Array(#","meta":"#.utf8) + aged + Array("}".utf8)
  }

  /// The first client follows it, or the last one has left: then there is no timer.
  func setObserved(_ isObserved: Bool) {
    timer?.close()
    timer = nil
    if isObserved {
      timer = LoopTimer()
      schedule()
    } else {
      refreshing?.cancel()
      (found, reader, refreshing) = (nil, nil, nil)
    }
  }

  /// Settings or lists have changed, and the page may have.
  func resultsChanged() {
    // A refresh under way checks this at its end.
    if refreshing == nil { timer?.start(after: Self.interval) { self.refresh() } }
  }

  private func schedule() {
    guard let found, let reader else { return }
    guard found.generation == reader.profile.generation else { return resultsChanged() }
    let now = Timestamp.milliseconds()
    // Local results are valid for the day.
    let due = found.titles.meta.freshUntil ?? reader.server.clock.dayEnds &* 1000
    timer?.start(after: .milliseconds(min(max(due &- now, 60_000), 86_400_000))) {
      self.refresh(maxAge: 60_000)
    }
  }

  private func refresh(maxAge: Int? = nil) {
    guard refreshing == nil, let (server, profile) = reader else { return }
    server.updateClock()
    let generation = profile.generation
    refreshing = LoopTask.start {
      let new = try? await self.query(
        server, profile, .prefetch, deadline: EventLoop.now + Self.patience, maxAge: maxAge)
      // The last client has left; another may have come.
      guard !Task.isCancelled else { return }
      self.refreshing = nil
      // A fallback does not replace an answer of upstream.
      let isWorse = new?.meta.isOffline == true && self.found?.generation == generation
      if let new, !isWorse {
        self.apply(new, generation)
        self.schedule()
      } else if profile.generation != generation {
        self.resultsChanged()
      } else {
        self.timer?.start(after: Self.retry) { self.refresh(maxAge: maxAge) }
      }
    }
  }

  private func apply(_ new: FoundTitles, _ generation: CacheGeneration) {
    let old = found?.titles
    found = (new, generation)
    guard timer != nil else { return }
    let isSame = old?.total == new.total && old.map(Self.unmarked) == Self.unmarked(new)
    changed(isSame ? .userStates : .titles)
  }

  private static func unmarked(_ found: FoundTitles) -> [Title] {
    found.titles.map {
      var title = $0
      title.userState = Title.UserState()
      return title
    }
  }

  private func query(
    _ server: Server, _ profile: Profile, _ priority: FetchOptions.Priority, deadline: LoopInstant?,
    maxAge: Int? = nil
  ) async throws -> FoundTitles {
    var options = FetchOptions(profile.settings, day: server.day)
    options.priority = priority
    options.deadline = deadline
    options.maxAge = maxAge
    pageSize = min(profile.settings.pageSize, server.limits.pageSize)
    let titles = ProfileTitles(server.titles, profile, server.profiles.library)
    return try await titles.browse(
      BrowseParams(list: list.list, mediaType: list.mediaType, pageSize: pageSize), options)
  }
}
