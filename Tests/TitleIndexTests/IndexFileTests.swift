import Foundation
import TestSupport
import Testing

@testable import TitleIndex

@Suite struct IndexFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/catalogue.index" }

  private func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    IndexFile.write(try SmallTable.known.sections(), fingerprint: "table-1") { bytes += $0 }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  @Test func what_was_written_answers() throws {
    try write(try bytes())
    try IndexFile.check(path, fingerprint: "table-1")
    let search = TitleSearch(try IndexFile.open(path, fingerprint: "table-1"))
    let inMemory = try SmallTable.known.search()
    for text in ["heat", "80s horror", "lotr 2", "jurasic park"] {
      #expect(search.search(text, limit: 20).titles == inMemory.search(text, limit: 20).titles)
      #expect(!search.search(text, limit: 20).titles.isEmpty)
    }
  }

  @Test func another_table_folder_or_file_is_none() throws {
    #expect(throws: IndexError.self) { try IndexFile.open(path, fingerprint: "table-1") }
    try write(try bytes())
    #expect(throws: IndexError.self) { try IndexFile.open(path, fingerprint: "table-2") }
    #expect(throws: IndexError.self) { try IndexFile.open(folder.path, fingerprint: "table-1") }
    try write([])
    #expect(throws: IndexError.self) { try IndexFile.open(path, fingerprint: "table-1") }
    try write(Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 4096))
    #expect(throws: IndexError.self) { try IndexFile.open(path, fingerprint: "table-1") }
  }

  /// Another daemon may have replaced it.
  @Test func file_that_has_gone_is_not_damaged() {
    let error = #expect(throws: IndexError.self) { try IndexFile.check("/nowhere/index", fingerprint: "") }
    #expect(error?.isOutdated == true)
  }

  @Test func file_that_is_cut_short_anywhere_is_not_sound() throws {
    let whole = try bytes()
    for count in stride(from: 0, to: whole.count - 16, by: 97) {
      try write(Array(whole.prefix(count)))
      #expect(throws: IndexError.self, "\(count) bytes") {
        try IndexFile.check(path, fingerprint: "table-1")
      }
    }
  }

  /// Each byte that means something: what is damaged is seen, and until then answers something without a crash.
  @Test func one_wrong_byte_is_seen_and_crashes_nothing() throws {
    let whole = try bytes()
    var seen = 0, looked = 0
    for place in stride(from: 0, to: whole.count, by: 61) {
      var wrong = whole
      wrong[place] ^= 0xff
      try write(wrong)
      looked += 1
      if (try? IndexFile.check(path, fingerprint: "table-1")) == nil { seen += 1 }
      if let index = try? IndexFile.open(path, fingerprint: "table-1") {
        let search = TitleSearch(index)
        for text in ["heat pacino", "80s horror", "jurasic park", "the lord of the r"] {
          let answer = search.search(text, limit: 5)
          for title in answer.titles { _ = search.matched(title.rank, answer) }
        }
      }
    }
    // What fills up a section to sixteen bytes means nothing.
    #expect(seen > looked * 9 / 10, "\(seen) of \(looked)")
  }

  @Test func table_that_does_not_fit_its_columns_is_refused_with_its_line() throws {
    for (table, line) in [
      ("movie\t1\tHeat\n", 1), (SmallTable.known.lines + "movie\t2\n", 20),
      (String(SmallTable.known.lines.dropLast()), 19),
    ] {
      let error = try #require(throws: IndexError.self) {
        try IndexBuilder.build([Array(table.utf8)], columns: TableColumn.allCases)
      }
      #expect(error.line == line)
    }
  }
}
