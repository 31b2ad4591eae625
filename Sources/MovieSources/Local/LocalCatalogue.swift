package import EventLoop
import Logging
import MovieProtocol
import MovieStore

/// The catalogue as the loop sees it: what it has, and whether all of it is there yet.
@LoopActor
package final class LocalCatalogue: Sendable {
  let catalogue: Catalogue
  private(set) var facts: Catalogue.Facts
  private let logger: Logger
  /// A build or an import that is under way.
  private var building: SharedFetch<Void>?
  /// Of an import that is under way.
  private(set) var importing: CatalogueProgress?

  init(_ catalogue: Catalogue, _ facts: Catalogue.Facts, _ logger: Logger) {
    (self.catalogue, self.facts, self.logger) = (catalogue, facts, logger)
  }

  /// - Parameter folder: of `catalogue.sqlite`; nil: in memory.
  static func open(folder: String?, embedded: Bool, logger: Logger) async -> LocalCatalogue {
    let (catalogue, notices) = await Catalogue.open(folder: folder, embedded: embedded)
    let opened = LocalCatalogue(catalogue, await catalogue.facts, logger)
    opened.log(notices)
    return opened
  }

  /// Of what was just answered. Without titles nothing here comes from TMDB. What the best-known titles
  /// alone answer says so and is not cached, also if the question has only now found the file damaged.
  ///
  /// - Parameter isSearch: all titles are searched before all are there.
  func meta(of titles: [CatalogueTitle], isSearch: Bool = false) -> Meta {
    var meta = Meta(
      source: .catalogue, cache: .none, asOf: facts.asOf, attribution: facts.titles == 0 ? [] : ["TMDB"])
    if titles.contains(where: { !$0.imdbFacts.isEmpty }) { meta.attribution.append("IMDb") }
    if isSearch ? !catalogue.searchesAll : !facts.isWhole || catalogue.needsBuild {
      meta.reason = .catalogueBuilding
      meta.expireNow()
    }
    return meta
  }

  /// Begins to build the catalogue, if it is not whole and is not being built.
  ///
  /// - Parameter then: called when it is whole, if this began it.
  func buildIfNeeded(_ then: @escaping @LoopActor () -> Void) {
    guard building == nil, catalogue.needsBuild else { return }
    building = SharedFetch(isUnattended: true) { [self] in
      facts = await catalogue.facts
      await catalogue.build()
      facts = await catalogue.facts
      log(await catalogue.takeNotices())
      building = nil
      if facts.isWhole { then() }
      await EventLoop.giveMemoryBack()
    }
  }

  /// Waits for a build or an import that is under way.
  ///
  /// - Throws: `CatalogueUnfinished` at the deadline; `CancellationError` when the caller's task is cancelled.
  func whole(until deadline: LoopInstant? = nil) async throws {
    do {
      try await building?.value(until: deadline)
    } catch is SharedFetch<Void>.DeadlineExceeded {
      throw CatalogueUnfinished()
    }
  }

  /// Builds the catalogue again with more titles, when it is whole.
  func importTitles(
    _ job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts {
    try? await whole()
    importing = job.progress
    typealias Made = Result<CatalogueImport.Counts, CatalogueImport.Failure>
    let importer = LoopTask.start { [self] () async -> Made in
      let made: Made
      do throws(CatalogueImport.Failure) {
        made = .success(try await catalogue.build(importing: job))
      } catch {
        made = .failure(error)
      }
      facts = await catalogue.facts
      (importing, building) = (nil, nil)
      return made
    }
    building = SharedFetch(isUnattended: true) { _ = await importer.value }
    let made = await importer.value
    log(await catalogue.takeNotices())
    await EventLoop.giveMemoryBack()
    return try made.get()
  }

  /// Ends a build or an import that is under way.
  func end() async {
    catalogue.cancelBuild()
    importing?.cancel()
    try? await building?.value()
  }

  private func log(_ notices: [CatalogueNotice]) {
    for notice in notices {
      logger.log(level: notice.code == .built ? .info : .warning, "\(notice)")
    }
  }
}

/// The answer is not known before all titles are there, and the request's deadline came first.
package struct CatalogueUnfinished: Error, CustomStringConvertible {
  package init() {}
  package let description = "the catalogue is still being built"
}
