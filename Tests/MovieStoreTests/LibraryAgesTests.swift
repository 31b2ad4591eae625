import GRDB
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryAgesTests {
  private static let day: Duration = .seconds(86_400)

  private func library(
    _ title: Title, factsAt: Timestamp?, language: String? = "de-DE"
  ) async throws -> Library {
    let library = Library(folder: nil)
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .watchlist, key: title.key, action: .add(note: "mine", isWatched: true),
        title: StoredTitle(title, factsAt: factsAt, language: language), at: 5_000))
    return library
  }

  private func film(_ text: String, votes: Int = 100) -> Title {
    var title = Title.made(1, votes: votes)
    (title.title, title.originalTitle, title.overview) = (text, "Le Film", "About \(text)")
    title.posterPath = "/\(text).jpg"
    return title
  }

  private func listed(_ library: Library, _ language: String = "de-DE") async throws -> LibraryTitle {
    let page = try await library.list(
      LibraryParams(.watchlist), genres: nil, profile: "default", language: language)
    return try #require(page.titles.first)
  }

  private let german = ["default": "de-DE"]

  private func fresh(_ text: String, votes: Int = 100, at: Timestamp, _ language: String) -> [StoredTitle] {
    [StoredTitle(film(text, votes: votes), factsAt: at, language: language)]
  }

  /// A title that came through a shared folder has a name and little else.
  @Test func catalogue_completes_what_little_is_known_of() async throws {
    var sketch = Title(.tmdb(.movie, 1), "Der Film", source: .library)
    sketch.originalTitle = "Der Film"
    let library = try await library(sketch, factsAt: nil, language: nil)
    var known = film("The Film")
    known.source = .catalogue
    #expect(try await library.complete([known]))
    let title = try await listed(library).title
    #expect(title.title == "Der Film" && title.voteCount == 100 && title.overview == "About The Film")
    // Not a second time, and not in place of what TMDB said.
    #expect(try await !library.complete([film("Other", votes: 7)]))
    let other = try await self.library(film("Der Film"), factsAt: 100_000)
    #expect(try await !other.complete([known]))
  }

  @Test func texts_are_stored_by_language() async throws {
    let library = try await library(film("Der Film"), factsAt: 100_000)
    #expect(try await library.renew(fresh("The Film", votes: 200, at: 200_000, "en-US")))
    var title = try await listed(library).title
    #expect(title.title == "Der Film" && title.posterPath == "/Der Film.jpg" && title.voteCount == 200)
    #expect(title.overview == "About Der Film" && title.source == .library)
    title = try await listed(library, "en-US").title
    #expect(title.title == "The Film" && title.overview == "About The Film" && title.voteCount == 200)
    #expect(try await library.renew(fresh("Ein Film", votes: 300, at: 300_000, "de-DE")))
    title = try await listed(library).title
    #expect(title.title == "Ein Film" && title.overview == "About Ein Film" && title.voteCount == 300)
    #expect(title.posterPath == "/Ein Film.jpg")
    #expect(try await listed(library, "en-US").title.title == "The Film")
    // The search knows all names, and each reader's comes of it.
    for words in ["ein film", "the film"] {
      let question = try #require(TitleQuestion(words))
      for (language, name) in [("de-DE", "Ein Film"), ("en-US", "The Film")] {
        let found = try await library.search(
          question, nil, year: nil, profile: "default", language: language)
        #expect(found.map(\.title) == [name])
      }
    }
    // What is older than what is there changes nothing, unless the clock was wrong.
    let old = fresh("Alt", votes: 9, at: 299_000, "de-DE")
    #expect(try await !library.renew(old))
    #expect(try await library.renew(old, isForced: true))
    #expect(try await listed(library).title.title == "Alt")
  }

  @Test func reader_without_texts_of_its_own_gets_the_nearest() async throws {
    let library = try await library(film("Der Film"), factsAt: 100_000)
    let found = try await library.list(
      LibraryParams(.watchlist), genres: nil, profile: "default", language: "fr-FR")
    #expect(found.titles.first?.title.title == "Der Film" && found.lacking == ["movie/1"])
    _ = try await library.renew(fresh("The Film", at: 100_000, "en-GB"))
    #expect(try await listed(library, "fr-FR").title.title == "The Film")
    #expect(try await listed(library, "de-AT").title.title == "Der Film")
    let own = try await library.list(
      LibraryParams(.watchlist), genres: nil, profile: "default", language: "de-DE")
    #expect(own.lacking == [])
    // That is the order by name, too.
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .watchlist, key: "movie/2", action: .add(note: nil, isWatched: nil),
        title: StoredTitle(.made(2, title: "Film"), factsAt: 100_000, language: "de-DE"), at: 5_000))
    var params = LibraryParams(.watchlist)
    params.order = try #require(SortOrder<LibraryField>("title.asc"))
    func order(_ language: String) async throws -> [String] {
      try await library.list(params, genres: nil, profile: "default", language: language).titles
        .map(\.title.key.text)
    }
    #expect(try await order("de-DE") == ["movie/1", "movie/2"])
    #expect(try await order("en-GB") == ["movie/2", "movie/1"])
  }

  @Test func what_lacks_the_texts_of_a_language_comes_first() async throws {
    let library = try await library(film("Der Film"), factsAt: 400_000)
    for number in 2...3 {
      var title = StoredTitle(.made(number), factsAt: Timestamp(seconds: 100), language: "fr-FR")
      if number == 3 { title = StoredTitle(Title("movie/3", "C", source: .catalogue)) }
      _ = try await library.change(
        EntryChange(
          profile: "default", list: .watchlist, key: title.title.key, action: .add(note: nil, isWatched: nil),
          title: title, at: 5_000))
    }
    func outdated(_ language: String, since: Timestamp) async throws -> [String] {
      try await library.outdated(
        since: since, now: 500_000, languages: ["default": language, "nobody": "es-ES"], limit: 9
      ).map { "\($0.key) \($0.language)\($0.isLacking ? " lacking" : "")" }
    }
    #expect(
      try await outdated("fr-FR", since: 300_000) == [
        "movie/1 fr-FR lacking", "movie/2 fr-FR", "movie/3 fr-FR",
      ])
    #expect(
      try await outdated("de-DE", since: 401_000) == [
        "movie/2 de-DE lacking", "movie/1 de-DE", "movie/3 de-DE",
      ])
    #expect(try await outdated("de-DE", since: 300_000) == ["movie/2 de-DE lacking", "movie/3 de-DE"])
  }

  @Test func languages_of_a_title_have_a_bound() async throws {
    let library = try await library(film("Der Film"), factsAt: 100_000)
    for number in 0..<40 {
      let language = "x\(Character(UnicodeScalar(97 + UInt8(number % 26))))-\(number)"
      #expect(try await library.renew(fresh("Film \(number)", at: 200_000 + .seconds(number), language)))
    }
    #expect(try await library.dropTexts(since: 900_000, now: 1_000_000) == 32)
  }

  @Test func time_alone_is_written_once_a_day() async throws {
    let library = try await library(film("Film"), factsAt: 100_000)
    func renew(_ at: Timestamp) async throws -> Bool {
      try await library.renew(fresh("Film", at: at, "de-DE"))
    }
    #expect(try await !renew(100_000 + Self.day))
    #expect(try await renew(101_000 + Self.day))
  }

  @Test func oldest_facts_come_first() async throws {
    let library = Library(folder: nil)
    // The last one is of a clock that was wrong.
    let ages: [Timestamp?] = [nil, 300_000, 100_000, 200_000, 9_000_000]
    for (index, age) in ages.enumerated() {
      let title = StoredTitle(Title.made(index + 1), factsAt: age, language: "de-DE")
      _ = try await library.change(
        EntryChange(
          profile: "default", list: .watchlist, key: title.title.key, action: .add(note: nil, isWatched: nil),
          title: title, at: 5_000))
    }
    let row = StoredDownload(
      key: "movie/6", title: "Title 6", mediaType: .movie, language: "de-DE", region: "DE", createdAt: 1_000,
      assets: [.init(.detail)])
    try await library.save([row], details: [row.key: TitleDetail(Title.made(6))], factsAt: 150_000)
    let outdated = try await library.outdated(
      since: 1_000_000, now: 2_000_000, languages: german, limit: 9)
    // One without texts of TMDB comes before all that have some.
    #expect(outdated.map(\.factsAt) == [nil, 9_000_000, 100_000, 150_000, 200_000, 300_000])
    #expect(
      try await library.outdated(since: 1_000_000, now: 2_000_000, languages: german, limit: 2).map(\.factsAt)
        == [nil, 9_000_000])
  }

  @Test func old_texts_are_dropped_and_the_title_remains() async throws {
    let library = try await library(film("Der Film"), factsAt: 1_000_000)
    #expect(try await library.dropTexts(since: 1_000_000, now: 2_000_000) == 0)
    #expect(try await library.dropTexts(since: 1_001_000, now: 2_000_000) == 1)
    #expect(try await library.dropTexts(since: 1_001_000, now: 2_000_000) == 0)
    let row = try await listed(library)
    #expect(row.title.title == "Le Film" && row.title.originalTitle == "Le Film")
    #expect(row.title.overview == nil && row.title.overviewSource == nil)
    #expect(row.title.year == 2021 && row.title.releaseDate == "2021-09-15" && row.title.genreIDs == [18])
    #expect(row.entry?.note == "mine" && row.entry?.watchedAt == 5_000)
    let question = try #require(TitleQuestion("der film"))
    #expect(try await library.search(question, nil, year: nil, profile: "default") == [])
    // The next one that passes by brings them back, in any language.
    #expect(try await library.outdated(since: 0, now: 2_000_000, languages: german, limit: 9).count == 1)
    #expect(try await library.renew(fresh("The Film", at: 3_000_000, "en-US")))
    #expect(try await listed(library).title.title == "The Film")
    #expect(
      try await library.outdated(since: 0, now: 3_000_000, languages: german, limit: 9).map(\.isLacking)
        == [true])
    #expect(try await library.renew(fresh("Der Film", at: 3_000_000, "de-DE")))
    #expect(try await library.outdated(since: 0, now: 3_000_000, languages: german, limit: 9) == [])
  }

  @Test func texts_of_others_than_tmdb_stay() async throws {
    var own = film("A Film")
    (own.source, own.overviewSource) = (.catalogue, .movierpc)
    let library = try await library(own, factsAt: nil, language: nil)
    #expect(try await library.dropTexts(since: 1_001_000, now: 2_000_000) == 0)
    #expect(try await listed(library).title.title == "A Film")
    #expect(try await library.outdated(since: 0, now: 2_000_000, languages: german, limit: 9).count == 1)
  }

  @Test func download_loses_old_texts_and_gets_new_ones() async throws {
    let library = Library(folder: nil)
    let row = StoredDownload(
      key: "movie/1", title: "Der Film", mediaType: .movie, language: "de-DE", region: "DE", createdAt: 1_000,
      assets: [.init(.detail)])
    var detail = TitleDetail(film("Der Film"))
    (detail.tagline, detail.runtime, detail.keywords) = ("Ein Satz", 90, ["sea"])
    detail.similar = [.made(2)]
    detail.cast = [.init(name: "Ana", character: "Die Frau")]
    try await library.save([row], details: [row.key: detail], factsAt: 1_000_000)
    let outdated = try await library.outdated(since: 1_001_000, now: 2_000_000, languages: [:], limit: 9)
    #expect(outdated.map(\.language) == ["de-DE"] && outdated.map(\.region) == ["DE"])
    #expect(try await library.dropTexts(since: 1_001_000, now: 2_000_000) == 1)
    #expect(try await library.load().downloads.map(\.title) == ["Le Film"])
    let bare = try #require(try await library.detail(.tmdb(.movie, 1), profile: "default"))
    #expect(bare.title.title == "Le Film" && bare.title.overview == nil && bare.isPartial)
    #expect(bare.tagline == nil && bare.similar == [] && bare.keywords == [] && bare.runtime == 90)
    #expect(bare.cast == [.init(name: "Ana")])
    #expect(try await library.downloaded(["movie/1"]).map(\.overview) == [nil])
    // A title that the library itself shows is as old as there.
    try await library.save([row], details: [row.key: bare])
    try await library.renewDownload("movie/1", detail, factsAt: 3_000_000)
    #expect(try await library.detail(.tmdb(.movie, 1), profile: "default")?.tagline == "Ein Satz")
    #expect(try await library.outdated(since: 3_000_000, now: 3_000_000, languages: [:], limit: 9) == [])
    detail.title.source = .library
    try await library.save([row], details: [row.key: detail])
    #expect(try await library.outdated(since: 3_000_000, now: 3_000_000, languages: [:], limit: 9) == [])
    #expect(try await library.dropTexts(since: 3_001_000, now: 4_000_000) == 1)
  }

  @Test func earlier_titles_are_as_old_as_their_first_entry() async throws {
    let folder = try TemporaryFolder()
    let more = """
      INSERT INTO title VALUES('movie/2','movie',NULL,'b','|',NULL,NULL,NULL,NULL,
        '{"key":"movie/2","title":"B","source":"catalogue"}');
      INSERT INTO title VALUES('itunes/3','movie',NULL,'c','|',NULL,NULL,NULL,NULL,'no JSON');
      INSERT INTO title VALUES('movie/4','movie',NULL,'d','|',NULL,NULL,NULL,NULL,'no JSON');
      """
    try EarlierLibrary(version: "v5", sql: EarlierLibrary.v5.sql + more).make(in: folder)
    let library = Library(folder: folder.path)
    _ = try await library.load()
    let queue = try DatabaseQueue(path: folder.path + "/library.sqlite")
    let ages = try await queue.read { database in
      try Row.fetchAll(
        database, sql: "SELECT key, facts_at FROM title LEFT JOIN title_text USING (key) ORDER BY key"
      ).map { row in
        "\(row[0] as String) \((row[1] as Int64?).map { "\($0)" } ?? "-")"
      }
    }
    #expect(ages == ["itunes/3 -", "movie/1 1795000000", "movie/2 -", "movie/4 0"])
    let download = try await queue.read { try Int64.fetchOne($0, sql: "SELECT facts_at FROM download") }
    #expect(download == 1_795_000_000)
    // Unreadable facts stop nothing.
    #expect(try await library.dropTexts(since: 1_800_000_000, now: 1_900_000_000) == 3)
    #expect(try await library.dropTexts(since: 1_800_000_000, now: 1_900_000_000) == 0)
    await library.close()
  }
}
