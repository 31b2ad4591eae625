import TestSupport
import Testing
import TitleIndex

@testable import MovieStore

@Suite struct PackedTableTests {
  private static let whole = Array(CatalogueSource.embeddedBytes)

  private func open(_ bytes: [UInt8]) throws -> PackedTable {
    // As the constant of the binary, they stay.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return try PackedTable(UnsafeBufferPointer(copy))
  }

  @Test func frames_have_the_header_and_all_titles() throws {
    let table = try open(Self.whole)
    #expect(try table.header().starts(with: CatalogueFile.firstLine.utf8))
    let titles = try table.lines().joined().count { $0 == UInt8(ascii: "\n") }
    #expect(titles == (try CatalogueFile(.embedded).header.titles))
  }

  @Test func all_titles_can_be_read_one_after_another() throws {
    let file = try CatalogueFile(.embedded)
    var count = 0
    while try file.next() != nil { count += 1 }
    #expect(count == file.header.titles)
  }

  @Test(arguments: [0, 3, 400]) func what_is_no_frame_is_refused(_ place: Int) {
    var wrong = Self.whole
    wrong[place] ^= 1
    #expect(throws: CatalogueError.self) { try unpack(wrong) }
  }

  @Test func cut_and_damaged_ones_are_refused() throws {
    for count in [0, 1, 23, 700, Self.whole.count / 2, Self.whole.count - 1] {
      #expect(throws: CatalogueError.self) { try unpack(Array(Self.whole.prefix(count))) }
    }
    var wrong = Self.whole
    wrong[wrong.count / 2] ^= 0xff
    #expect(throws: CatalogueError.self) { try unpack(wrong) }
  }

  private func unpack(_ bytes: [UInt8]) throws {
    let table = try open(bytes)
    _ = (try table.header(), try table.lines())
  }
}
