import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct CatalogueFileTests {
  private let dune = CatalogueTitle(
    mediaType: .movie, id: 438631, title: "Dune", originalTitle: "Dyuna", originalLanguage: "en",
    releaseDate: "2021-09-15", year: 2021, runtime: 155, genreIDs: [878, 12], director: ["Denis Villeneuve"],
    cast: ["Timothée Chalamet", "Rebecca Ferguson"], voteAverage: 7.782, voteCount: 13304, popularity: 6.354,
    posterPath: "/a.jpg", backdropPath: "/b.jpg", collection: "Dune Collection",
    keywords: ["desert", "spice"])
  private let bare = CatalogueTitle(mediaType: .tv, id: 1, title: "x")

  private func read(_ source: CatalogueSource) throws -> [CatalogueTitle] {
    try source.read()
  }

  /// The line that is refused when the cell of that name in `dune`'s line is `cell`.
  private func refusal(_ cell: String, as column: String) throws -> CatalogueError? {
    var cells = CatalogueSource.row(dune).split(separator: "\t", omittingEmptySubsequences: false).map(
      String.init)
    let index = try #require(CatalogueFile.columns.firstIndex(of: column))
    cells[index] = cell
    let lines = CatalogueSource.header(titles: 1) + [cells.joined(separator: "\t")]
    return #expect(throws: CatalogueError.self) { try read(.lines(lines)) }
  }

  @Test func everyFactIsRead() throws {
    #expect(try read(.titles([dune, bare])) == [dune, bare])
  }

  @Test func embeddedTitlesAreWhole() throws {
    let titles = try Self.embedded.get()
    #expect(titles.count == 81_701)
    #expect(titles.count { $0.mediaType == .tv } == 20_959)
    #expect(titles.first?.title == "Interstellar")
    #expect(titles.count { $0.runtime != nil } > 55_000)
    #expect(titles.count { $0.posterPath != nil } > 49_000)
    #expect(titles.count { !$0.keywords.isEmpty } == 25_131)
    #expect(titles.count { !$0.cast.isEmpty } > 8_000)
    #expect(titles.count { $0.originalTitle != nil } > 18_000)
    #expect(titles.count { $0.year == nil } == 4)
    #expect(try CatalogueFile(.embedded).header.asOf == "2026-07-29")
  }

  /// At each place of the ranking, films and series are there in the same proportion as in all.
  @Test func films_and_series_are_woven_each_by_its_own_rank() throws {
    let titles = try Self.embedded.get()
    for count in [100, 1000, 10_000, 50_000] {
      let series = titles.prefix(count).count { $0.mediaType == .tv }
      #expect(abs(Double(series) - Double(count) * 20_959 / 81_701) < 2)
    }
    let votes = titles.filter { $0.mediaType == .movie }.map(\.voteCount)
    #expect(votes == votes.sorted(by: >))
  }

  private static let embedded = Result { try CatalogueSource.embedded.read() }

  @Test(arguments: [
    ("media_type", "person"), ("media_type", ""), ("id", ""), ("id", "-1"), ("id", "+1"), ("id", "1.0"),
    ("id", "99999999999999999999"), ("id", "٣"), ("title", ""), ("title", "a\u{1}b"), ("title", "a\rb"),
    ("original_language", "EN"), ("original_language", "e"), ("release_date", "2021-02-29"),
    ("release_date", "2021-13-01"), ("release_date", "2021-9-15"), ("release_date", "202"),
    ("runtime", "2h"),
    ("genre_ids", "1|"), ("genre_ids", "a"), ("director", "|"), ("cast", "a||b"), ("vote_average", "nan"),
    ("vote_average", "1e5"), ("vote_average", ".5"), ("vote_average", "0x1"), ("vote_count", ""),
    ("popularity", "1.2.3"), ("popularity", "-1"), ("poster_path", "a.jpg"),
  ])
  func badCellIsRefusedWithItsLine(column: String, cell: String) throws {
    let error = try refusal(cell, as: column)
    #expect(error?.code == .format)
    #expect(error?.line == 5)
  }

  @Test func leapDayIsADay() throws {
    var title = dune
    (title.releaseDate, title.year) = ("2000-02-29", 2000)
    #expect(try read(.titles([title])) == [title])
  }

  @Test(arguments: [
    ([], 1), (["# movierpc catalogue 1"], 1),
    ([CatalogueFile.firstLine, "# as_of yesterday"], 2),
    ([CatalogueFile.firstLine, "# as_of 2026-01-01", "# titles many"], 3),
    ([CatalogueFile.firstLine, "# columns id\ttitle"], 2),
    ([CatalogueFile.firstLine, "# as_of 2026-01-01"], 3),
    (CatalogueSource.header(titles: 0) + [""], 5),
    (CatalogueSource.header(titles: 1), 5),
    (CatalogueSource.header(titles: 1) + ["a\tb"], 5),
  ])
  func badFileIsRefusedWithItsLine(lines: [String], line: Int) {
    let error = #expect(throws: CatalogueError.self) { try read(.lines(lines)) }
    #expect(error?.code == .format)
    #expect(error?.line == line)
  }

  @Test func order_of_the_lines_is_kept() throws {
    #expect(try read(.ranked([bare, dune, bare])) == [bare, dune, bare])
  }

  @Test func year_may_be_all_that_is_known_of_a_date() throws {
    var title = dune
    (title.releaseDate, title.year) = (nil, 2021)
    #expect(try read(.titles([title])) == [title])
  }

  /// Longer than a chunk of the reader.
  @Test func long_lines_are_read_and_endless_ones_are_not() throws {
    var title = dune
    title.keywords = (1...20_000).map { "keyword \($0)" }
    #expect(try read(.titles([title, bare])) == [title, bare])
    title.title = String(repeating: "x", count: 2_000_000)
    let error = #expect(throws: CatalogueError.self) { try read(.titles([title])) }
    #expect(error?.line == 5)
  }

  @Test func cutOffFileIsRefused() throws {
    guard case .bytes(var bytes) = CatalogueSource.titles([dune, bare]) else {
      Issue.record("not in memory")
      return
    }
    bytes.removeLast()
    #expect(throws: CatalogueError.self) { try read(.bytes(bytes)) }
    bytes.removeLast(bytes.count - (bytes.lastIndex(of: 10) ?? 0) - 1)
    let error = #expect(throws: CatalogueError.self) { try read(.bytes(bytes)) }
    #expect(error?.message == "1 titles, but 2 in the header")
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    guard case .bytes(var bytes) = CatalogueSource.titles([dune, bare]) else {
      Issue.record("not in memory")
      return
    }
    bytes[bytes.count - 3] = 0xff
    let error = #expect(throws: CatalogueError.self) { try read(.bytes(bytes)) }
    #expect(error?.message == "not UTF-8")
    #expect(error?.line == 6)
  }

  @Test func fingerprintTellsBytesApart() {
    let one = CatalogueSource.films("Dune").fingerprint
    #expect(one == CatalogueSource.films("Dune").fingerprint)
    #expect(one != CatalogueSource.films("Dunf").fingerprint)
    #expect(CatalogueSource.bytes([]).fingerprint != CatalogueSource.bytes([0]).fingerprint)
  }
}
