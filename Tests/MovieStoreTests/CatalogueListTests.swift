import MovieProtocol
import Testing
import TitleIndex

@testable import MovieStore

@Suite struct CatalogueListTests {
  /// Unknown values, equal values, and accents in every place that an order looks at.
  private static let catalogue = Task {
    await Catalogue.make(
      .titles([
        film(1, "Élan", "2001-05-05", average: 7.5, votes: 900, popularity: 3, genres: [18, 37]),
        film(2, "alpha", "2001-05-05", average: 8, votes: 800, popularity: nil, genres: [18]),
        film(3, "Zulu", nil, average: nil, votes: 700, popularity: 9, genres: [37]),
        film(4, "Éclair", "1999-12-31", average: 8, votes: 600, popularity: 3, genres: []),
        film(5, "No One", "2000-01-01", average: 0, votes: 0, popularity: 1, genres: [180, 3]),
        film(6, "Ego", "2000-12-31", average: 2, votes: 500, popularity: 9, genres: [18, 37, 35], .tv),
      ]))
  }

  private static func film(
    _ id: Int, _ title: String, _ date: String?, average: Double?, votes: Int, popularity: Double?,
    genres: [Int], _ mediaType: Title.MediaType = .movie
  ) -> CatalogueTitle {
    CatalogueTitle(
      mediaType: mediaType, id: id, title: title, releaseDate: date, year: date.flatMap { Int($0.prefix(4)) },
      genreIDs: genres, voteAverage: average, voteCount: votes, popularity: popularity)
  }

  private func ids(
    _ mediaType: Title.MediaType? = nil, _ change: (inout CatalogueList) -> Void = { _ in }
  ) async throws -> [Int] {
    var list = CatalogueList(mediaType: mediaType)
    change(&list)
    let found = try await Self.catalogue.value.list(list, offset: 0, limit: 100)
    #expect(found.total == found.titles.count)
    return found.titles.map(\.id)
  }

  @Test(arguments: [
    (CatalogueList.Order.rank, [1, 2, 3, 4, 6, 5], [5, 6, 4, 3, 2, 1]),
    (.voteCount, [1, 2, 3, 4, 6, 5], [5, 6, 4, 3, 2, 1]),
    (.voteAverage, [2, 4, 1, 6, 3, 5], [6, 1, 2, 4, 3, 5]),
    (.popularity, [3, 6, 1, 4, 5, 2], [5, 1, 4, 3, 6, 2]),
    (.releaseDate, [1, 2, 6, 5, 4, 3], [4, 5, 6, 1, 2, 3]),
    (.title, [3, 5, 1, 6, 4, 2], [2, 4, 6, 1, 5, 3]),
  ])
  func order_goes_both_ways_with_the_unknown_last_and_ties_by_votes(
    order: CatalogueList.Order, descending: [Int], ascending: [Int]
  ) async throws {
    #expect(try await ids { $0.order = order } == descending)
    let up = try await ids {
      $0.order = order
      $0.isAscending = true
    }
    #expect(up == ascending)
  }

  @Test func filters_hold_together() async throws {
    #expect(try await ids(.tv) == [6])
    #expect(try await ids { $0.minVotes = 600 } == [1, 2, 3, 4])
    #expect(try await ids(.movie) { $0.minVotes = 0 } == [1, 2, 3, 4, 5])
    #expect(try await ids { $0.year = 2000 } == [6, 5])
    #expect(try await ids(.movie) { $0.year = 2000 } == [5])
    let none = try await ids {
      $0.year = 2000
      $0.releasedAfter = "2000-12-31"
    }
    #expect(none == [])
  }

  @Test func first_day_is_excluded_and_last_day_included() async throws {
    let between = try await ids {
      $0.releasedAfter = "1999-12-31"
      $0.releasedUntil = "2001-05-05"
    }
    #expect(between == [1, 2, 6, 5])
    #expect(try await ids { $0.releasedAfter = "2001-05-05" } == [])
    #expect(try await ids { $0.releasedUntil = "1999-12-31" } == [4])
  }

  @Test(arguments: [Int.min, -1, 0, 1999, 2002, 9999, 10_000, Int.max])
  func year_may_be_any_number(year: Int) async throws {
    #expect(try await ids { $0.year = year } == (year == 1999 ? [4] : []))
  }

  @Test func year_alone_stands_before_its_days_and_belongs_to_it() async throws {
    var titles = [
      Self.film(1, "A", "2000-12-31", average: 1, votes: 1, popularity: 1, genres: []),
      Self.film(2, "B", nil, average: 1, votes: 1, popularity: 1, genres: []),
      Self.film(3, "C", "2001-01-01", average: 1, votes: 1, popularity: 1, genres: []),
    ]
    titles[1].year = 2001
    let catalogue = await Catalogue.make(.titles(titles))
    var list = CatalogueList()
    (list.order, list.isAscending) = (.releaseDate, true)
    #expect(try await catalogue.list(list, offset: 0, limit: 9).titles == titles)
    list.year = 2001
    #expect(try await catalogue.list(list, offset: 0, limit: 9).titles.map(\.id) == [2, 3])
  }

  @Test func genre_is_a_number_and_not_a_part_of_one() async throws {
    func ids(_ text: String) async throws -> [Int] {
      let filter = try GenreFilter(parsing: text, mediaType: .movie)
      return try await self.ids { $0.genres = filter }
    }
    #expect(try await ids("18") == [1, 2, 6])
    #expect(try await ids("18,37") == [1, 6])
    #expect(try await ids("37|35") == [1, 3, 6])
    #expect(try await ids("18,35|37") == [1, 3, 6])
    #expect(try await ids("27") == [])
  }

  @Test func page_past_the_end_is_empty_and_has_the_total() async throws {
    let catalogue = await Self.catalogue.value
    for (offset, limit, wanted) in [
      (0, 2, [1, 2]), (4, 2, [6, 5]), (5, 2, [5]), (6, 2, []), (Int.max, Int.max, []), (-5, 1, [1]),
      (Int.min, Int.max, [1, 2, 3, 4, 6, 5]), (0, 0, []), (0, -1, []),
    ] {
      let found = try await catalogue.list(CatalogueList(), offset: offset, limit: limit)
      #expect(found.titles.map(\.id) == wanted)
      #expect(found.total == 6)
    }
  }

  @Test func title_is_given_whole_but_for_an_average_of_no_votes() async throws {
    let found = try await Self.catalogue.value.list(CatalogueList(), offset: 0, limit: 100).titles
    #expect(
      found.first
        == Self.film(
          1, "Élan", "2001-05-05", average: 7.5, votes: 900, popularity: 3, genres: [18, 37]))
    #expect(found.last?.voteAverage == nil)
    #expect(found.last?.voteCount == 0)
  }

  @Test func titles_are_given_in_the_order_asked() async throws {
    let catalogue = await Self.catalogue.value
    let found = try await catalogue.titles([(.movie, 4), (.tv, 4), (.movie, 1), (.movie, 4), (.tv, 6)])
    #expect(found.map { $0?.id } == [4, nil, 1, 4, 6])
    #expect(try await catalogue.titles([]) == [])
    #expect(try await catalogue.titles([(.movie, .max), (.tv, .min), (.movie, -1)]) == [nil, nil, nil])
  }

  @Test func catalogue_of_nothing_has_no_lists() async throws {
    let nothing = await Catalogue.make(nil)
    let found = try await nothing.list(CatalogueList(), offset: 0, limit: 20)
    #expect(found.titles == [])
    #expect(found.total == 0)
    #expect(try await nothing.titles([(.movie, 1)]) == [nil])
  }

  @Test func title_in_symbols_or_with_nothing_to_see_has_its_place() async throws {
    let catalogue = await Catalogue.make(.films("\u{200B}", "B", "…", "a", "1"))
    var list = CatalogueList()
    list.order = .title
    list.isAscending = true
    let found = try await catalogue.list(list, offset: 0, limit: 10).titles
    #expect(found.map(\.title) == ["1", "a", "B", "…", "\u{200B}"])
  }

  @Test func few_votes_make_no_best_title() async throws {
    let catalogue = await Catalogue.make(
      .titles([
        Self.film(1, "Seen", "2001-05-05", average: 8.4, votes: 20_000, popularity: 1, genres: []),
        Self.film(2, "Loved", "2001-05-05", average: 9.4, votes: 350, popularity: 1, genres: []),
        Self.film(3, "Unseen", "2001-05-05", average: nil, votes: 0, popularity: 1, genres: []),
      ]))
    var list = CatalogueList()
    list.order = .weightedRating
    #expect(try await catalogue.list(list, offset: 0, limit: 9).titles.map(\.id) == [1, 2, 3])
  }

  @Test func shuffled_list_has_all_titles_in_the_order_of_its_seed() async throws {
    let one = try await ids { $0.order = .shuffled(seed: 20_000) }
    #expect(one == (try await ids { $0.order = .shuffled(seed: 20_000) }))
    var orders: Set<[Int]> = []
    for seed in 20_000..<20_010 { orders.insert(try await ids { $0.order = .shuffled(seed: seed) }) }
    #expect(orders.count > 3)
    #expect(one.sorted() == [1, 2, 3, 4, 5, 6])
    for seed in [Int.min, -1, 0, Int.max] {
      #expect(try await ids { $0.order = .shuffled(seed: seed) }.count == 6)
    }
  }
}

/// Every answer is what sorting all titles gives.
@Suite struct CatalogueListReferenceTests {
  @Test(arguments: SortedTitles.orders, [true, false])
  func list_is_all_titles_sorted(order: CatalogueList.Order, isAscending: Bool) async throws {
    let (catalogue, titles) = try await Embedded.sample
    for list in try lists(order, isAscending) {
      let expected = SortedTitles.list(list, titles)
      let found = try await catalogue.list(list, offset: 10, limit: 100)
      #expect(found.titles.map(\.id) == expected.dropFirst(10).prefix(100).map(\.id))
      #expect(found.total == min(expected.count, 10_000))
    }
  }

  private func lists(_ order: CatalogueList.Order, _ isAscending: Bool) throws -> [CatalogueList] {
    var plain = CatalogueList()
    plain.order = order
    plain.isAscending = isAscending
    var all = [plain]
    func add(_ change: (inout CatalogueList) throws -> Void) rethrows {
      var list = plain
      try change(&list)
      all.append(list)
    }
    add { $0.mediaType = .tv }
    add { $0.minVotes = 5000 }
    add { $0.year = 1999 }
    add {
      $0.mediaType = .movie
      $0.releasedAfter = "2025-07-29"
      $0.releasedUntil = "2026-07-29"
    }
    try add {
      $0.mediaType = .movie
      $0.genres = try GenreFilter(parsing: "drama,crime|western", mediaType: .movie)
      $0.minVotes = 300
    }
    return all
  }
}

/// A list as it is described, without an index.
enum SortedTitles {
  static let orders: [CatalogueList.Order] = [
    .rank, .popularity, .voteAverage, .voteCount, .releaseDate, .title,
  ]

  /// - Parameter titles: by rank.
  static func list(_ list: CatalogueList, _ titles: [CatalogueTitle]) -> [CatalogueTitle] {
    let found = titles.filter { title in
      let date = self.date(title) ?? ""
      return (list.mediaType == nil || list.mediaType == title.mediaType)
        && (list.year == nil || list.year == title.year) && title.voteCount >= (list.minVotes ?? 0)
        && (list.releasedAfter == nil || date > (list.releasedAfter ?? ""))
        && (list.releasedUntil == nil || (!date.isEmpty && date <= (list.releasedUntil ?? "")))
        && (list.genres?.alternatives.contains { Set($0).isSubset(of: title.genreIDs) } ?? true)
    }
    switch list.order {
    case .popularity: return sorted(found, list.isAscending, \.popularity)
    case .voteAverage: return sorted(found, list.isAscending) { $0.voteCount == 0 ? nil : $0.voteAverage }
    case .voteCount: return sorted(found, list.isAscending, \.voteCount)
    case .rank: return list.isAscending ? found.reversed() : found
    case .releaseDate: return sorted(found, list.isAscending, date)
    case .title:
      return sorted(found, list.isAscending) { title in
        // Without a word that has lost its vowel.
        let spellings = SearchFold.spellings(ofTitle: title.title)
        let isElided = spellings.count > 1 && Elision.isIn(title.title)
        return spellings.dropFirst(isElided ? 1 : 0).first.map { Array($0.text.utf8) }.map(Bytes.init)
      }
    case .weightedRating, .shuffled: return []
    }
  }

  private static func date(_ title: CatalogueTitle) -> String? {
    title.releaseDate ?? title.year.map { "\($0)" }
  }

  private static func sorted<Value: Comparable>(
    _ titles: [CatalogueTitle], _ isAscending: Bool, _ value: (CatalogueTitle) -> Value?
  ) -> [CatalogueTitle] {
    let keyed = titles.enumerated().map { (rank: $0.offset, value: value($0.element), title: $0.element) }
    return keyed.sorted { first, second in
      switch (first.value, second.value) {
      case (let a?, let b?) where a != b: isAscending ? a < b : a > b
      case (_?, nil): true
      case (nil, _?): false
      default: first.rank < second.rank
      }
    }.map(\.title)
  }

  /// As SQLite compares texts, byte by byte.
  private struct Bytes: Comparable {
    let bytes: [UInt8]

    static func < (a: Bytes, b: Bytes) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
  }
}
