package import EventLoop
import Logging
import MovieProtocol
import MovieStore

/// The catalogue as the loop sees it: what it has, and an import that is under way.
@LoopActor
package final class LocalCatalogue: Sendable {
  let catalogue: Catalogue
  private(set) var facts: Catalogue.Facts
  private let logger: Logger
  /// Of an import that is under way.
  private(set) var importing: CatalogueProgress?
  private var importer: Task<Void, Never>?

  init(_ catalogue: Catalogue, _ facts: Catalogue.Facts, _ logger: Logger) {
    (self.catalogue, self.facts, self.logger) = (catalogue, facts, logger)
  }

  /// - Parameters:
  ///   - folder: of `catalogue.index`; nil: in memory.
  ///   - progress: to end it early.
  static func open(
    folder: String?, embedded: Bool, logger: Logger, progress: CatalogueProgress
  ) async -> LocalCatalogue {
    let (catalogue, notices) = await Catalogue.open(folder: folder, embedded: embedded, progress: progress)
    let opened = LocalCatalogue(catalogue, await catalogue.facts, logger)
    opened.log(notices)
    if !Catalogue.hasFacts { logger.notice("this build has no facts about titles; TMDB has, with a key") }
    return opened
  }

  /// Of what was just answered. Without titles nothing here comes from TMDB.
  func meta(of titles: [CatalogueTitle]) -> Meta {
    // The question has found the file damaged, and it was made again.
    if catalogue.hasChanged { LoopTask.start { await self.update() } }
    var meta = Meta(
      source: .catalogue, cache: .none, asOf: facts.asOf, attribution: facts.titles == 0 ? [] : ["TMDB"])
    if titles.contains(where: { !$0.imdbFacts.isEmpty }) { meta.attribution.append("IMDb") }
    return meta
  }

  /// Builds the catalogue again with more titles.
  func importTitles(
    _ job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts {
    importing = job.progress
    typealias Made = Result<CatalogueImport.Counts, CatalogueImport.Failure>
    // A task of its own: the end of the request that asked for it is not the end of it.
    let work = LoopTask.start { [self] () async -> Made in
      let made: Made
      do throws(CatalogueImport.Failure) {
        made = .success(try await catalogue.build(importing: job))
      } catch {
        made = .failure(error)
      }
      facts = await catalogue.facts
      (importing, importer) = (nil, nil)
      return made
    }
    importer = LoopTask.start { _ = await work.value }
    let made = await work.value
    log(await catalogue.takeNotices())
    await EventLoop.giveMemoryBack()
    return try made.get()
  }

  /// Ends an import that is under way.
  func end() async {
    importing?.cancel()
    await importer?.value
  }

  private func update() async {
    log(await catalogue.takeNotices())
    facts = await catalogue.facts
  }

  private func log(_ notices: [CatalogueNotice]) {
    for notice in notices {
      logger.log(level: notice.code == .built ? .info : .warning, "\(notice)")
    }
  }
}
