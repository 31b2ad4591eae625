package import EventLoop
package import Logging
package import MovieProtocol
import MovieStore

/// What is known without asking anyone. Opened beside the loop, so that the daemon answers at once; a search
/// that comes earlier waits for it.
@LoopActor
package final class LocalTitles: MovieSource {
  private struct Opened: Sendable {
    let catalogue: Catalogue
    let count: Int
    let asOf: String?
  }

  private let opening: Task<Opened, Never>
  private var opened: Opened?

  package var count: Int { opened?.count ?? 0 }
  package var asOf: String? { opened?.asOf }

  /// - Parameter folder: of `catalogue.sqlite`; nil: in memory.
  package init(folder: String?, embedded: Bool, logger: Logger) {
    opening = LoopTask.start {
      let (catalogue, notices) = await Catalogue.open(folder: folder, embedded: embedded)
      for notice in notices {
        logger.log(level: notice.code == .built ? .info : .warning, "\(notice)")
      }
      return Opened(catalogue: catalogue, count: await catalogue.titles, asOf: await catalogue.asOf)
    }
    LoopTask.start { _ = await self.whenOpened() }
  }

  private func whenOpened() async -> Opened {
    if let opened { return opened }
    let opened = await opening.value
    self.opened = opened
    return opened
  }

  package func search(_ params: SearchParams) async throws -> FoundTitles {
    let opened = await whenOpened()
    // Past the last row that any list has there is an empty page, and the total is told all the same.
    let rows = TitlePage.rows(page: params.page, pageSize: params.pageSize) ?? 0..<0
    let found = try await opened.catalogue.search(
      q: params.q, mediaType: params.mediaType.flatMap { CatalogueTitle.MediaType(rawValue: $0.rawValue) },
      year: params.year, offset: rows.lowerBound, limit: rows.count)
    return FoundTitles(titles: found.titles.map(Title.init), total: found.total, asOf: opened.asOf)
  }
}

extension Title {
  /// A title of the catalogue as the wire has it.
  init(_ row: CatalogueTitle) {
    let overview = OverviewSentence.make(row)
    self.init(
      key: "\(row.mediaType.rawValue)/\(row.id)", id: row.id,
      mediaType: MediaType(rawValue: row.mediaType.rawValue) ?? .movie, title: row.title,
      originalTitle: row.originalTitle ?? row.title, originalLanguage: row.originalLanguage,
      releaseDate: row.releaseDate, year: row.year, overview: overview,
      overviewSource: overview == nil ? nil : .movierpc, genres: row.genreIDs.compactMap(Genres.name),
      genreIDs: row.genreIDs.filter { Genres.name($0) != nil }, posterPath: row.posterPath,
      backdropPath: row.backdropPath, voteAverage: row.voteAverage, voteCount: row.voteCount,
      popularity: row.popularity, isAdult: false, source: .catalogue)
  }
}
