import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

extension Downloads: Feature {
  convenience init(_ server: Server, folder: String) {
    self.init(
      folder: folder, states: server.profiles.downloads, titles: server.titles,
      images: server.upstreams?.images, library: server.profiles.library,
      environment: ProcessFacts.environment(), logger: server.logger)
  }

  var handlers: [MethodHandler] { DownloadHandlers.handlers }

  func begin(in server: Server) {
    topic = server.topics.add(.downloads)
    // Cached results have `user_state.download` of their titles.
    onStateChange = { [weak server] in server?.profiles.invalidateCaches() }
    images?.storedElsewhere = { [weak self] in self?.picture($0) }
    server.upstreams?.downloaderEnvironment = environment
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .libraryLoaded(let state): load(state.downloads)
    case .settingsChanged: use(Setup(server.profiles.shared, server.limits))
    case .networkChanged(isOnline: true): networkIsBack()
    default: break
    }
  }

  func end(by deadline: LoopInstant) async { await end() }
}

extension Downloads.Setup {
  init(_ settings: Settings, _ limits: Limits) {
    self.init(
      limits: limits, pictureHost: DownloadQueue.host(of: settings.tmdbImageAddress),
      command: settings.downloadsCommand, proxy: settings.proxy)
  }
}

extension Server {
  var downloads: Downloads { feature() }
}

extension TitleResolver.Scope {
  static let downloads = Self(
    keys: { request in
      let downloads = request.call.server.downloads
      try await downloads.loaded()
      return Set(downloads.queue.order)
    }, advice: .seeDownloads, resource: "download"
  ) { .noDownloadCalled($0) }
}
