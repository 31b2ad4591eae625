import EventLoop
import Foundation
import JSONRPC
import Logging
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources
@testable import MovieStore

/// What is answered at the first start, while the catalogue is built. That takes as long as a test holds the
/// lock of its folder.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct BuildingCatalogueTests {
  private static let titles = CatalogueStorage.starterTitles + 100
  private let options = FetchOptions(day: "2026-07-29")

  private static func lines(_ titles: Int = Self.titles) -> String {
    let rows = (1...titles).map { number in
      "movie\t\(number)\tFilm \(number)\t\t\t2000\t\t18\t\t\t\t\(100_000 - number)\t\t\t\t\t"
    }
    let columns = CatalogueFile.columns.joined(separator: "\t")
    let header = [
      CatalogueFile.firstLine, "# as_of 2026-01-02", "# titles \(titles)", "# columns \(columns)",
    ]
    return (header + rows).joined(separator: "\n") + "\n"
  }

  private func source(
    _ lines: String = Self.lines(), folder: String? = nil, own: [Title] = [],
    patience: Duration = .seconds(600)
  ) -> LocalSource {
    let opening = LoopTask.start {
      let storage = CatalogueStorage(folder: folder, source: .bytes(Array(lines.utf8)))
      let catalogue = await Catalogue.open(storage).catalogue
      return LocalCatalogue(
        catalogue, await catalogue.facts, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    return LocalSource(opening, own: Kept(own), patience: patience)
  }

  private func search(
    _ source: LocalSource, _ q: String, page: Int = 1, until deadline: LoopInstant? = nil
  ) async throws -> FoundTitles {
    let params = try Arguments(
      SearchMethod.method, params: ["q": .string(q), "page": .integer(page), "page_size": 1])
    var options = options
    options.deadline = deadline
    return try await source.search(SearchParams(params, defaultDebounce: 0), options)
  }

  @Test func best_known_titles_stay_where_the_others_cannot_be_read() async throws {
    let source = source(Self.lines().dropLast(20) + "\n")
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

  /// A change takes the only title of a name, which the best-known one is not.
  @Test func title_to_be_changed_is_sought_among_all() async throws {
    let folder = try TemporaryFolder()
    var lock = try FolderLock(folder.path)
    let source = source(
      Self.lines().replacing("Film \(Self.titles)\t", with: "Film 1\t"), folder: folder.path)
    let name = try #require(TitleName("film 1")?.readings.first)
    #expect(try await source.named(name, options.impatient).map(\.title.key) == ["movie/1"])
    await #expect(throws: CatalogueUnfinished.self) {
      var options = options
      options.deadline = EventLoop.now
      return try await source.named(name, options)
    }
    let patient = LoopTask.start { [options] in try? await source.named(name, options).count }
    _ = try await search(source, "film 1")
    #expect(lock != nil)
    lock = nil
    #expect(await patient.value == 2)
  }

  @Test func what_is_being_typed_waits_for_nothing() async throws {
    let source = source()
    let params = try Arguments(SuggestMethod.method, params: ["q": .string("film \(Self.titles)")])
    let found = try await source.suggest(SuggestParams(params), FetchOptions(day: "2026-11-21"))
    #expect(found.titles.isEmpty && found.meta.freshUntil != nil || source.catalogue.isWhole)
    await source.catalogueIsWhole()
    #expect(
      try await source.suggest(SuggestParams(params), FetchOptions(day: "2026-11-21")).titles.count == 1)
  }

  @Test func wait_ends_with_the_deadline_and_with_the_request() async throws {
    let folder = try TemporaryFolder()
    let lock = try #require(try FolderLock(folder.path))
    let source = source(folder: folder.path)
    let last = "film \(Self.titles)"
    let found = try await search(source, last, until: EventLoop.now)
    #expect(found.titles.isEmpty && found.meta.reason == .catalogueBuilding)
    await #expect(throws: CatalogueUnfinished.self) {
      var options = options
      options.deadline = EventLoop.now
      return try await source.detail(.tmdb(.movie, Self.titles), options)
    }
    let request = LoopTask.start {
      _ = await #expect(throws: CancellationError.self) { try await search(source, last) }
    }
    // The request begins during the first of these, and has its first answer before the second.
    for _ in 1...2 { _ = try await search(source, "film 1") }
    request.cancel()
    await request.value
    #expect(!source.catalogue.isWhole)
    await source.end()
    withExtendedLifetime(lock) {}
  }

  @Test func search_waits_a_little_and_says_that_titles_are_missing() async throws {
    let folder = try TemporaryFolder()
    var lock = try FolderLock(folder.path)
    let source = source(folder: folder.path, patience: .zero)
    let last = "film \(Self.titles)"
    for q in [last, "film 7"] {
      let found = try await search(source, q)
      #expect(found.titles.isEmpty == (q == last))
      #expect(found.meta.reason == .catalogueBuilding && found.meta.freshUntil != nil)
      #expect(!found.meta.isOffline)
    }
    #expect(lock != nil)
    lock = nil
    await source.catalogueIsWhole()
    let found = try await search(source, last)
    #expect(found.titles.first?.title == "Film \(Self.titles)" && found.meta.reason == nil)
  }

  @Test func page_of_own_titles_is_not_cached_either() async throws {
    var own = Title(CatalogueTitle(mediaType: .movie, id: 1_000_000, title: "Film 7 again"))
    own.source = .library
    let folder = try TemporaryFolder()
    let lock = try #require(try FolderLock(folder.path))
    let source = source(folder: folder.path, own: [own])
    let first = try await search(source, "film 7")
    let last = try await search(source, "film 7", page: first.total)
    #expect(last.titles.map(\.title) == ["Film 7 again"] && last.meta.source == .library)
    #expect(last.meta.freshUntil != nil && !source.catalogue.isWhole)
    #expect(last.meta.reason == .catalogueBuilding)
    await source.end()
    withExtendedLifetime(lock) {}
  }

  @Test func request_that_finds_the_file_damaged_waits_for_the_new_one() async throws {
    for q in ["film \(Self.titles)", "film 7"] {
      let folder = try TemporaryFolder()
      let source = source(folder: folder.path)
      _ = try await search(source, "film 1")
      await source.catalogueIsWhole()
      // Nothing has been read from the file since it was opened.
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path + "/catalogue.sqlite"))
      let size = try file.seekToEnd()
      try file.seek(toOffset: 4096)
      try file.write(contentsOf: Data(repeating: 0xa5, count: Int(size) - 4096))
      let found = try await search(source, q)
      #expect(found.titles.first?.title.lowercased() == q)
      // The best-known titles have one of them, and that is not the last word.
      #expect(source.catalogue.isWhole || q == "film 7" && found.meta.freshUntil != nil)
      await source.catalogueIsWhole()
      #expect(try await search(source, q).meta.freshUntil == nil)
      await source.end()
    }
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
