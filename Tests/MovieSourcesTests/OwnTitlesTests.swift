import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

/// The catalogue in the binary, with what a user has behind it.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct OwnTitlesTests {
  private static let catalogue = LocalSource.open(
    folder: try? ReadyCatalogue.folder(), embedded: true,
    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  private let options = FetchOptions(day: "2026-07-29")

  /// However long it takes to open: all tests begin at once.
  private func source(_ own: Kept) -> LocalSource {
    LocalSource(Self.catalogue, own: own, patience: .seconds(240))
  }

  private func title(_ number: Int, _ name: String, year: Int = 2020) -> Title {
    var title = Title(.tmdb(.movie, number), name, source: .library)
    (title.releaseDate, title.year) = ("\(year)-01-01", year)
    return title
  }

  private func search(_ titles: LocalSource, _ q: String, page: Int = 1, size: Int = 20) async throws
    -> FoundTitles
  {
    let params = try Arguments(
      SearchMethod.method, params: ["q": .string(q), "page": .integer(page), "page_size": .integer(size)])
    return try await titles.search(SearchParams(params, defaultDebounce: 0), options)
  }

  @Test func what_is_kept_comes_behind_the_catalogue_over_all_pages() async throws {
    let cached = Kept([title(1, "Dune in German"), title(2, "Dune again"), title(438631, "Dune")])
    let titles = source(cached)
    let known = try await search(source(Kept([])), "dune", size: 100)
    let all = try await search(titles, "dune", size: 100)
    // The film that both know is there once.
    #expect(all.total == known.total + 2)
    #expect(all.titles.map(\.key) == known.titles.map(\.key) + ["movie/1", "movie/2"])
    #expect(all.meta.source == .catalogue)
    var paged: [TitleKey] = []
    for page in 1...10 {
      let found = try await search(titles, "dune", page: page, size: 7)
      #expect(found.total == all.total)
      paged += found.titles.map(\.key)
    }
    #expect(paged == all.titles.map(\.key))
    #expect(try await search(titles, "dune", page: 1_000_000, size: 100).titles.isEmpty)
  }

  /// The catalogue is not asked for these titles, but for the pages before.
  @Test func page_of_own_titles_says_what_was_searched_for() async throws {
    let titles = source(Kept([title(1, "Interstelar again")]))
    let first = try await search(titles, "interstelar", page: 1, size: 1)
    #expect(first.meta.corrected == "interstellar" && first.meta.source == .catalogue)
    let last = try await search(titles, "interstelar", page: first.total, size: 1)
    #expect(last.titles.map(\.key) == ["movie/1"] && last.meta.source == .library)
    #expect(last.meta.corrected == "interstellar")
  }

  /// It may be readable at the next call.
  @Test func what_lacks_what_cannot_be_read_is_not_kept() async throws {
    let cached = Kept([title(1, "Dune in German")])
    let titles = source(cached)
    let whole = try await search(titles, "dune")
    #expect(whole.meta.freshUntil == nil)
    cached.isBroken = true
    let found = try await search(titles, "dune")
    #expect(found.total == whole.total - 1)
    let detail = try #require(try await titles.detail(.tmdb(.movie, 438631), options))
    let videos = try #require(
      try await titles.videos(
        TrailerParams(key: .tmdb(.movie, 438631), types: [.search], language: "en"), options))
    for meta in [found.meta, detail.meta, videos.meta] {
      #expect(meta.freshUntil.map { $0 <= .now } == true)
    }
    cached.isBroken = false
    #expect(try await search(titles, "dune").meta.freshUntil == nil)
  }

  @Test func title_that_the_catalogue_has_under_another_name_is_found_by_its_own() async throws {
    let titles = source(Kept([title(157336, "Xyzzy den Sternen")]))
    let found = try await search(titles, "xyzzy")
    #expect(found.titles.map(\.key) == ["movie/157336"] && found.meta.source == .library)
    #expect(found.meta.attribution == ["TMDB"])
    let params = SuggestParams(try Arguments(SuggestMethod.method, params: ["q": "xyzzy den s"]))
    #expect(
      try await titles.suggest(params, FetchOptions(day: "2026-11-21")).titles.map(\.title) == [
        "Xyzzy den Sternen"
      ])
  }

  @Test func detail_is_the_best_there_is() async throws {
    var whole = TitleDetail(title(157336, "Interstellar"))
    whole.tagline = "kept"
    whole.videos = [
      Video(name: "A", type: .teaser, site: "youtube", url: "https://a"),
      Video(name: "B", type: .trailer, site: "youtube", url: "https://b"),
    ]
    var partial = TitleDetail(title(438631, "Dune"))
    partial.isPartial = true
    var unknown = TitleDetail(title(987_654_321, "Nobody's"))
    unknown.isPartial = true
    let titles = source(Kept([], [whole, partial, unknown]))
    let cached = try await titles.detail(.tmdb(.movie, 157336), options)
    #expect(cached?.detail.tagline == "kept" && cached?.meta.source == .library)
    // The catalogue has more than a list does.
    #expect(try await titles.detail(.tmdb(.movie, 438631), options)?.meta.source == .catalogue)
    #expect(try await titles.detail(.tmdb(.movie, 987_654_321), options)?.detail.title.title == "Nobody's")
    #expect(try await titles.detail(.tmdb(.movie, 987_654_322), options) == nil)
    let params = TrailerParams(
      key: .tmdb(.movie, 157336), types: [.trailer, .teaser, .search], language: "en")
    let videos = try await titles.videos(params, options)?.videos
    #expect(videos?.map(\.type) == [.trailer, .teaser, .search])
    let other = TrailerParams(key: .tmdb(.movie, 987_654_321), types: [.search], language: "en")
    #expect(try await titles.videos(other, options)?.videos.count == 1)
  }

  @Test func downloaded_is_what_the_user_has() async throws {
    let titles = source(Kept([title(1, "A"), title(2, "B"), title(3, "C")]))
    let page = try await titles.browse(BrowseParams(list: .downloaded, page: 2, pageSize: 2), options)
    #expect(page.titles.map(\.key) == ["movie/3"] && page.total == 3 && page.meta.source == .library)
    let popular = try await titles.browse(BrowseParams(list: .popular, pageSize: 2), options)
    #expect(popular.meta.source == .catalogue && popular.titles.count == 2)
  }
}

@LoopActor
final class Kept: StoredTitles {
  private let titles: [Title]
  private let details: [TitleDetail]

  nonisolated init(_ titles: [Title], _ details: [TitleDetail] = []) {
    (self.titles, self.details) = (titles, details)
  }

  func isEmpty(_ options: FetchOptions) -> Bool { titles.isEmpty && details.isEmpty }
  /// It cannot be read.
  var isBroken = false

  private func expectWhole() throws(RPCError) {
    if isBroken { throw RPCError(.storageError, .words("it cannot be read")) }
  }

  func search(
    _ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?, _ options: FetchOptions
  ) async throws -> [Title] {
    try expectWhole()
    return titles.filter { question.match(title: $0.title, original: nil) != nil }
  }

  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> TitleDetail? {
    try expectWhole()
    return details.first { $0.title.key == key }
  }

  func downloaded(_ mediaType: Title.MediaType?, rows: Range<Int>) async -> (titles: [Title], total: Int) {
    (Array(titles[rows.clamped(to: titles.indices)]), titles.count)
  }
}
