import Foundation
import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct CatalogueStorageTests {
  private let source = CatalogueSource.films("Dune", "Dune: Part Two", "Alien")

  /// Opens, expects it to answer, and gives what it said.
  private func open(_ folder: TemporaryFolder, _ source: CatalogueSource) async throws -> [CatalogueNotice
    .Code]
  {
    let (catalogue, notices) = await Catalogue.open(CatalogueStorage(folder: folder.path, source: source))
    #expect(try await catalogue.names("dune") == ["Dune", "Dune: Part Two"])
    #expect(await catalogue.facts.titles == 3)
    #expect(await catalogue.facts.asOf == "2026-01-02")
    return notices.map(\.code)
  }

  @Test func fileIsBuiltOnceAndUsedAgain() async throws {
    let folder = try TemporaryFolder()
    #expect(try await open(folder, source) == [.built])
    let made = try folder.read()
    #expect(try await open(folder, source) == [])
    #expect(try folder.read() == made)
    #expect(try folder.names == ["catalogue.sqlite"])
  }

  /// More titles than are built at once.
  static func many(_ count: Int = 2000) -> CatalogueSource {
    .ranked(
      (1...count).map {
        CatalogueTitle(
          mediaType: .movie, id: $0, title: "Film \($0)", voteCount: 30_000 - $0,
          keywords: (1...20).map { number in "keyword \(number)" })
      })
  }

  @Test func best_known_titles_answer_while_the_others_are_built() async throws {
    let folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: Self.many())
    let (catalogue, notices) = await Catalogue.open(storage)
    #expect(notices == [])
    let starter = CatalogueStorage.starterTitles
    #expect(await catalogue.facts == Catalogue.Facts(titles: starter, asOf: "2026-01-02", isWhole: false))
    #expect(catalogue.needsBuild)
    #expect(try await catalogue.names("film \(starter)") == ["Film \(starter)"])
    #expect(try await catalogue.names("film 1501") == [])
    #expect(try folder.names == [])
    await catalogue.build()
    #expect(await catalogue.takeNotices().map(\.code) == [.built])
    #expect(await catalogue.facts == Catalogue.Facts(titles: 2000, asOf: "2026-01-02", isWhole: true))
    #expect(!catalogue.needsBuild)
    #expect(try await catalogue.names("film 1501") == ["Film 1501"])
    #expect(try folder.names == ["catalogue.sqlite"])
    let again = await Catalogue.open(storage)
    #expect(again.notices == [] && !again.catalogue.needsBuild)
    // Nothing is left to do.
    await again.catalogue.build()
    #expect(await again.catalogue.takeNotices() == [])
  }

  @Test func cancelled_build_leaves_no_file_and_the_best_known_titles() async throws {
    let folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: Self.many())
    let catalogue = await Catalogue.open(storage).catalogue
    catalogue.cancelBuild()
    await catalogue.build()
    #expect(await catalogue.takeNotices() == [])
    #expect(await catalogue.facts.titles == CatalogueStorage.starterTitles)
    #expect(try folder.names == [])
  }

  @Test func file_of_another_version_is_replaced_when_the_new_one_is_whole() async throws {
    let folder = try TemporaryFolder()
    let old = await Catalogue.whole(CatalogueStorage(folder: folder.path, source: Self.many())).catalogue
    let new = await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.many(2100))).catalogue
    #expect(await new.facts.titles == CatalogueStorage.starterTitles)
    await new.build()
    #expect(await new.facts.titles == 2100)
    // The one that was open keeps its file.
    #expect(try await old.names("film 2100") == [])
    #expect(try folder.names == ["catalogue.sqlite"])
  }

  @Test func folderIsMade() async throws {
    let folder = try TemporaryFolder()
    let deep = "\(folder.path)/a/b"
    let (catalogue, notices) = await Catalogue.open(CatalogueStorage(folder: deep, source: source))
    #expect(notices.map(\.code) == [.built])
    #expect(try await catalogue.names("alien") == ["Alien"])
    #expect(FileManager.default.fileExists(atPath: "\(deep)/catalogue.sqlite"))
  }

  @Test func otherDataIsBuiltAnew() async throws {
    let folder = try TemporaryFolder()
    _ = await Catalogue.open(CatalogueStorage(folder: folder.path, source: .films("Old")))
    #expect(try await open(folder, source) == [.built])
  }

  @Test func otherFormatIsBuiltAnewWithoutComplaint() async throws {
    let folder = try TemporaryFolder()
    _ = try await open(folder, source)
    try folder.setFormat(200)
    #expect(try await open(folder, source) == [.built])
  }

  @Test(arguments: Damage.allCases)
  func damagedFileIsBuiltAnew(damage: Damage) async throws {
    let folder = try TemporaryFolder()
    _ = try await open(folder, source)
    try folder.write(try damage.done(to: folder.read()))
    #expect(try await open(folder, source) == [.damaged, .built])
    #expect(try await open(folder, source) == [])
  }

  @Test func journalBesideTheFileIsRemoved() async throws {
    let folder = try TemporaryFolder()
    _ = try await open(folder, source)
    try folder.read().write(to: URL(fileURLWithPath: folder.file + "-journal"))
    try folder.write(try Damage.text.done(to: folder.read()))
    #expect(try await open(folder, source) == [.damaged, .built])
    #expect(try folder.names == ["catalogue.sqlite"])
  }

  @Test func what_a_killed_build_left_is_removed_unless_one_runs() async throws {
    let folder = try TemporaryFolder()
    _ = try await open(folder, source)
    try folder.write(Data([1]), to: "catalogue.sqlite.new-1-1")
    do {
      let lock = try #require(try FolderLock(folder.path))
      _ = try await open(folder, source)
      #expect(try folder.names == ["catalogue.sqlite", "catalogue.sqlite.new-1-1"])
      withExtendedLifetime(lock) {}
    }
    _ = try await open(folder, source)
    #expect(try folder.names == ["catalogue.sqlite"])
  }

  @Test func build_waits_for_that_of_another_process() async throws {
    let folder = try TemporaryFolder()
    let catalogue = await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.many())).catalogue
    var lock = try FolderLock(folder.path)
    let build = Task { await catalogue.build() }
    #expect(try await catalogue.names("film 2000") == [])
    #expect(try folder.names == [] && lock != nil)
    lock = nil
    await build.value
    #expect(await catalogue.facts.titles == 2000)
    #expect(try folder.names == ["catalogue.sqlite"])
  }

  @Test func build_that_waits_can_be_cancelled() async throws {
    let folder = try TemporaryFolder()
    let catalogue = await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.many())).catalogue
    let lock = try #require(try FolderLock(folder.path))
    let build = Task { await catalogue.build() }
    catalogue.cancelBuild()
    await build.value
    #expect(await catalogue.takeNotices() == [])
    #expect(try folder.names == [])
    withExtendedLifetime(lock) {}
  }

  @Test(arguments: ["/proc/movierpc", "/dev/null/movierpc", "/proc/self"])
  func folderThatTakesNoFileMeansMemory(path: String) async throws {
    let (catalogue, notices) = await Catalogue.open(CatalogueStorage(folder: path, source: source))
    #expect(notices.map(\.code) == [.inMemory])
    #expect(notices.first?.message.contains("in memory only") == true)
    #expect(try await catalogue.names("dune") == ["Dune", "Dune: Part Two"])
  }

  @Test func folderInPlaceOfTheFileMeansMemory() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file, withIntermediateDirectories: false)
    #expect(try await open(folder, source) == [.damaged, .inMemory])
    #expect(try folder.names == ["catalogue.sqlite"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func readOnlyFolderIsReadFrom() async throws {
    let folder = try TemporaryFolder()
    _ = try await open(folder, source)
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(try await open(folder, source) == [])
    #expect(try await open(folder, .films("Dune", "Dune: Part Two", "Other")) == [.inMemory])
    chmod(folder.file, 0)
    #expect(try await open(folder, source) == [.damaged, .inMemory])
  }

  @Test func fullDiskMeansMemory() async throws {
    // The kernel refuses bytes beyond the limit as it would on a full disk, in this child process only.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
      let folder = try TemporaryFolder()
      let (catalogue, notices) = await Catalogue.whole(
        CatalogueStorage(folder: folder.path, source: Self.many()))
      #expect(notices.map(\.code) == [.inMemory])
      #expect(try await catalogue.search(q: "film", limit: 1).total == 2000)
      #expect(try folder.names == [])
    }
  }

  @Test func noFolderMeansMemoryAsWished() async throws {
    let storage = CatalogueStorage(folder: nil, source: Self.many())
    let (catalogue, notices) = await Catalogue.whole(storage)
    #expect(notices == [])
    #expect(await catalogue.facts.titles == 2000)
  }

  @Test func catalogueOfNothingIsEmpty() async throws {
    let folder = try TemporaryFolder()
    let (catalogue, notices) = await Catalogue.open(folder: folder.path, embedded: false)
    #expect(notices == [])
    #expect(await catalogue.facts.titles == 0)
    #expect(await catalogue.facts.asOf == nil)
    #expect(try await catalogue.search(q: "dune", limit: 20).total == 0)
    #expect(try await catalogue.title(.movie, id: 438631) == nil)
    #expect(try folder.names == [])
  }

  @Test func badDataLeavesAnEmptyCatalogueAndSaysWhere() async throws {
    let folder = try TemporaryFolder()
    let twice = CatalogueTitle(mediaType: .movie, id: 1, title: "x")
    let storage = CatalogueStorage(folder: folder.path, source: .titles([twice, twice]))
    let (catalogue, notices) = await Catalogue.open(storage)
    #expect(notices.map(\.code) == [.inMemory, .empty])
    #expect(notices.last?.message.contains("line 6: duplicate movie 1") == true)
    #expect(await catalogue.facts.titles == 0)
    #expect(try await catalogue.search(q: "x", limit: 20).total == 0)
    #expect(try folder.names == [])
  }

  @Test func fileRemovedWhileItIsOpenIsStillRead() async throws {
    let folder = try TemporaryFolder()
    let (catalogue, _) = await Catalogue.open(CatalogueStorage(folder: folder.path, source: source))
    try FileManager.default.removeItem(atPath: folder.file)
    #expect(try await catalogue.names("dune") == ["Dune", "Dune: Part Two"])
  }

  @Test func twoProcessesBuildAtOnce() async throws {
    let folder = try TemporaryFolder()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await buildInAnotherProcess(folder.path) } }
    }
    #expect(try folder.names == ["catalogue.sqlite"])
    #expect(await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.many())).notices == [])
  }

  @Test func eightTasksBuildAtOnce() async throws {
    let folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: source)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try await Catalogue.open(storage).catalogue.names("dune").count }
      }
      for try await count in group { #expect(count == 2) }
    }
    #expect(try folder.names == ["catalogue.sqlite"])
  }
}

private func buildInAnotherProcess(_ path: String) async {
  await #expect(processExitsWith: .success) { [path] in await buildFiveTimes(path) }
}

private func buildFiveTimes(_ path: String) async {
  let storage = CatalogueStorage(folder: path, source: CatalogueStorageTests.many())
  for _ in 0..<5 {
    let (catalogue, notices) = await Catalogue.whole(storage)
    #expect(!notices.contains { $0.code == .inMemory || $0.code == .damaged })
    let found = try? await catalogue.search(q: "film", limit: 20)
    #expect(found?.total == 2000)
    // Another build of the same data, as after an upgrade.
    var more: [CatalogueNotice] = []
    let opened = storage.build(inMemory: false, &more)
    #expect(opened?.stamp.titles == 2000)
    #expect(more.map(\.code) == [.built])
  }
}
