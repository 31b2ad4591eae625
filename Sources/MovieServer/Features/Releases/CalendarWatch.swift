import EventLoop
import MovieProtocol

/// Updates topics of today's releases: at midnight in the user's time zone, and when a title has to be
/// fetched again. There is no timer while no client follows one.
@LoopActor
final class CalendarWatch {
  let releases: Releases
  private unowned let server: Server
  private var lists: [LiveResult<LiveReleases>] = []
  private(set) var timer: WallTimer?

  /// Titles are fetched again together, at least this much later.
  private static let minWait: Duration = .seconds(3600)

  init(_ server: Server) {
    self.server = server
    let profiles = server.profiles
    releases = Releases(
      server.titles, profiles.library, store: server.upstreams,
      isAwaited: { key in profiles.all.contains { $0.lists.userStates[key]?.isOnWatchlist == true } },
      clock: server.clock)
  }

  func add(_ list: LiveResult<LiveReleases>) {
    lists.append(list)
    arm()
  }

  func remove(_ list: LiveResult<LiveReleases>) {
    lists.removeAll { $0 === list }
    guard lists.isEmpty else { return }
    timer?.close()
    timer = nil
    releases.crawler.end()
  }

  /// A release of today has become known, or all possible fetches are done.
  func check() {
    for list in lists { list.resultsChanged() }
  }

  /// The obstacle to fetching may be gone.
  func recheck() {
    releases.crawler.endBackoff()
    check()
  }

  /// When to wake up next.
  func moment(at now: Timestamp) -> Timestamp {
    var moment = server.clock.midnight(now)
    if let due = lists.compactMap(\.value?.nextDue).min() {
      moment = min(moment, max(due, now + Self.minWait))
    }
    if let retry = releases.crawler.retryAt, retry > now { moment = min(moment, retry + .seconds(1)) }
    return moment
  }

  func arm() {
    guard !lists.isEmpty else { return }
    let timer = timer ?? WallTimer()
    self.timer = timer
    timer.start(at: moment(at: server.clock.now())) { [weak self] in self?.ring() }
  }

  /// The timer has fired, or the clock was set.
  func ring() {
    server.updateClock(isSet: true)
    check()
    arm()
  }
}
