import Foundation
import Testing

@testable import MovieStore

@Suite struct UnfinishedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func removeLeftOvers() { UnfinishedFile.removeLeftOvers(of: ["catalogue.index"], in: folder.path) }

  /// Processes of two containers may have the same number.
  @Test func each_has_a_name_of_its_own_and_is_nobodys_left_over_until_it_ends() throws {
    var files = try (0..<3).map { _ in try UnfinishedFile(beside: folder.file) }
    #expect(try folder.names.count == 3)
    removeLeftOvers()
    #expect(try folder.names.count == 3)
    files.removeLast()
    #expect(try folder.names.count == 2)
    #expect(try folder.names.allSatisfy { $0.hasPrefix("catalogue.index.new-") })
    withExtendedLifetime(files) {}
  }

  @Test func what_nobody_writes_is_removed() throws {
    let file = try UnfinishedFile(beside: folder.file)
    let written = try #require(try folder.names.first)
    for name in [
      "catalogue.index", "catalogue.index.new-1", "catalogue.index.new-2-journal", "\(written)-journal",
    ] {
      try folder.write(Data([1]), to: name)
    }
    removeLeftOvers()
    #expect(try folder.names == ["catalogue.index", written, "\(written)-journal"].sorted())
    withExtendedLifetime(file) {}
  }

  @Test func renamed_file_stays() throws {
    do {
      let file = try UnfinishedFile(beside: folder.file)
      try DurableFile.replace(folder.file, by: file.path, in: folder.path)
    }
    removeLeftOvers()
    #expect(try folder.names == ["catalogue.index"])
  }
}
