import EventLoop
import MovieProtocol

extension FollowedCredits: Feature {
  var handlers: [MethodHandler] { FollowHandlers.handlers }

  func begin(in server: Server) {
    crawler.onEnd = { [weak server] in server?.tell(.followedTitlesChanged) }
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .profileAdded(let profile): profile.topics.add(TopicSource(.follow, LiveResult(LiveFollowed())))
    // Perhaps with another source.
    case .settingsChanged: forget()
    case .hourPassed: forgetLocal()
    case .networkChanged: crawler.endBackoff()
    case .stopped: crawler.close()
    default: break
    }
  }
}
