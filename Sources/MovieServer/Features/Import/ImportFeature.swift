import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

/// Imports into the libraries, and exports of them.
@LoopActor
final class ImportFeature: Feature {
  let imports: LibraryImports
  let pending: PendingImports
  let handlers = ImportExportHandlers.handlers

  init(_ server: Server) { (imports, pending) = (LibraryImports(server.tasks), PendingImports(server)) }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .libraryLoaded(let state) where state.hasPending: pending.begin()
    case .settingsChanged: pending.use(Upstreams.Settings(server.profiles.shared))
    case .networkChanged(isOnline: true), .upstreamRecovered: pending.recheck()
    case .stopping: pending.close()
    default: break
    }
  }
}

extension Server {
  var libraryImports: LibraryImports { feature(ImportFeature.self).imports }
  var pending: PendingImports { feature(ImportFeature.self).pending }
}
