import EventLoop
import MovieProtocol

/// Wakes those who follow what comes out today: at midnight where the user is, and when something is to be
/// asked for anew. While nobody follows there is no timer.
@LoopActor
final class CalendarWatch {
  private unowned let server: Server
  private var followers: [FollowedReleases] = []
  private var timer: WallTimer?

  /// Asking anew is done together, at least so many seconds later.
  private static let minWait: Int64 = 3600

  init(_ server: Server) { self.server = server }

  var isArmed: Bool { timer != nil }

  func add(_ follower: FollowedReleases) {
    followers.append(follower)
    arm()
  }

  func remove(_ follower: FollowedReleases) {
    followers.removeAll { $0 === follower }
    guard followers.isEmpty else { return }
    timer?.close()
    timer = nil
    server.releases.walk.end()
  }

  /// Something that comes out today is known, or all that could be asked for is.
  func look() {
    for follower in followers { follower.scopeChanged() }
  }

  /// Whatever stood in the way of asking may be gone.
  func recheck() {
    server.releases.walk.endRest()
    look()
  }

  /// When to wake next, in seconds since 1970.
  func moment(at now: Int64) -> Int64 {
    var moment = server.clock.midnight(now)
    if let due = followers.compactMap(\.nextDue).min() {
      moment = min(moment, max(due, now + Self.minWait))
    }
    if let rest = server.releases.walk.restsUntil, rest > now { moment = min(moment, rest + 1) }
    return moment
  }

  func arm() {
    guard !followers.isEmpty else { return }
    let timer = timer ?? WallTimer()
    self.timer = timer
    timer.start(at: moment(at: server.clock.now())) { [weak self] in self?.ring() }
  }

  /// The timer's moment has come, or the clock was set.
  func ring() {
    server.updateClock(isSet: true)
    look()
    arm()
  }
}
