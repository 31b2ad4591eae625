import EventLoop
import MovieProtocol

extension CalendarWatch: Feature {
  var handlers: [MethodHandler] { ReleasesHandler.handlers }

  func begin(in server: Server) {
    releases.onChange = { [weak self] in self?.check() }
    releases.crawler.onEnd = { [weak self] in self?.check() }
    releases.followed = server.followedTitles
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .profileAdded(let profile): profile.topics.add(.releases())
    case .settingsChanged, .networkChanged: recheck()
    case .followedTitlesChanged: check()
    case .stopped: releases.crawler.close()
    default: break
    }
  }
}

extension Server {
  var calendarWatch: CalendarWatch { feature() }
  var releases: Releases { calendarWatch.releases }
}
