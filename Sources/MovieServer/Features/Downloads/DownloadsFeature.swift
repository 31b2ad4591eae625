import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

extension Downloads: Feature {
  func begin(in server: Server) {
    topic = server.topics.add(.downloads)
    onStateChange = { [weak server] in server?.tell(.downloadsChanged) }
    images?.storedElsewhere = { [weak self] in self?.picture($0) }
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .libraryLoaded(let state): load(state.downloads)
    case .settingsChanged: use(Setup(server.profiles.shared, server.limits))
    case .networkChanged(isOnline: true): networkIsBack()
    default: break
    }
  }
}

extension Downloads.Setup {
  init(_ settings: Settings, _ limits: Limits) {
    self.init(
      limits: limits, pictureHost: DownloadQueue.host(of: settings.tmdbImageAddress),
      command: settings.downloadsCommand, proxy: settings.proxy)
  }
}
