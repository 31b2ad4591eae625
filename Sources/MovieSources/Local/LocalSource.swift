package import EventLoop
package import Logging
package import MovieProtocol
import MovieStore

/// Titles known without the network: those of the catalogue, then the user's titles that it lacks. A request
/// that comes before the catalogue is open waits for it.
@LoopActor
package final class LocalSource: TitleService {
  package struct OpenedCatalogue: Sendable {
    let catalogue: Catalogue
    let count: Int
    let asOf: String?

    /// Without the embedded facts nothing here comes from TMDB.
    var meta: Meta {
      Meta(source: .catalogue, cache: .none, asOf: asOf, attribution: asOf == nil ? [] : ["TMDB"])
    }
  }

  private let opening: Task<OpenedCatalogue, Never>
  private var opened: OpenedCatalogue?
  let own: (any StoredTitles)?

  package var count: Int { opened?.count ?? 0 }
  package var asOf: String? { opened?.asOf }
  /// There is no upstream.
  package let status = UpstreamStatus()

  /// - Parameter own: nil: only the catalogue's titles are known.
  package init(_ opening: Task<OpenedCatalogue, Never>, own: (any StoredTitles)? = nil) {
    (self.opening, self.own) = (opening, own)
    LoopTask.start { _ = await self.whenOpened() }
  }

  /// Opens the catalogue off the loop, so that the daemon responds at once.
  ///
  /// - Parameter folder: of `catalogue.sqlite`; nil: in memory.
  package static func open(
    folder: String?, embedded: Bool, logger: Logger
  ) -> Task<OpenedCatalogue, Never> {
    LoopTask.start {
      let (catalogue, notices) = await Catalogue.open(folder: folder, embedded: embedded)
      for notice in notices {
        logger.log(level: notice.code == .built ? .info : .warning, "\(notice)")
      }
      return OpenedCatalogue(
        catalogue: catalogue, count: await catalogue.titles, asOf: await catalogue.asOf)
    }
  }

  func whenOpened() async -> OpenedCatalogue {
    if let opened { return opened }
    let opened = await opening.value
    self.opened = opened
    return opened
  }

  package func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await search(
      params.q, params.mediaType, year: params.year,
      rows: TitlePage.rows(page: params.page, pageSize: params.pageSize))
  }

  package func suggest(_ params: SuggestParams) async throws -> FoundTitles {
    try await search(params.q, params.mediaType, year: nil, rows: 0..<params.limit)
  }

  /// - Parameter rows: nil past the last possible row of any list: the page is empty, but the total is still
  ///   reported.
  private func search(
    _ q: String, _ mediaType: Title.MediaType?, year: Int?, rows: Range<Int>?
  ) async throws -> FoundTitles {
    let opened = await whenOpened()
    let found = try await opened.catalogue.search(
      q: q, mediaType: mediaType.map(CatalogueTitle.MediaType.init), year: year,
      offset: rows?.lowerBound ?? 0, limit: rows?.count ?? 0)
    return try await joined(
      FoundTitles(titles: found.titles.map(Title.init), total: found.total, meta: opened.meta), q, mediaType,
      year, rows)
  }
}
