import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

/// Local titles in a search that TMDB answers.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct SourceChainSearchTests {
  typealias Bench = SourceChainTests.Bench

  private let bench: Bench

  init() {
    bench = Bench()
    bench.tmdb.titles = ["movie/2", "movie/1"].map { .named($0) }
    bench.local.titles = ["movie/1", "movie/3", "movie/4"].map { .named($0) }
  }

  private func search(
    page: Int = 1, size: Int = 20, _ change: (inout FetchOptions) -> Void = { _ in }
  ) async throws -> FoundTitles {
    let arguments = try Arguments(
      SearchMethod.method, params: ["q": "dune", "page": .integer(page), "page_size": .integer(size)])
    var options = FetchOptions(day: "2026-11-21")
    change(&options)
    return try await bench.chain.search(SearchParams(arguments, defaultDebounce: 0), options)
  }

  private func named(_ words: String) async throws -> [String] {
    let name = try #require(TitleName(words)?.readings.first)
    return try await bench.chain.named(name, FetchOptions(day: "2026-11-21")).map(\.title.key.text)
  }

  private func title(_ number: Int, _ name: String) -> Title {
    Title(.tmdb(.movie, number), name, source: .tmdb)
  }

  @Test func titles_of_a_name_are_judged_alike_whoever_finds_them() async throws {
    bench.tmdb.titles = [title(2, "Dune"), title(5, "Dune: Part Two"), title(6, "Amber")]
    bench.local.titles = [title(2, "Dune"), title(1, "The Dune"), title(3, "Dunes")]
    #expect(try await named("dune") == ["movie/2", "movie/1"])
    #expect(try await named("dune part") == [])
    bench.local.fault = RPCError.needsTMDB(.theProviders)
    #expect(try await named("dune") == ["movie/2"])
  }

  @Test func titles_of_a_name_are_local_ones_where_tmdb_fails() async throws {
    bench.local.titles = [title(1, "Dune")]
    bench.tmdb.fault = RPCError.unavailable(.tmdb, .network, .upstreamSlow("TMDB"))
    #expect(try await named("dune") == ["movie/1"])
    await #expect(throws: RPCError.self) { try await named("amber") }
  }

  @Test func local_titles_follow_those_of_tmdb() async throws {
    bench.local.note = { $0.asOf = "2026-07-29" }
    let found = try await search()
    #expect(found.titles.map(\.key) == ["movie/2", "movie/1", "movie/3", "movie/4"] && found.total == 4)
    #expect(found.meta.source == .tmdb && found.meta.asOf == "2026-07-29" && found.meta.reason == nil)
    #expect(bench.tmdb.asked == 1 && bench.local.asked == 1)
  }

  @Test func no_more_local_titles_are_added_than_a_page_has_room_for() async throws {
    let found = try await search(size: 3)
    #expect(found.titles.map(\.key) == ["movie/2", "movie/1", "movie/3"] && found.total == 3)
    #expect(try await search(size: 2).titles.map(\.key) == ["movie/2", "movie/1"])
    #expect(bench.local.asked == 1)
  }

  @Test func later_page_leaves_out_what_the_first_has_from_the_catalogue() async throws {
    // People are counted, and not shown.
    bench.tmdb.total = 40
    bench.tmdb.secondPage = ["movie/5", "movie/3", "movie/6"].map { .named($0) }
    let first = try await search(size: 4)
    #expect(first.titles.map(\.key) == ["movie/2", "movie/1", "movie/3", "movie/4"] && first.total == 40)
    let second = try await search(page: 2, size: 4)
    #expect(second.titles.map(\.key) == ["movie/5", "movie/6"] && second.total == 40)
    #expect(bench.tmdb.cacheOnly == [false, false, true])
    // A first page that was full has none.
    #expect(try await search(page: 2, size: 2).titles.map(\.key) == ["movie/5", "movie/3", "movie/6"])
  }

  @Test func corrected_words_are_for_a_search_that_finds_hardly_any() async throws {
    bench.local.note = { $0.corrected = "tune" }
    let found = try await search()
    #expect(found.titles.count == 4 && found.meta.corrected == "tune")
    bench.tmdb.isEmpty = true
    #expect(try await search().titles == bench.local.titles)
    bench.tmdb.isEmpty = false
    bench.tmdb.titles.append(.named("movie/7"))
    let many = try await search()
    #expect(many.titles == bench.tmdb.titles && many.meta.corrected == nil)
  }

  @Test func catalogue_that_is_being_built_is_asked_again_soon() async throws {
    bench.local.note = { $0.expireNow() }
    bench.local.isEmpty = true
    #expect(try await search().meta.freshUntil.map { $0 <= .now } == true)
  }

  @Test func titles_for_adults_are_added_where_they_are_wanted() async throws {
    bench.local.titles[1].isAdult = true
    #expect(try await search().titles.map(\.key) == ["movie/2", "movie/1", "movie/4"])
    #expect(try await search { $0.includesAdult = true }.titles.count == 4)
  }

  @Test func title_that_is_matched_is_one_that_tmdb_finds() async throws {
    #expect(try await search { $0.priority = .prefetch }.titles == bench.tmdb.titles)
    #expect(bench.local.asked == 0)
  }

  @Test func tmdb_is_enough_where_the_catalogue_fails() async throws {
    bench.local.fault = RPCError(.storageError, .words("cannot be read"))
    #expect(try await search().titles == bench.tmdb.titles)
  }
}
