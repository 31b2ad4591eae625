import EventLoop
import MovieProtocol

extension FolderSync: Feature {
  convenience init(_ server: Server, dataFolder: String) {
    self.init(
      server.profiles, server.time, dataFolder: dataFolder, limits: server.limits, logger: server.logger)
  }

  var handlers: [MethodHandler] { SyncHandlers.handlers }

  func begin(in server: Server) {
    onNewTitles = { [weak server] in server?.tell(.titlesMerged) }
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .libraryLoaded, .libraryChanged: schedule()
    case .settingsChanged:
      let settings = server.profiles.shared
      use(folder: settings.syncFolder, passphraseFile: settings.syncPassphraseFile, server.limits)
    case .hourPassed: tidyWithoutFolder()
    default: break
    }
  }

  func describe(in status: inout DaemonStatus, of server: Server) { status.sync = describe() }
}

extension Server {
  /// Nil: the library is in memory only.
  var sync: FolderSync? { find() }
}
