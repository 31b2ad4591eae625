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

  private func sections(_ lines: [UInt8], threads: Int) throws -> IndexSections {
    try IndexBuilder.build([lines], columns: SmallTable.columns, threads: threads)
  }

  /// The number of processors decides about the parts.
  @Test(arguments: [2, 3, 7, 21, 64])
  func parts_do_not_change_the_index(_ threads: Int) throws {
    let whole = try sections(lines(), threads: 1)
    let parts = try sections(lines(), threads: threads)
    let lines = lines().split(separator: 0x0a).map { $0 + [0x0a] }
    let tables = try IndexBuilder.build(
      [Array(lines[..<5].joined()), Array(lines[5...].joined())], columns: SmallTable.columns,
      threads: threads)
    for section in IndexFile.Section.allCases {
      #expect(whole.withBytes(section) { Array($0) } == tables.withBytes(section) { Array($0) }, "\(section)")
    }
    for section in IndexFile.Section.allCases {
      #expect(whole.withBytes(section) { Array($0) } == parts.withBytes(section) { Array($0) }, "\(section)")
    }
  }

  @Test func lines_that_come_one_after_another_make_the_same_index() throws {
    let stream = IndexStream(columns: SmallTable.columns)
    for line in lines().split(separator: 0x0a) { try stream.add(line + [0x0a]) }
    try stream.add([])
    var steps: [Double] = []
    let (streamed, whole) = (
      try stream.finish { steps.append($0) }, try sections(lines(), threads: 1)
    )
    #expect(!steps.isEmpty && steps == steps.sorted() && steps.allSatisfy { (0...1).contains($0) })
    for section in IndexFile.Section.allCases {
      #expect(
        whole.withBytes(section) { Array($0) } == streamed.withBytes(section) { Array($0) }, "\(section)")
    }
  }

  @Test func index_of_nothing_is_empty() throws {
    #expect(try IndexBuilder.build([], columns: SmallTable.columns).count == 0)
    #expect(try IndexStream(columns: SmallTable.columns).finish { _ in }.count == 0)
  }

  @Test func bad_line_is_named_whatever_part_it_is_in() throws {
    for bad in [0, 7, 20] {
      var lines = lines().split(separator: 0x0a)
      lines[bad] = ArraySlice("movie\t1".utf8)
      let table = Array(lines.joined(separator: [0x0a])) + [0x0a]
      let error = #expect(throws: IndexError.self) { try sections(table, threads: 21) }
      #expect(error?.line == bad + 1)
      let stream = IndexStream(columns: SmallTable.columns)
      let late = #expect(throws: IndexError.self) {
        try stream.add(table)
        try stream.add([])
      }
      #expect(late?.line == bad + 1)
    }
  }

  @Test func what_ends_the_last_step_ends_all() throws {
    struct Ended: Error {}
    let stream = IndexStream(columns: SmallTable.columns)
    try stream.add(lines())
    #expect(throws: Ended.self) { try stream.finish { _ in throw Ended() } }
  }
}
