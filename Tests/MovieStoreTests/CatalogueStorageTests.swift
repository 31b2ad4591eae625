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
    #expect(try folder.names == ["catalogue.index"])
  }

  /// Some that have much in common.
  static func many(_ count: Int = 2000) -> CatalogueSource {
    .ranked(
      (1...count).map {
        CatalogueTitle(
          mediaType: .movie, id: $0, title: "Film \($0)", voteCount: 30_000 - $0,
          keywords: (1...20).map { number in "keyword \(number)" })
      })
  }

  @Test func file_of_another_version_is_replaced_when_the_new_one_is_whole() async throws {
    let folder = try TemporaryFolder()
    let old = await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.many())).catalogue
    let new = await Catalogue.open(CatalogueStorage(folder: folder.path, source: Self.many(2100))).catalogue
    #expect(await new.facts.titles == 2100)
    // The one that was open keeps its file.
    #expect(try await old.names("film 2100") == [])
    #expect(try folder.names == ["catalogue.index"])
  }

  @Test func folderIsMade() async throws {
    let folder = try TemporaryFolder()
    let deep = "\(folder.path)/a/b"
    let (catalogue, notices) = await Catalogue.open(CatalogueStorage(folder: deep, source: source))
    #expect(notices.map(\.code) == [.built])
    #expect(try await catalogue.names("alien") == ["Alien"])
    #expect(FileManager.default.fileExists(atPath: "\(deep)/catalogue.index"))
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

  @Test func what_a_killed_daemon_left_is_removed_and_not_what_another_writes() async throws {
    let folder = try TemporaryFolder()
    _ = try await open(folder, source)
    let running = try UnfinishedFile(beside: folder.file)
    for name in ["catalogue.index.new-\(pid_t.max)", "imports.sqlite.new-x"] {
      try folder.write(Data([1]), to: name)
    }
    _ = try await open(folder, source)
    #expect(try folder.names.map { "\(folder.path)/\($0)" } == [folder.file, running.path])
  }

  @Test func file_of_version_0_1_is_removed_unless_it_has_imports() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Data([1]), to: "catalogue.sqlite")
    #expect(try await open(folder, source) == [.built])
    #expect(try folder.names == ["catalogue.index"])
    for name in ["catalogue.sqlite", "catalogue.imported"] { try folder.write(Data([1]), to: name) }
    #expect(try await open(folder, source) == [.importsLost])
    let again = await Catalogue.open(CatalogueStorage(folder: folder.path, source: source))
    #expect(again.notices.map(\.code) == [.importsLost])
    #expect(await again.catalogue.facts.importsLost)
    _ = try await again.catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    #expect(await !again.catalogue.facts.importsLost)
    #expect(try folder.names == ["catalogue.index", "import", "imports.sqlite"])
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
    #expect(try folder.names == ["catalogue.index"])
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
      let (catalogue, notices) = await Catalogue.open(
        CatalogueStorage(folder: folder.path, source: Self.many()))
      #expect(notices.map(\.code) == [.inMemory])
      #expect(try await catalogue.search(q: "film", limit: 1).total == 2000)
      #expect(try folder.names == [])
    }
  }

  @Test func noFolderMeansMemoryAsWished() async throws {
    let storage = CatalogueStorage(folder: nil, source: Self.many())
    let (catalogue, notices) = await Catalogue.open(storage)
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
    #expect(notices.map(\.code) == [.empty])
    #expect(notices.last?.message.contains("duplicate movie 1") == true)
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
    #expect(try folder.names == ["catalogue.index"])
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
    #expect(try folder.names == ["catalogue.index"])
  }
}

private func buildInAnotherProcess(_ path: String) async {
  await #expect(processExitsWith: .success) { [path] in await buildFiveTimes(path) }
}

private func buildFiveTimes(_ path: String) async {
  let storage = CatalogueStorage(folder: path, source: CatalogueStorageTests.many())
  for _ in 0..<5 {
    // Made again, as after an upgrade.
    unlink(path + "/catalogue.index")
    let (catalogue, notices) = await Catalogue.open(storage)
    #expect(!notices.contains { $0.code == .inMemory || $0.code == .damaged })
    let found = try? await catalogue.search(q: "film", limit: 20)
    #expect(found?.total == 2000)
  }
}
