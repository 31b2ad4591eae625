import EventLoop
import MovieProtocol
import MovieStore

/// The search, and what the profiles have searched for.
@LoopActor
final class SearchesFeature: Feature {
  let handlers = SearchHandler.handlers + SearchesHandlers.handlers
  private unowned let server: Server
  /// By the number of the profile.
  private var histories: [Int: SearchHistory] = [:]

  init(_ server: Server) { self.server = server }

  func history(of profile: Profile) -> SearchHistory {
    if let history = histories[profile.number] { return history }
    let history = SearchHistory(of: profile, server.profiles.library, maxTerms: server.limits.searches)
    if !profile.isGone { histories[profile.number] = history }
    return history
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .profileAdded(let profile):
      let (history, topic) = (history(of: profile), profile.topics.add(.searches))
      history.onChange = { topic.changed() }
      history.onWrite = { [weak server] in server?.tell(.libraryChanged) }
    // Another profile with its name would get them.
    case .profileRemoved(let profile): histories.removeValue(forKey: profile.number)?.discard()
    case .searchesMerged(let profile, let newest): history(of: profile).load(newest)
    case .settingsChanged: for history in histories.values { history.maxTerms = server.limits.searches }
    default: break
    }
  }

  func flush(_ profile: Profile) async { await history(of: profile).flush() }

  func end(by deadline: LoopInstant) async {
    for history in histories.values { await history.end() }
  }
}

extension Server {
  func searches(of profile: Profile) -> SearchHistory {
    feature(SearchesFeature.self).history(of: profile)
  }
}
