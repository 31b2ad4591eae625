import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

extension LibraryRenewal: Feature {
  var handlers: [MethodHandler] { LibraryHandlers.handlers }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .profileAdded(let profile): profile.topics.add(TopicSource(.watchlist, LiveResult(LiveWatchlist())))
    case .libraryLoaded: use(server.profiles.languages)
    case .settingsChanged where server.profiles.isReady: use(server.profiles.languages)
    case .titlesMerged, .hourPassed: begin()
    case .stopping: close()
    default: break
    }
  }
}

extension Server {
  var renewal: LibraryRenewal { feature() }
}

extension TitleResolver.Scope {
  static func list(_ list: LibraryList) -> Self {
    Self(
      keys: { request in
        let userStates = request.profile.lists.userStates
        return Set(
          userStates.filter { list == .watchlist ? $0.value.isOnWatchlist : $0.value.isFavorite }.keys)
      }, advice: .seeList(list), resource: "entry"
    ) { .noListedTitleCalled($0) }
  }
}
