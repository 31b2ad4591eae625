import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import Testing

@testable import MovieSources
@testable import MovieStore

/// What is answered at the first start, while the catalogue is built.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct BuildingCatalogueTests {
  private static let titles = CatalogueStorage.starterTitles + 100
  private let options = FetchOptions(day: "2026-07-29")

  private static var lines: String {
    let rows = (1...titles).map { number in
      "movie\t\(number)\tFilm \(number)\t\t\t2000\t\t18\t\t\t\t\(10_000 - number)\t\t\t\t\t"
    }
    let columns = CatalogueFile.columns.joined(separator: "\t")
    let header = [
      CatalogueFile.firstLine, "# as_of 2026-01-02", "# titles \(titles)", "# columns \(columns)",
    ]
    return (header + rows).joined(separator: "\n") + "\n"
  }

  private func source(_ lines: String = Self.lines) -> LocalSource {
    let opening = LoopTask.start {
      let storage = CatalogueStorage(folder: nil, source: .bytes(Array(lines.utf8)))
      let catalogue = await Catalogue.open(storage).catalogue
      return LocalCatalogue(
        catalogue, await catalogue.facts, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    return LocalSource(opening)
  }

  private func search(_ source: LocalSource, _ q: String) async throws -> FoundTitles {
    let params = try Arguments(SearchMethod.method, params: ["q": .string(q), "page_size": 1])
    return try await source.search(SearchParams(params, defaultDebounce: 0), options)
  }

  @Test func best_known_titles_stay_where_the_others_cannot_be_read() async throws {
    let source = source(Self.lines.dropLast(20) + "\n")
    _ = try await search(source, "film 7")
    await source.catalogueIsWhole()
    #expect(source.catalogue.titles == CatalogueStorage.starterTitles && source.catalogue.isWhole)
    #expect(try await search(source, "film 7").titles.first?.title == "Film 7")
  }

  @Test func best_known_titles_are_found_at_once_and_not_cached() async throws {
    let source = source()
    #expect(source.catalogue == CatalogueStatus())
    let found = try await search(source, "film 7")
    #expect(found.titles.first?.title == "Film 7")
    if !source.catalogue.isWhole {
      #expect(source.catalogue.titles == CatalogueStorage.starterTitles)
      #expect(found.meta.freshUntil != nil)
    }
    await source.catalogueIsWhole()
    #expect(source.catalogue == CatalogueStatus(titles: Self.titles, asOf: "2026-01-02", isWhole: true))
    #expect(try await search(source, "film 7").meta.freshUntil == nil)
  }

  @Test func title_that_is_not_among_them_is_waited_for() async throws {
    let source = source()
    let (one, two) = (Self.titles, Self.titles - 1)
    #expect(try await search(source, "film \(one)").titles.map(\.title) == ["Film \(one)"])
    let detail = try await source.detail(.tmdb(.movie, two), options)
    #expect(detail?.detail.title.title == "Film \(two)" && detail?.detail.title.year == 2000)
    #expect(try await search(source, "no such film").titles.isEmpty)
    #expect(source.catalogue.isWhole)
  }

  @Test func what_is_being_typed_waits_for_nothing() async throws {
    let source = source()
    let params = try Arguments(SuggestMethod.method, params: ["q": .string("film \(Self.titles)")])
    let found = try await source.suggest(SuggestParams(params))
    #expect(found.titles.isEmpty && found.meta.freshUntil != nil || source.catalogue.isWhole)
    await source.catalogueIsWhole()
    #expect(try await source.suggest(SuggestParams(params)).titles.count == 1)
  }

  @Test func owner_is_told_once_that_all_titles_are_there() async throws {
    let source = source()
    var told = 0
    source.onWhole = { told += 1 }
    _ = try await search(source, "film \(Self.titles)")
    await source.catalogueIsWhole()
    _ = try await search(source, "film 1")
    await source.end()
    #expect(told == 1)
  }

  @Test func ended_build_is_not_begun_again() async throws {
    let source = source()
    await source.end()
    _ = try await search(source, "film 1")
    await source.end()
    #expect(source.catalogue.titles > 0)
  }
}
