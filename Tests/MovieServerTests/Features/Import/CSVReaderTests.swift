import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite struct CSVReaderTests {
  private func rows(_ text: String) -> [CSVReader.Row] { rows(Array(text.utf8)) }

  private func rows(_ bytes: [UInt8]) -> [CSVReader.Row] {
    var reader = CSVReader()
    var rows: [CSVReader.Row] = []
    while let row = reader.next(bytes.span) { rows.append(row) }
    return rows
  }

  private func fields(_ text: String) -> [[String]] { rows(text).map(\.fields) }

  @Test func rows_and_fields_are_told_apart() {
    #expect(fields("a,b\nc,d\n") == [["a", "b"], ["c", "d"]])
    #expect(fields("a,b\r\nc,d") == [["a", "b"], ["c", "d"]])
    #expect(fields("a,b\rc,d\r") == [["a", "b"], ["c", "d"]])
    #expect(fields(",\n") == [["", ""]])
    #expect(fields("a,\n,b") == [["a", ""], ["", "b"]])
    #expect(fields("é,日本\n") == [["é", "日本"]])
  }

  @Test func quoted_fields_may_hold_anything() {
    #expect(fields(#""a,b","c""d""#) == [["a,b", "c\"d"]])
    #expect(fields("\"a\nb\",c\nd") == [["a\nb", "c"], ["d"]])
    #expect(fields("\"a\r\nb\"\r\nc") == [["a\r\nb"], ["c"]])
    #expect(fields("\"\",\"\"\"\"") == [["", "\""]])
    // As others write it.
    #expect(fields(#"say "hi",b"#) == [[#"say "hi""#, "b"]])
  }

  @Test func byte_order_mark_and_empty_lines_are_passed_over() {
    #expect(fields("\u{FEFF}a,b\n\n\r\n\nc\n") == [["a", "b"], ["c"]])
    #expect(rows("\n\na\n").map(\.line) == [3])
    for text in ["", "\u{FEFF}", "\n", "\r\n\r\n"] { #expect(fields(text) == []) }
  }

  @Test func rows_are_named_by_the_line_on_which_they_begin() {
    #expect(rows("a\n\"b\nb\r\nb\rb\"\nc\n").map(\.line) == [1, 2, 6])
    #expect(rows("a\r\nb\rc\nd").map(\.line) == [1, 2, 3, 4])
  }

  @Test func broken_row_is_named_and_the_next_line_is_read() {
    func read(_ text: String) -> [String] {
      rows(text).map { row in row.fault.map { "\(row.line) \($0)" } ?? row.fields.joined(separator: "|") }
    }
    #expect(read("a\n\"b\"x,1\nc\n") == ["a", "2 quote", "c"])
    #expect(read("a\n\"b,1\nc\nd\n") == ["a", "2 openQuote", "c", "d"])
    #expect(read("a\nb\0,1\nc\n") == ["a", "2 control", "c"])
    #expect(read("a\n\"b\0\"\nc\n") == ["a", "2 control", "c"])
    #expect(read("\"") == ["1 openQuote"])
    let commas = String(repeating: ",", count: CSVReader.maxFields)
    #expect(read("a\n\(commas)\nc\n") == ["a", "2 tooManyFields", "c"])
    let bytes = Array("a\n".utf8) + [0x62, 0xFF, 0xFE] + Array("\nc\n".utf8)
    #expect(rows(bytes).map(\.fault) == [nil, .encoding, nil])
  }

  @Test func field_of_any_length_costs_no_more_than_a_row_may() {
    let long = String(repeating: "x", count: CSVReader.maxRowLength + 1)
    #expect(rows("a\n\(long)\nc").map(\.fault) == [nil, .tooLong, nil])
    #expect(rows("a\n\"\(long)\"\nc").map(\.fault) == [nil, .openQuote, nil])
    let just = String(repeating: "x", count: CSVReader.maxRowLength - 8)
    #expect(rows("a\n\(just),y\nc").map(\.fault) == [nil, nil, nil])
    #expect(rows("a\n\(just)").map(\.fields.count) == [1, 1])
  }

  /// Each line opens a quote that the next one closes and opens again, as far as a row may go.
  @Test func file_in_disorder_is_given_up() {
    let bytes = Array(String(repeating: "a\",\"\n", count: 200_000).utf8)
    var reader = CSVReader()
    var faults = 0
    while let row = reader.next(bytes.span) { faults += row.fault == .tooManyFields ? 1 : 0 }
    #expect(reader.hasGivenUp && (10_000...20_000).contains(faults))
    #expect(throws: ImportError.self) {
      try ImportFormat.imdb.plan((Array("Const,Title\n".utf8) + bytes).span, path: "/x")
    }
  }

  @Test func million_rows_are_read_in_their_order() {
    let bytes = Array(String(repeating: "a,b\n", count: 1_000_000).utf8)
    var reader = CSVReader()
    var (count, last) = (0, 0)
    while let row = reader.next(bytes.span) {
      count += 1
      guard row.line == last + 1, row.fields.count == 2 else { break }
      last = row.line
    }
    #expect(count == 1_000_000)
  }

  @Test func any_bytes_come_to_an_end() {
    var random = SeededGenerator(seed: 5)
    let alphabet = Array("ab,\"\"\n\r\0".utf8) + [0xC3, 0xA9, 0xFF]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let read = rows(bytes)
      #expect(read.map(\.line) == read.map(\.line).sorted(), "\(bytes)")
      #expect(read.count <= bytes.count)
      #expect(read.allSatisfy { ($0.fault == nil) != $0.fields.isEmpty }, "\(bytes)")
    }
  }
}
