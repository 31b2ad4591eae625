import Foundation
import Testing

@testable import MovieStore

/// A file that is damaged while it is in use. `CatalogueStorageTests` has those damaged before.
@Suite struct CatalogueDamageTests {
  @Test func fileDamagedWhileItIsOpenIsBuiltAnew() async throws {
    let folder = try TemporaryFolder()
    // Larger than SQLite's cache of pages, so that it has to be read again.
    let storage = CatalogueStorage(folder: folder.path, source: CatalogueStorageTests.many(6000))
    let catalogue = await Catalogue.whole(storage).catalogue
    let size = try folder.read().count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xa5, count: size - 4096))
    for number in [1, 2, 3, 5998, 5999, 6000] {
      let found = try await catalogue.search(q: "Film \(number)", limit: 1).titles
      if number < 4 { #expect(found.map(\.id) == [number]) }
    }
    #expect(catalogue.needsBuild)
    #expect(await catalogue.takeNotices().map(\.code) == [.damaged])
    await catalogue.build()
    #expect(try await catalogue.search(q: "Film 6000", limit: 1).titles.map(\.id) == [6000])
    #expect(await catalogue.takeNotices().map(\.code) == [.built])
    #expect(await catalogue.takeNotices() == [])
    #expect(await Catalogue.open(storage).notices == [])
  }

  @Test func cell_damaged_while_the_file_is_open_is_built_anew() async throws {
    let folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: CatalogueStorageTests.many())
    let catalogue = await Catalogue.whole(storage).catalogue
    // The row of a title has its media type, its number in two bytes, and its name.
    var file = try folder.read()
    let name = try #require(file.range(of: Data("Film 1900".utf8))).lowerBound
    try #require(file[name - 7..<name - 2].elementsEqual("movie".utf8))
    file[name - 3] = UInt8(ascii: "?")
    try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file)).write(contentsOf: file)
    // The best-known titles do not have it.
    #expect(try await catalogue.names("film 1900") == [])
    #expect(catalogue.needsBuild)
    #expect(await catalogue.takeNotices().map(\.code) == [.damaged])
    await catalogue.build()
    #expect(try await catalogue.names("film 1900") == ["Film 1900"])
  }
}
