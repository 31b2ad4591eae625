import Foundation
import GRDB
import MovieProtocol
import Testing

@testable import MovieStore

/// Imports that are cancelled, meet another build, or find or are lost by damage.
@Suite struct CatalogueImportLossTests {
  private let folder: TemporaryFolder
  private let catalogue: Catalogue

  init() async throws {
    folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune", "Dune: Part Two", "Alien"))
    catalogue = await Catalogue.open(storage).catalogue
  }

  @Test func import_while_another_process_builds_is_told_so() async throws {
    let lock = try #require(try FolderLock(folder.path))
    let failure = await #expect(throws: CatalogueImport.Failure.self) {
      try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    }
    #expect(failure?.code == .busy)
    #expect(await catalogue.facts.titles == 3)
    withExtendedLifetime(lock) {}
  }

  /// Uncancelled, this one takes a minute or more, and ends without an error.
  @Test func cancel_ends_a_long_statement() async throws {
    let progress = CatalogueProgress()
    let statement = Task {
      try DatabaseQueue().inDatabase { database in
        try database.cancelling(with: progress) {
          try database.execute(
            sql: """
              WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers
                LIMIT 500000000)
              SELECT count(*) FROM numbers
              """)
        }
      }
    }
    progress.cancel()
    let error = await #expect(throws: DatabaseError.self) { try await statement.value }
    #expect(error?.resultCode == .SQLITE_INTERRUPT)
  }

  @Test func catalogue_that_is_ended_while_it_opens_has_the_built_in_titles() async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    var storage = CatalogueStorage(folder: folder.path, source: .films("Dune"))
    storage.progress.cancel()
    let ended = await Catalogue.open(storage)
    #expect(ended.notices.map(\.code) == [.built])
    #expect(await ended.catalogue.facts.titles == 1)
    storage.progress = CatalogueProgress()
    #expect(try await Catalogue.open(storage).catalogue.names("harbour") == ["Harbour"])
  }

  @Test(arguments: [Damage.empty, .text])
  func damage_that_takes_imports_is_told_until_the_next_import(_ damage: Damage) async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    #expect(await !catalogue.facts.importsLost)
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune"))
    try folder.write(try damage.done(to: folder.read("imports.sqlite")), to: "imports.sqlite")
    let (damaged, notices) = await Catalogue.open(storage)
    #expect(notices.map(\.code) == [.importsLost, .built])
    #expect(await damaged.facts.importsLost)
    #expect(try await damaged.names("harbour") == [])
    let again = await Catalogue.open(storage)
    #expect(again.notices.map(\.code) == [.importsLost])
    #expect(await again.catalogue.facts.importsLost)
    // It is not forgotten with other built-in titles.
    let other = await Catalogue.open(CatalogueStorage(folder: folder.path, source: .films("Alien"))).catalogue
    #expect(await other.facts.importsLost)
    _ = try await other.add(Data(film(10, "Harbour").utf8), in: folder)
    #expect(await !other.facts.importsLost)
  }

  @Test func damage_found_by_an_import_is_told() async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    let damaged = try Damage.garbageAtTheStart.done(to: folder.read("imports.sqlite"))
    try folder.write(damaged, to: "imports.sqlite")
    _ = await catalogue.takeNotices()
    let counts = try await catalogue.add(Data(film(11, "Alps").utf8), in: folder)
    #expect(counts.read == 1 && counts.added == 1)
    #expect(await catalogue.takeNotices().map(\.code) == [.importsLost, .built])
    #expect(try await catalogue.names("alps") == ["Alps"])
    #expect(try folder.read("imports.sqlite.damaged") == damaged)
  }

  /// It is no damage that the disk is full, or that a newer version has made the store.
  @Test func store_of_a_newer_version_is_not_replaced() async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    // user_version is at 60: https://sqlite.org/fileformat.html#the_database_header
    var store = try folder.read("imports.sqlite")
    store[63] = 200
    try folder.write(store, to: "imports.sqlite")
    let failure = await #expect(throws: CatalogueImport.Failure.self) {
      try await catalogue.add(Data(film(11, "Alps").utf8), in: folder)
    }
    #expect(failure?.code == .storage && failure?.description.contains("newer version") == true)
    #expect(try folder.read("imports.sqlite") == store)
    let opened = await Catalogue.open(CatalogueStorage(folder: folder.path, source: .films("Dune")))
    #expect(opened.notices.map(\.code) == [.inMemory, .built])
    #expect(await !opened.catalogue.facts.importsLost)
  }

  /// What was imported is in the index and in a file of its own.
  @Test func damage_of_the_index_is_no_loss_of_imports() async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    try folder.write(try Damage.text.done(to: folder.read()))
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune"))
    let (damaged, notices) = await Catalogue.open(storage)
    #expect(notices.map(\.code) == [.damaged, .built])
    #expect(await !damaged.facts.importsLost)
    #expect(try await damaged.names("harbour") == ["Harbour"])
  }
}
