import Foundation
import TestSupport
import Testing
import TitleIndex

@testable import MovieStore

@Suite struct PackedPiecesTests {
  private static let whole = Array(CatalogueSource.embeddedBytes)

  private func open(_ bytes: [UInt8]) throws -> PackedPieces {
    // As the constant of the binary, they stay.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return try PackedPieces(UnsafeBufferPointer(copy))
  }

  @Test func pieces_have_all_titles_and_say_how_many() throws {
    let pieces = try CatalogueSource.embedded.pieces()
    #expect(pieces.count > 2)
    let titles = try IndexBuilder.build(pieces, columns: Array(TableColumn.allCases.prefix(20))).count
    #expect(titles == (try CatalogueFile(.embedded).header.titles))
  }

  @Test(arguments: [0, 2, 10, 15, 20]) func what_is_no_piece_is_refused(_ place: Int) {
    var wrong = Self.whole
    wrong[place] ^= 1
    #expect(throws: (any Error).self) { try index(wrong) }
  }

  @Test func cut_and_damaged_ones_are_refused() throws {
    for count in [1, 23, 40, Self.whole.count / 2, Self.whole.count - 1] {
      #expect(throws: CatalogueError.self) { try open(Array(Self.whole.prefix(count))) }
    }
    var wrong = Self.whole
    wrong[wrong.count / 2] ^= 0xff
    #expect(throws: CatalogueError.self) { try index(wrong) }
    #expect(throws: CatalogueError.self) { try open(Array(try Gzip.packed(Data("# no piece\n".utf8)))) }
    #expect(try open([]).forIndex.isEmpty)
  }

  private func index(_ bytes: [UInt8]) throws -> IndexSections {
    try IndexBuilder.build(open(bytes).forIndex, columns: Array(TableColumn.allCases.prefix(20)))
  }
}
