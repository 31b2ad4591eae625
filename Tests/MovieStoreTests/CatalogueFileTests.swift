import Testing

@testable import MovieStore

@Suite struct CatalogueFileTests {
  private let dune = CatalogueTitle(
    mediaType: .movie, id: 438631, title: "Dune", originalTitle: "Dyuna", originalLanguage: "en",
    releaseDate: "2021-09-15", runtime: 155, genreIDs: [878, 12], director: ["Denis Villeneuve"],
    cast: ["Timothée Chalamet", "Rebecca Ferguson"], voteAverage: 7.782, voteCount: 13304, popularity: 6.354,
    posterPath: "/a.jpg", backdropPath: "/b.jpg", collection: "Dune Collection",
    keywords: ["desert", "spice"])
  private let bare = CatalogueTitle(mediaType: .tv, id: 1, title: "x")

  private func read(_ source: CatalogueSource) throws -> [CatalogueTitle] {
    try source.withBytes { bytes in
      var titles: [CatalogueTitle] = []
      let header = try CatalogueFile.header(of: bytes)
      try CatalogueFile.forEachTitle(in: bytes, after: header) { title, _ in titles.append(title) }
      return titles
    }
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
    let titles = try read(.embedded)
    #expect(titles.count == 1317)
    #expect(titles.count { $0.mediaType == .tv } == 166)
    #expect(titles.first?.title == "Inception")
    #expect(titles.count { $0.runtime != nil } == 1000)
    #expect(titles.count { $0.collection != nil } == 210)
    #expect(titles.count { !$0.keywords.isEmpty } == 966)
    #expect(titles.count { !$0.cast.isEmpty } == 994)
    #expect(titles.count { $0.originalTitle != nil } == 77)
    #expect(titles.contains { $0.title == "TAYLOR SWIFT | THE ERAS TOUR" })
    let asOf = try CatalogueSource.embedded.withBytes { try CatalogueFile.header(of: $0).asOf }
    #expect(asOf == "2026-07-29")
  }

  @Test(arguments: [
    ("media_type", "person"), ("media_type", ""), ("id", ""), ("id", "-1"), ("id", "+1"), ("id", "1.0"),
    ("id", "99999999999999999999"), ("id", "٣"), ("title", ""), ("title", "a\u{1}b"), ("title", "a\rb"),
    ("original_language", "EN"), ("original_language", "e"), ("release_date", "2021-02-29"),
    ("release_date", "2021-13-01"), ("release_date", "2021-9-15"), ("release_date", "2021"),
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
    title.releaseDate = "2000-02-29"
    #expect(try read(.titles([title])) == [title])
  }

  @Test(arguments: [
    ([], 1), (["# movierpc catalogue 2"], 1),
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

  @Test func fewerVotesComeLater() throws {
    let lines = CatalogueSource.header(titles: 2) + [bare, dune].map(CatalogueSource.row)
    #expect(throws: CatalogueError(.format, "more votes than in the previous line", line: 6)) {
      try read(.lines(lines))
    }
  }

  @Test func cutOffFileIsRefused() throws {
    guard case .bytes(var bytes) = CatalogueSource.titles([dune, bare]) else { return }
    bytes.removeLast()
    #expect(throws: CatalogueError.self) { try read(.bytes(bytes)) }
    bytes.removeLast(bytes.count - (bytes.lastIndex(of: 10) ?? 0) - 1)
    let error = #expect(throws: CatalogueError.self) { try read(.bytes(bytes)) }
    #expect(error?.message == "1 titles, but 2 in the header")
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    guard case .bytes(var bytes) = CatalogueSource.titles([dune, bare]) else { return }
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
