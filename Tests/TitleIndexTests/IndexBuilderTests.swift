import Testing

@testable import TitleIndex

@Suite struct IndexBuilderTests {
  private func lines() -> [UInt8] {
    var table = SmallTable.known
    // Names, people and a collection that other parts have, too.
    table.add("Alien", "2003-10-31", director: ["Ridley Scott"], collection: "Alien Collection")
    table.add("The Thing", "2011-10-14", genres: [27], keywords: ["ship"])
    return Array(table.lines.utf8)
  }

  private func sections(_ lines: [UInt8], titlesOfPart: Int) throws -> IndexSections {
    try lines.withUnsafeBufferPointer {
      try IndexBuilder.build($0, SmallTable.columns, titlesOfPart: titlesOfPart) { _ in }
    }
  }

  /// The number of processors decides about the parts.
  @Test func parts_do_not_change_the_index() throws {
    let lines = lines()
    let (whole, parts) = (
      try sections(lines, titlesOfPart: 1000), try sections(lines, titlesOfPart: 1)
    )
    for section in IndexFile.Section.allCases {
      #expect(whole.withBytes(section) { Array($0) } == parts.withBytes(section) { Array($0) }, "\(section)")
    }
  }

  @Test func bad_line_is_named_whatever_part_it_is_in() throws {
    for bad in [0, 7, 20] {
      var lines = lines().split(separator: 0x0a)
      lines[bad] = ArraySlice("movie\t1".utf8)
      let table = Array(lines.joined(separator: [0x0a])) + [0x0a]
      let error = #expect(throws: IndexError.self) { try sections(table, titlesOfPart: 1) }
      #expect(error?.line == bad + 1)
    }
  }

  @Test func what_ends_the_first_part_ends_all() {
    struct Ended: Error {}
    let lines = lines()
    #expect(throws: Ended.self) {
      try lines.withUnsafeBufferPointer {
        try IndexBuilder.build($0, SmallTable.columns, titlesOfPart: 1) { _ in throw Ended() }
      }
    }
  }
}
