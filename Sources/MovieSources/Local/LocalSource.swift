package import EventLoop
import JSONRPC
package import Logging
package import MovieProtocol
package import MovieStore

/// Titles known without the network: those of the catalogue, then the user's titles that it lacks. A request
/// that comes before the catalogue is open waits for it, as long as its folder responds.
@LoopActor
package final class LocalSource: TitleService {
  private let opening: Opening
  private var opened: LocalCatalogue?
  /// A catalogue that is not open by then is being made, or its folder does not respond.
  private let opensBy: LoopInstant
  let own: (any StoredTitles)?
  /// Called after an import.
  package var onImport: (() -> Void)?

  package var catalogue: CatalogueStatus {
    guard let opened else { return CatalogueStatus() }
    let facts = opened.facts
    var status = CatalogueStatus(titles: facts.titles, asOf: facts.asOf, isOpen: true)
    (status.exportDay, status.importsLost) = (facts.exportDay, facts.importsLost)
    status.imports = facts.imports
    if let importing = opened.importing { (status.state, status.percent) = (.importing, importing.percent) }
    return status
  }
  /// There is no upstream.
  package let status = UpstreamStatus()

  /// - Parameters:
  ///   - own: nil: only the catalogue's titles are known.
  ///   - patience: how long its folder may take.
  package init(_ opening: Opening, own: (any StoredTitles)? = nil, patience: Duration = .seconds(10)) {
    (self.opening, self.own) = (opening, own)
    opensBy = EventLoop.now + patience
    LoopTask.start { self.opened = await opening.catalogue.value }
  }

  /// A catalogue that is being opened off the loop, so that the daemon responds at once.
  package struct Opening: Sendable {
    let catalogue: Task<LocalCatalogue, Never>
    let progress: CatalogueProgress
  }

  /// - Parameter folder: of `catalogue.index`; nil: in memory.
  package static func open(folder: String?, embedded: Bool, logger: Logger) -> Opening {
    let progress = CatalogueProgress()
    let catalogue = LoopTask.start {
      await LocalCatalogue.open(folder: folder, embedded: embedded, logger: logger, progress: progress)
    }
    return Opening(catalogue: catalogue, progress: progress)
  }

  package func catalogueIsOpen() async { _ = await opening.catalogue.value }

  package func importTitles(
    _ job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts {
    let counts = try await opening.catalogue.value.importTitles(job)
    onImport?()
    return counts
  }

  /// Ends what is under way, before the daemon ends.
  package func end() async {
    opening.progress.cancel()
    await opening.catalogue.value.end()
  }

  /// - Throws: if who asks waits no longer, or the folder does not respond.
  func whenOpened(_ options: FetchOptions) async throws(RPCError) -> LocalCatalogue {
    if let opened { return opened }
    let (catalogue, patientUntil) = (opening.catalogue, options.patientUntil)
    let wait = min(patientUntil ?? .distantFuture, opensBy) - EventLoop.now
    if wait > .zero, let opened = await EventLoop.value(within: wait, of: { await catalogue.value }) {
      return opened
    }
    guard patientUntil == nil, opening.progress.isBuilding else {
      throw RPCError(.storageError, .unresponsive(.cacheFolder), Advice(.checkDisk))
    }
    return await catalogue.value
  }

  package func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await search(
      params.q, params.mediaType, year: params.year,
      rows: TitlePage.rows(page: params.page, pageSize: params.pageSize), options)
  }

  /// Those of the catalogue: the user's own titles depend on whose they are.
  package func named(_ name: TitleName.Reading, _ options: FetchOptions) async throws -> [NamedTitle] {
    try await whenOpened(options).catalogue.named(name).map { NamedTitle(Title($0.title), votes: $0.votes) }
  }

  package func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await search(params.q, params.mediaType, year: nil, rows: 0..<params.limit, options, isTyped: true)
  }

  /// - Parameters:
  ///   - rows: nil past the last possible row of any list: the page is empty, but the total is still
  ///     reported.
  ///   - isTyped: it is not finished.
  private func search(
    _ q: String, _ mediaType: Title.MediaType?, year: Int?, rows: Range<Int>?, _ options: FetchOptions,
    isTyped: Bool = false
  ) async throws -> FoundTitles {
    let opened = try await whenOpened(options)
    let found = try await opened.catalogue.search(
      q: q, mediaType: mediaType, year: year,
      offset: rows?.lowerBound ?? 0, limit: rows?.count ?? 0, isSuggestion: isTyped)
    var meta = opened.meta(of: found.titles)
    meta.corrected = found.corrected
    var titles = found.titles.map { Title($0, isSuggestion: isTyped) }
    for (place, matched) in found.matched.enumerated() { titles[place].matched = matched }
    return try await joined(
      FoundTitles(titles: titles, total: found.total, meta: meta), q, mediaType, year, rows, options,
      isTyped: isTyped)
  }
}
