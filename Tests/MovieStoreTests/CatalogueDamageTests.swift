import Foundation
import MovieProtocol
import Testing

@testable import MovieStore

/// A file that is damaged while it is in use. `CatalogueStorageTests` has those damaged before.
@Suite struct CatalogueDamageTests {
  private let folder: TemporaryFolder
  private let storage: CatalogueStorage
  private let catalogue: Catalogue

  init() async throws {
    folder = try TemporaryFolder()
    storage = CatalogueStorage(folder: folder.path, source: CatalogueStorageTests.many())
    catalogue = await Catalogue.open(storage).catalogue
  }

  private func write(_ bytes: Data, at offset: Int) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file))
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: bytes)
  }

  @Test func line_damaged_while_the_file_is_open_is_made_again() async throws {
    let line = try #require(try folder.read().range(of: Data("Film 1900".utf8))).lowerBound
    try write(Data("F\u{1}lm".utf8), at: line)
    #expect(try await catalogue.title(.movie, id: 1900)?.title == "Film 1900")
    #expect(await catalogue.takeNotices().map(\.code) == [.damaged, .built])
    #expect(await catalogue.takeNotices() == [])
  }

  /// What another program does: the pages behind the cut are gone.
  @Test func file_that_is_cut_while_it_is_open_is_made_again() async throws {
    for size in [off_t(4096), 0] {
      #expect(truncate(folder.file, size) == 0)
      #expect(try await catalogue.names("film 1900") == ["Film 1900"])
      #expect(await catalogue.takeNotices().map(\.code) == [.damaged, .built])
      #expect(await catalogue.takeNotices() == [])
    }
  }
}
