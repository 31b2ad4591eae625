import EventLoop
import MovieProtocol

/// Titles for the catalogue, from files and from TMDB's exports.
@LoopActor
final class CatalogueFeature: Feature {
  let imports: CatalogueImports
  let updates: CatalogueUpdates
  let handlers = CatalogueHandlers.handlers

  /// - Parameter folder: in which the exports are while they are fetched, made when it is needed.
  init(_ server: Server, exports folder: String) {
    imports = CatalogueImports(
      server.titles, server.tasks, exports: TMDBExports(folder: folder), logger: server.logger)
    updates = CatalogueUpdates(
      imports, server.titles, server.clock, SystemBus(environment: ProcessFacts.environment()),
      logger: server.logger)
    // By hand or not.
    imports.onEnd = { [weak updates] in updates?.arm() }
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .settingsChanged:
      let settings = server.profiles.shared
      imports.exports?.use(address: settings.tmdbExportAddress, proxy: settings.proxy)
      updates.use(isWeekly: settings.updatesCatalogueWeekly)
    case .stopping: updates.close()
    default: break
    }
  }

  func describe(in status: inout DaemonStatus, of server: Server) {
    imports.describe(&status.catalogue)
    updates.describe(&status.catalogue)
  }

  func endLast() async { await updates.end() }
}

extension Server {
  var catalogueImports: CatalogueImports { feature(CatalogueFeature.self).imports }
  var catalogueUpdates: CatalogueUpdates { feature(CatalogueFeature.self).updates }
}
