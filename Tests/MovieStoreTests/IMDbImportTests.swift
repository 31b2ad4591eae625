import Foundation
import Glibc
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

/// IMDb's files. Their titles here are invented.
@Suite struct IMDbImportTests {
  private let folder: TemporaryFolder
  private let catalogue: Catalogue

  private static let source = CatalogueSource.titles([
    CatalogueTitle(
      mediaType: .movie, id: 1, title: "Alien Shore", releaseDate: "1979-05-25", runtime: 117, genreIDs: [27],
      voteAverage: 8.1, voteCount: 900),
    CatalogueTitle(mediaType: .tv, id: 2, title: "The Long Pier", year: 2011, voteCount: 3),
  ])

  init() async throws {
    folder = try TemporaryFolder()
    catalogue = await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.source)).catalogue
  }

  // MARK: Files

  private static let basics = IMDbFile.basics.columns.joined(separator: "\t")
  private static let ratings = IMDbFile.ratings.columns.joined(separator: "\t")
  private static let akas = IMDbFile.akas.columns.joined(separator: "\t")

  private static func title(
    _ number: Int, _ type: String, _ name: String, original: String? = nil, adult: String = "0",
    year: String = #"\N"#, minutes: String = #"\N"#, genres: String = #"\N"#
  ) -> String {
    let cells = [
      "tt000000\(number)", type, name, original ?? name, adult, year, #"\N"#, minutes, genres,
    ]
    return cells.joined(separator: "\t")
  }

  private static func name(_ number: Int, _ name: String) -> String {
    #"tt000000\#(number)\#t1\#t\#(name)\#tDE\#t\N\#timdbDisplay\#t\N\#t0"#
  }

  private static func film(_ id: Int, _ name: String) -> String {
    #"{"adult":false,"id":\#(id),"original_title":"\#(name)","popularity":1,"video":false}"#
  }

  @discardableResult private func run(
    _ lines: [String], accepted: Bool = true
  ) async throws -> CatalogueImport.Counts {
    try await run(Data((lines.joined(separator: "\n") + "\n").utf8), accepted: accepted)
  }

  private func run(_ data: Data, accepted: Bool = true) async throws -> CatalogueImport.Counts {
    try folder.write(data, to: "import")
    let descriptor = open("\(folder.path)/import", O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let file = CatalogueImportFile(descriptor: descriptor, size: data.count)
    var job = CatalogueImport([file], progress: CatalogueProgress())
    job.acceptsLicense = accepted
    return try await catalogue.build(importing: job)
  }

  /// "Harbour Lights", which is known by name only, and found in IMDb's file.
  private func importHarbour() async throws {
    try await run([Self.film(10, "Harbour Lights")])
    try await run([
      Self.basics,
      Self.title(4, "movie", "Harbour Lights", year: "1999", minutes: "104", genres: "Drama,Sci-Fi,Sport"),
    ])
  }

  // MARK: Titles

  @Test func title_known_by_name_gets_year_runtime_and_genres() async throws {
    try await importHarbour()
    let title = try #require(try await catalogue.title(.movie, id: 10))
    #expect(title.year == 1999 && title.runtime == 104 && title.genreIDs == [18, 878])
    #expect(title.imdbFacts == [.year, .runtime, .genres] && title.releaseDate == nil)
    #expect(try await catalogue.search(q: "harbour", year: 1999, limit: 9).titles == [title])
    var list = CatalogueList(mediaType: .movie)
    list.year = 1999
    #expect(try await catalogue.list(list, offset: 0, limit: 9).titles == [title])
    #expect(try await catalogue.title(imdb: "tt0000004") == title)
    #expect(try await catalogue.title(imdb: "tt0000005") == nil)
  }

  @Test func facts_that_are_known_stay_and_others_are_added() async throws {
    let counts = try await run([
      Self.basics,
      Self.title(1, "movie", "ALIEN: Shore", year: "1979", minutes: "116", genres: "Comedy"),
      Self.title(2, "tvSeries", "Der lange Steg", original: "The Long Pier", year: "2011", genres: "Crime"),
    ])
    #expect(counts.read == 2 && counts.added == 0 && counts.updated == 2 && counts.skipped == [:])
    let film = try #require(try await catalogue.title(.movie, id: 1))
    #expect(film.runtime == 117 && film.genreIDs == [27] && film.imdbFacts == [])
    let series = try #require(try await catalogue.title(.tv, id: 2))
    #expect(series.year == 2011 && series.genreIDs == [80] && series.imdbFacts == .genres)
  }

  /// - Parameter reason: why a line does not complete "Harbour Lights".
  @Test(arguments: [
    ([], [title(4, "movie", "Harbour Lights"), title(5, "tvMovie", "Harbour lights!")], 2, 0),
    ([film(11, "Harbour Lights")], [title(4, "movie", "Harbour Lights")], 0, 1),
    ([], [title(4, "movie", "Harbour Lights"), title(5, "short", "Harbour Lights")], 1, 0),
    ([], [title(4, "tvSeries", "Harbour Lights")], 0, 1),
    ([], [title(4, "movie", "Harbour Light")], 0, 1),
    // One of IMDb is two of the catalogue.
    ([film(11, "Pier")], [title(4, "movie", "Harbour Lights", original: "Pier")], 1, 0),
    // A film whose year is known.
    (
      [#"{"media_type":"movie","id":11,"title":"Harbour Lights","year":1999}"#],
      [title(4, "movie", "Harbour Lights", year: "2004")], 0, 1
    ),
  ])
  func title_in_doubt_is_left_out(
    more: [String], lines: [String], ambiguous: Int, unmatched: Int
  ) async throws {
    try await run([Self.film(10, "Harbour Lights")] + more)
    let counts = try await run([Self.basics] + lines)
    #expect(counts.updated == 0, "\(counts)")
    #expect(counts.skipped[.ambiguous] ?? 0 == ambiguous && counts.skipped[.unmatched] ?? 0 == unmatched)
    #expect(try await catalogue.title(.movie, id: 10)?.imdbFacts == [])
  }

  @Test func year_decides_between_titles_of_one_name() async throws {
    try await run([Self.film(11, "Alien Shore")])
    let counts = try await run([
      Self.basics, Self.title(4, "movie", "Alien Shore", year: "2003", minutes: "90"),
      Self.title(5, "movie", "Alien Shore", year: "1979"),
      Self.title(6, "short", "Alien Shore", year: "1999"),
    ])
    #expect(counts.updated == 1)
    #expect(try await catalogue.title(imdb: "tt0000005")?.id == 1)
    #expect(try await catalogue.title(.movie, id: 11)?.runtime == nil)
  }

  // MARK: Ratings

  @Test func votes_are_shown_where_tmdb_has_none_and_lists_by_votes_leave_them_out() async throws {
    try await importHarbour()
    try await run([
      Self.basics, Self.title(1, "movie", "Alien Shore", year: "1979"),
      Self.title(4, "movie", "Harbour Lights", year: "1999"),
    ])
    let counts = try await run([
      Self.ratings, "tt0000004\t9.7\t40000", "tt0000001\t2.0\t80000", "tt0000004\t1.0\t5",
      "tt0000009\t5.0\t5",
    ])
    #expect(counts.updated == 2 && counts.skipped == [.duplicate: 1, .unmatched: 1])
    let title = try #require(try await catalogue.title(.movie, id: 10))
    #expect(title.voteAverage == 9.7 && title.voteCount == 40_000 && title.imdbFacts.contains(.votes))
    #expect(try await catalogue.title(.movie, id: 1)?.voteAverage == 8.1)
    var list = CatalogueList(mediaType: .movie)
    (list.order, list.minVotes) = (.voteAverage, 300)
    #expect(try await catalogue.list(list, offset: 0, limit: 9).titles.map(\.id) == [1])
    // A later title.basics does not forget them, and what it does not have is gone.
    try await run([Self.basics, Self.title(4, "movie", "Harbour Lights")])
    #expect(try await catalogue.title(.movie, id: 10)?.voteCount == 40_000)
    #expect(try await catalogue.title(.movie, id: 10)?.year == nil)
  }

  @Test(arguments: [ratings + "\ntt0000001\t5.0\t5", akas + "\n" + name(1, "Alienküste")])
  func other_files_need_title_basics(text: String) async throws {
    let before = try folder.read()
    let failure = await #expect(throws: CatalogueImport.Failure.self) { try await run([text]) }
    #expect(failure?.code == .noBasics)
    #expect(try folder.read() == before)
  }

  // MARK: Names

  @Test func title_is_found_by_its_names_in_other_languages() async throws {
    try await run([Self.film(11, "Hafenlichter")])
    try await importHarbour()
    let counts = try await run([
      Self.akas, Self.name(4, "Hafenlichter"), Self.name(4, "Hafenlichter"), Self.name(4, "港の灯"),
      Self.name(4, "Harbour\u{0}Lights"), Self.name(9, "Nothing"),
    ])
    #expect(counts.updated == 1 && counts.skipped == [.duplicate: 1, .unmatched: 1])
    #expect(try await catalogue.names("hafenlichter") == ["Hafenlichter", "Harbour Lights"])
    #expect(try await catalogue.names("hafenl") == ["Hafenlichter", "Harbour Lights"])
    #expect(try await catalogue.names("港の灯") == ["Harbour Lights"])
  }

  @Test func names_of_a_title_are_bounded() async throws {
    try await importHarbour()
    let names = (1...100).map { Self.name(4, "Pier \($0)") }
    let counts = try await run([Self.akas] + names)
    #expect(counts.skipped == [.tooMany: 52])
    #expect(try await catalogue.names("pier 48") == ["Harbour Lights"])
    #expect(try await catalogue.names("pier 49") == [])
  }

  // MARK: The licence

  @Test func nothing_is_imported_before_the_terms_are_accepted_once() async throws {
    let before = try folder.read()
    let lines = [Self.basics, Self.title(1, "movie", "Alien Shore", year: "1979")]
    let failure = await #expect(throws: CatalogueImport.Failure.self) {
      try await run(lines, accepted: false)
    }
    #expect(failure?.code == .license)
    #expect(try folder.read() == before)
    // Who accepts them for another file has not seen them.
    try await run([Self.film(11, "Harbour Lights")])
    await #expect(throws: CatalogueImport.Failure.self) { try await run(lines, accepted: false) }
    try await run(lines)
    #expect(try await run(lines, accepted: false).updated == 1)
    // Other imports do not forget it.
    try await run([Self.film(10, "Harbour Lights")], accepted: false)
    #expect(try await run(lines, accepted: false).updated == 1)
  }

  @Test func facts_of_imdb_are_not_stored_in_the_library() async throws {
    var title = Title.made(1, title: "Harbour", date: nil)
    (title.year, title.genres, title.voteAverage) = (1999, [Title.Genre(18, "Drama")], 9.7)
    (title.overview, title.overviewSource, title.voteCount) = ("A 1999 drama.", .movierpc, 40)
    title.imdbFacts = [.year, .genres, .votes, .runtime]
    let stored = StoredTitle(title).title
    #expect(stored.year == nil && stored.genres == [] && stored.overview == nil)
    #expect(stored.voteAverage == nil && stored.voteCount == nil && stored.title == "Harbour")
    var detail = TitleDetail(title)
    detail.runtime = 104
    detail.similar = [title]
    #expect(detail.withoutIMDbFacts.runtime == nil && detail.withoutIMDbFacts.similar == [stored])
    title.imdbFacts = [.votes]
    #expect(StoredTitle(title).title.year == 1999)
  }

  @Test func what_was_imported_outlives_other_built_in_titles() async throws {
    try await importHarbour()
    try await run([Self.akas, Self.name(4, "Hafenlichter")])
    let other = await Catalogue.open(CatalogueStorage(folder: folder.path, source: .films("Dune"))).catalogue
    #expect(try await other.title(.movie, id: 10)?.year == 1999)
    #expect(try await other.names("hafenlichter") == ["Harbour Lights"])
  }

  // MARK: Bad files

  @Test func each_line_that_is_not_imported_is_counted_with_its_reason() async throws {
    let long = String(repeating: "x", count: 2000)
    let good = Self.title(1, "movie", "Alien Shore", year: "1979", minutes: "999999999", genres: #"\N"#)
    let counts = try await run([
      Self.basics, good, good, Self.title(2, "tvEpisode", "Alien Shore"),
      Self.title(3, "movie", "Alien Shore", adult: "1", year: "1979"),
      Self.title(4, "movie", "Alien Shore", adult: "2019", year: "1979"),
      Self.title(5, "movie", long), Self.title(6, "movie", #"\N"#), Self.title(7, "movie", "A", year: "19x9"),
      good + "\t", "tt0000001\tmovie", "Alien Shore", "tt1\tmovie\tA\tA\t0\t1979\t\\N\t\\N\t\\N", "",
      "nm0000001" + good.dropFirst(9), String(repeating: long, count: 200), "tt\u{0}\u{1}\t\t\t\t\t\t\t\t",
    ])
    #expect(counts.read == 15 && counts.updated == 1)
    #expect(
      counts.skipped == [
        .duplicate: 1, .otherType: 1, .adult: 1, .malformed: 9, .titleTooLong: 1, .tooLong: 1,
      ], "\(counts.skipped)")
    #expect(try await catalogue.title(imdb: "tt0000001")?.id == 1)
  }

  @Test func bytes_that_are_no_text_are_counted() async throws {
    var data = Data((Self.basics + "\n").utf8)
    data += Data("tt0000001\tmovie\t".utf8) + [0xff, 0xfe] + Data("\tA\t0\t1979\t\\N\t\\N\t\\N\n".utf8)
    data += Data((Self.title(1, "movie", "Alien Shore", year: "1979") + "\n").utf8)
    let counts = try await run(data)
    #expect(counts.updated == 1 && counts.skipped == [.malformed: 1])
  }

  @Test(arguments: [
    "tconst\tdirectors\twriters\ntt0000001\tnm0000001\t\\N", "nconst\tprimaryName\nnm0000001\tA",
    "tconst\taverageRating\ntt0000001\t5.0", ratings, basics + "\n" + String(repeating: "x\n", count: 20_000),
  ])
  func another_file_changes_nothing(text: String) async throws {
    let before = try folder.read()
    let failure = await #expect(throws: CatalogueImport.Failure.self) { try await run([text]) }
    #expect(failure?.code == (text == Self.ratings ? .noBasics : .noTitles))
    #expect(try folder.read() == before)
  }

  @Test func lines_may_end_as_on_other_systems() async throws {
    try await run([Self.film(10, "Harbour Lights")])
    let lines = [Self.basics, Self.title(4, "movie", "Harbour Lights", year: "1999", genres: "Drama")]
    let counts = try await run(Data(("\u{FEFF}" + lines.joined(separator: "\r\n") + "\r\n").utf8))
    #expect(counts.read == 1 && counts.updated == 1 && counts.skipped == [:])
    #expect(try await catalogue.title(.movie, id: 10)?.genreIDs == [18])
  }

  @Test func truncated_gzip_changes_nothing() async throws {
    try await importHarbour()
    let before = try folder.read()
    let lines = (0..<30_000).map { "tt1\(100_000 + $0)\tmovie\tFilm \($0)\tFilm\t0\t1979\t\\N\t90\tDrama" }
    let packed = try Gzip.packed(Data(([Self.basics] + lines).joined(separator: "\n").utf8))
    let failure = await #expect(throws: CatalogueImport.Failure.self) {
      try await run(packed.prefix(packed.count / 2))
    }
    #expect(failure?.code == .file && failure.map { $0.counts.read > 1000 } == true)
    #expect(try folder.read() == before)
    #expect(try await catalogue.title(.movie, id: 10)?.year == 1999)
  }
}
