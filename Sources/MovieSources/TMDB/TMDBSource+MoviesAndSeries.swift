import EventLoop
import MovieProtocol

extension TMDBSource {
  /// The rows of a client's page of films and series, for lists that TMDB has only separately.
  ///
  /// The n-th pages of both lists make up the n-th block of rows, with the more popular first. So the two
  /// totals determine a row's position, and a page in the middle costs no more than the first one.
  func rowsOfBoth(
    page: Int, pageSize: Int, _ options: FetchOptions,
    _ endpoint: (Title.MediaType?, Int) -> Endpoint<TMDBPage>
  ) async throws -> FoundTitles {
    let wanted = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    // The first pages give the totals.
    let first = try await fetch([endpoint(.movie, 1), endpoint(.tv, 1)], options)
    let blocks = Blocks(films: first[0].answer.total, series: first[1].answer.total)
    let numbers = blocks.numbers(of: wanted)
    let further = numbers.filter { $0 > 0 }
    let (films, series) = (further.filter(blocks.hasFilms), further.filter(blocks.hasSeries))
    let pages = try await fetch(
      films.map { endpoint(.movie, $0 + 1) } + series.map { endpoint(.tv, $0 + 1) }, options)
    func rows(_ pages: some Sequence<Fetched<TMDBPage>>) -> [[TMDBRow?]] { pages.map(\.answer.rows) }
    let filmRows = Dictionary(uniqueKeysWithValues: zip([0] + films, rows(first[..<1] + pages)))
    let seriesRows = Dictionary(
      uniqueKeysWithValues: zip([0] + series, rows(first[1...] + pages.dropFirst(films.count))))
    var titles: [Title] = []
    var seen: Set<TitleKey> = []
    for number in numbers {
      let block = blocks.rows(number, filmRows[number] ?? [], seriesRows[number] ?? [])
      for (row, position) in zip(block, blocks.start(number)...) where wanted.contains(position) {
        // Neighbouring pages share rows.
        guard let row, options.includesAdult || !row.title.isAdult, seen.insert(row.title.key).inserted
        else { continue }
        titles.append(row.title)
      }
    }
    return FoundTitles(
      titles: titles, total: min(blocks.count, TitlePage.maxRows),
      meta: .joined((first + pages).map(\.tmdbMeta)))
  }

  /// How the rows of two lists are combined.
  private struct Blocks {
    let films: Int
    let series: Int

    var count: Int { films + series }

    /// The number of rows before that block.
    func start(_ number: Int) -> Int {
      min(films, number * TMDBPage.size) + min(series, number * TMDBPage.size)
    }

    func hasFilms(_ number: Int) -> Bool { number * TMDBPage.size < films }
    func hasSeries(_ number: Int) -> Bool { number * TMDBPage.size < series }

    /// The blocks that contain some of the rows.
    func numbers(of rows: Range<Int>) -> [Int] {
      let rows = rows.clamped(to: 0..<count)
      return (0..<TMDBPage.last).filter { start($0) < rows.upperBound && start($0 + 1) > rows.lowerBound }
    }

    /// - Parameters:
    ///   - films: of that page at TMDB.
    func rows(_ number: Int, _ films: [TMDBRow?], _ series: [TMDBRow?]) -> [TMDBRow?] {
      var (films, series) = (fitted(films, number, of: self.films), fitted(series, number, of: self.series))
      var rows: [TMDBRow?] = []
      while let film = films.first, let show = series.first {
        if popularity(film) >= popularity(show) {
          rows.append(films.removeFirst())
        } else {
          rows.append(series.removeFirst())
        }
      }
      return rows + films + series
    }

    /// A row without popularity keeps its position.
    private func popularity(_ row: TMDBRow?) -> Double { row.map { $0.title.popularity ?? 0 } ?? .infinity }

    /// Exactly as many rows as must be there, whatever TMDB sent.
    private func fitted(_ rows: [TMDBRow?], _ number: Int, of total: Int) -> [TMDBRow?] {
      let count = max(0, min(TMDBPage.size, total - number * TMDBPage.size))
      return Array((rows + Array(repeating: nil, count: TMDBPage.size)).prefix(count))
    }
  }
}
