import EventLoop
import MovieProtocol

/// A page of 20 rows of one of TMDB's lists.
protocol TMDBPaged: Sendable {
  /// Rows on all pages.
  var total: Int { get }
}

extension TMDBSource {
  /// The rows of a client's page, from the pages of 20 at TMDB that contain it. If one of them fails, all
  /// fail: a page with a gap would look complete.
  ///
  /// - Parameter isLong: the list has more pages than any request needs, so that they are fetched at the same
  ///   time; otherwise the first page gives the total.
  func rows(
    page: Int, pageSize: Int, _ options: FetchOptions, isLong: Bool, _ endpoint: (Int) -> Endpoint<TMDBPage>
  ) async throws -> FoundTitles {
    // Past the last possible row of any list, only the total is fetched.
    let wanted = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    let first = wanted.lowerBound / TMDBPage.size + 1
    let last = max(first, (wanted.upperBound + TMDBPage.size - 1) / TMDBPage.size)
    var pages: [Fetched<TMDBPage>] = []
    if isLong {
      pages = try await fetch((first...last).map(endpoint), options)
    } else {
      pages = try await self.pages(of: wanted, options, endpoint).pages
    }
    return Self.join(pages, from: first, wanted, options)
  }

  /// The pages of 20 that contain the rows; the first gives the total.
  ///
  /// - Parameter mayMiss: the list is that of a title, which TMDB may not have.
  /// - Returns: also the number of the first page.
  func pages<Answer: TMDBPaged>(
    of wanted: Range<Int>, mayMiss: Bool = false, _ options: FetchOptions,
    _ endpoint: (Int) -> Endpoint<Answer>
  ) async throws -> (first: Int, pages: [Fetched<Answer>]) {
    let first = wanted.lowerBound / TMDBPage.size + 1
    let last = max(first, (wanted.upperBound + TMDBPage.size - 1) / TMDBPage.size)
    let beginning =
      mayMiss
      ? try await fetcher.fetch(endpoint(first), options) : try await fetchList(endpoint(first), options)
    let end = min(last, (beginning.answer.total + TMDBPage.size - 1) / TMDBPage.size)
    guard first < end else { return (first, [beginning]) }
    return (first, [beginning] + (try await fetch((first + 1...end).map(endpoint), options)))
  }

  /// All at once; the first failure cancels the others.
  func fetch<Answer>(
    _ endpoints: [Endpoint<Answer>], _ options: FetchOptions
  ) async throws -> [Fetched<Answer>] {
    try await endpoints.concurrentMap { try await self.fetchList($0, options) }
  }

  static func join(
    _ pages: [Fetched<TMDBPage>], from first: Int, _ wanted: Range<Int>, _ options: FetchOptions
  ) -> FoundTitles {
    var titles: [Title] = []
    var seen: Set<TitleKey> = []
    var total = pages.map(\.answer.total).min() ?? 0
    for (index, page) in pages.enumerated() {
      let start = (first - 1 + index) * TMDBPage.size
      // TMDB had reported more rows.
      if page.answer.rows.isEmpty { total = min(total, start) }
      for (place, row) in page.answer.rows.enumerated() {
        guard let row, options.includesAdult || !row.title.isAdult else { continue }
        // The ranking may change between two requests, so that neighbouring pages share rows.
        guard seen.insert(row.title.key).inserted, wanted.contains(start + place) else { continue }
        titles.append(row.title)
      }
    }
    return FoundTitles(titles: titles, total: total, meta: .joined(pages.map(\.tmdbMeta)))
  }
}
