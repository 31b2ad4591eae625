package import EventLoop
package import Logging
package import MovieProtocol
package import MovieStore

/// Titles known without the network: those of the catalogue, then the user's titles that it lacks. A request
/// that comes before the catalogue is open waits for it.
@LoopActor
package final class LocalSource: TitleService {
  private let opening: Task<LocalCatalogue, Never>
  private var opened: LocalCatalogue?
  let own: (any StoredTitles)?
  /// How long a search waits for the catalogue if the best-known titles have no answer.
  private let patience: Duration
  /// Called when all titles are there, after the best-known ones were, and after an import.
  package var onWhole: (() -> Void)?

  package var catalogue: CatalogueStatus {
    guard let opened else { return CatalogueStatus() }
    let facts = opened.facts
    var status = CatalogueStatus(titles: facts.titles, asOf: facts.asOf, isWhole: facts.isWhole)
    (status.exportDay, status.importsLost) = (facts.exportDay, facts.importsLost)
    status.imports = facts.imports
    if opened.importing != nil { status.state = .importing }
    if status.state != .ready { status.percent = (opened.importing ?? opened.catalogue.progress).percent }
    return status
  }
  /// There is no upstream.
  package let status = UpstreamStatus()

  /// - Parameter own: nil: only the catalogue's titles are known.
  package init(
    _ opening: Task<LocalCatalogue, Never>, own: (any StoredTitles)? = nil, patience: Duration = .seconds(2)
  ) {
    (self.opening, self.own, self.patience) = (opening, own, patience)
    LoopTask.start { _ = await self.whenOpened() }
  }

  /// Opens the catalogue off the loop, so that the daemon responds at once.
  ///
  /// - Parameter folder: of `catalogue.sqlite`; nil: in memory.
  package static func open(
    folder: String?, embedded: Bool, logger: Logger
  ) -> Task<LocalCatalogue, Never> {
    LoopTask.start { await LocalCatalogue.open(folder: folder, embedded: embedded, logger: logger) }
  }

  package func catalogueIsWhole() async { try? await whenOpened().whole() }

  package func importTitles(
    _ job: CatalogueImport
  ) async throws(CatalogueImport.Failure) -> CatalogueImport.Counts {
    let counts = try await whenOpened().importTitles(job)
    onWhole?()
    return counts
  }

  /// Ends what is under way, before the daemon ends.
  package func end() async { await opening.value.end() }

  func whenOpened() async -> LocalCatalogue {
    let opened = if let opened { opened } else { await opening.value }
    self.opened = opened
    opened.buildIfNeeded { [weak self] in self?.onWhole?() }
    return opened
  }

  /// Queries the catalogue, and once more when all titles are there if the best known do not have an answer:
  /// a title is never called unknown because the catalogue is still being built.
  ///
  /// - Throws: `CatalogueUnfinished` at the deadline.
  func query<Answer: Sendable>(
    until deadline: LoopInstant?, _ question: (LocalCatalogue) async throws -> Answer,
    isAnswer: (Answer) -> Bool
  ) async throws -> Answer {
    let opened = await whenOpened()
    let wasWhole = !opened.catalogue.needsBuild
    let answer = try await question(opened)
    // The question may have found the file damaged: the best-known titles answered, and this begins a build.
    _ = await whenOpened()
    if wasWhole && !opened.catalogue.needsBuild || isAnswer(answer) { return answer }
    try await opened.whole(until: deadline)
    if opened.catalogue.needsBuild {
      // What ended was an import that failed.
      try await whenOpened().whole(until: deadline)
    }
    return try await question(opened)
  }

  package func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await search(
      params.q, params.mediaType, year: params.year,
      rows: TitlePage.rows(page: params.page, pageSize: params.pageSize), options, until: options.answerBy)
  }

  /// Those of the catalogue: the user's own titles depend on whose they are. Who is patient wants them all: among
  /// the best-known ones alone, one of several titles of that name would be the only one.
  package func named(_ name: TitleName.Reading, _ options: FetchOptions) async throws -> [NamedTitle] {
    try await query(until: options.deadline) { opened in
      try await opened.catalogue.named(name).map { NamedTitle(Title($0.title), votes: $0.votes) }
    } isAnswer: {
      !$0.isEmpty && options.patientUntil != nil
    }
  }

  package func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await search(
      params.q, params.mediaType, year: nil, rows: 0..<params.limit, options, until: nil, isTyped: true)
  }

  /// - Parameters:
  ///   - rows: nil past the last possible row of any list: the page is empty, but the total is still
  ///     reported.
  ///   - isTyped: it is not finished, and waits for nothing. Other searches wait a little.
  private func search(
    _ q: String, _ mediaType: Title.MediaType?, year: Int?, rows: Range<Int>?, _ options: FetchOptions,
    until deadline: LoopInstant?, isTyped: Bool = false
  ) async throws -> FoundTitles {
    let question: (LocalCatalogue) async throws -> FoundTitles = { opened in
      let found = try await opened.catalogue.search(
        q: q, mediaType: mediaType, year: year,
        offset: rows?.lowerBound ?? 0, limit: rows?.count ?? 0, isSuggestion: isTyped)
      var meta = opened.meta(of: found.titles, isSearch: true)
      meta.corrected = found.corrected
      let titles = found.titles.map { Title($0, isSuggestion: isTyped) }
      return FoundTitles(titles: titles, total: found.total, meta: meta)
    }
    let soon = EventLoop.now + patience
    let found: FoundTitles
    let opened = await whenOpened()
    do {
      found = try await query(until: min(soon, deadline ?? soon), question) {
        $0.total > 0 || isTyped || opened.catalogue.searchesAll
      }
    } catch is CatalogueUnfinished {
      found = try await question(await whenOpened())
    }
    return try await joined(found, q, mediaType, year, rows, options, isTyped: isTyped)
  }
}
