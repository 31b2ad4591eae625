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

  /// Cells that the older format did not have are unknown.
  @Test func imports_of_a_format_with_fewer_columns_are_taken_over() async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour", popularity: 7).utf8), in: folder)
    let older = try TemporaryFolder()
    try older.write(try folder.read())
    let queue = try DatabaseQueue(path: older.file)
    try await queue.write { try $0.execute(sql: "ALTER TABLE imported DROP COLUMN popularity") }
    try queue.close()
    try older.setFormat(3)
    let storage = CatalogueStorage(folder: older.path, source: .films("Dune"))
    let other = await Catalogue.open(storage).catalogue
    #expect(try await other.title(.movie, id: 10)?.title == "Harbour")
    #expect(try await other.title(.movie, id: 10)?.popularity == nil)
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

  @Test(arguments: ["CREATE INDEX title_by_sort_title", "INSERT INTO spelling_words"])
  func cancel_ends_a_build_within_a_statement(sql: String) async throws {
    let progress = CatalogueProgress()
    let queue = try DatabaseQueue()
    queue.inDatabase { database in
      database.trace { if "\($0)".hasPrefix(sql) { progress.cancel() } }
      var builder = CatalogueBuilder(source: CatalogueStorageTests.many(), progress: progress)
      #expect(throws: CancellationError.self) { try builder.build(database) }
    }
  }

  @Test(arguments: [Damage.empty, .text])
  func damage_that_takes_imports_is_told_until_the_next_import(_ damage: Damage) async throws {
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    #expect(await !catalogue.facts.importsLost)
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune"))
    try folder.write(try damage.done(to: folder.read()))
    let (damaged, notices) = await Catalogue.open(storage)
    #expect(notices.map(\.code) == [.damaged, .importsLost, .built])
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
    try folder.write(try Damage.garbageAtTheStart.done(to: folder.read()))
    let counts = try await catalogue.add(Data(film(11, "Alps").utf8), in: folder)
    #expect(counts.read == 1 && counts.added == 1)
    #expect(await catalogue.takeNotices().map(\.code) == [.importsLost])
    #expect(await catalogue.facts.importsLost)
  }

  @Test func damage_without_imports_is_no_loss_of_them() async throws {
    try folder.write(try Damage.text.done(to: folder.read()))
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune"))
    let (damaged, notices) = await Catalogue.open(storage)
    #expect(notices.map(\.code) == [.damaged, .built])
    #expect(await !damaged.facts.importsLost)
  }
}
