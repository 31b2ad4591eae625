import GRDB
import Testing

@testable import MovieStore

@Suite struct StatementRowTests {
  private func read<Value>(_ sql: String, _ value: (StatementRow) throws -> Value) throws -> Value? {
    try DatabaseQueue().inDatabase { database in
      try StatementRow.first(of: database.makeStatement(sql: sql), arguments: [], value)
    }
  }

  @Test func values_are_those_of_the_columns() throws {
    try read("SELECT 'Dune', 1984, 6.4, NULL, '|Sci-Fi||Drama|', ''") { row throws in
      #expect(try row.text(at: 0) == "Dune")
      #expect(try row.textIfPresent(at: 0) == "Dune")
      #expect(try row.number(at: 1, in: 0...9999) == 1984)
      #expect(try row.numberIfPresent(at: 1, in: 0...9999) == 1984)
      #expect(try row.realIfPresent(at: 2) == 6.4)
      #expect(try row.textIfPresent(at: 3) == nil)
      #expect(try row.numberIfPresent(at: 3, in: 0...1) == nil)
      #expect(try row.realIfPresent(at: 3) == nil)
      #expect(try row.list(at: 4, separator: UInt8(ascii: "|")) == ["Sci-Fi", "Drama"])
      #expect(try row.text(at: 5) == "")
      #expect(try row.list(at: 5, separator: UInt8(ascii: "|")) == [])
    }
  }

  @Test func no_row_is_nil() throws {
    #expect(try read("SELECT 1 WHERE 0") { _ in true } == nil)
  }

  @Test func numbers_are_clamped() throws {
    try read("SELECT 9223372036854775807, -1") { row throws in
      #expect(try row.number(at: 0, in: 0...10) == 10)
      #expect(try row.number(at: 1, in: 0...10) == 0)
    }
  }

  @Test func column_of_another_type_is_an_error() throws {
    try read("SELECT 'a', 1, NULL, x'ff'") { row throws in
      #expect(throws: CatalogueError.self) { try row.number(at: 0, in: 0...1) }
      #expect(throws: CatalogueError.self) { try row.realIfPresent(at: 1) }
      #expect(throws: CatalogueError.self) { try row.text(at: 1) }
      #expect(throws: CatalogueError.self) { try row.text(at: 2) }
      #expect(throws: CatalogueError.self) { try row.list(at: 3, separator: UInt8(ascii: "|")) }
      #expect(throws: CatalogueError.self) { try row.text(at: 4) }
    }
  }

  @Test func text_that_is_not_UTF_8_does_no_harm() throws {
    try read("SELECT CAST(x'41ff' AS TEXT)") { row throws in #expect(try row.text(at: 0) == "A\u{FFFD}") }
  }

  @Test func error_of_the_statement_is_thrown_and_it_can_be_used_again() throws {
    try DatabaseQueue().inDatabase { database in
      let statement = try database.makeStatement(sql: "SELECT abs(?)")
      // https://sqlite.org/lang_corefunc.html#abs
      let error = #expect(throws: DatabaseError.self) {
        try StatementRow.first(of: statement, arguments: [.integer(.min)]) { _ in }
      }
      #expect(error?.message == "integer overflow")
      let value = try StatementRow.first(of: statement, arguments: [.integer(-7)]) {
        try $0.number(at: 0, in: 0...9)
      }
      #expect(value == 7)
    }
  }

  @Test func arguments_are_bound_in_their_order_and_must_be_as_many() throws {
    try DatabaseQueue().inDatabase { database in
      let statement = try database.makeStatement(sql: "SELECT ?1 || ?2, typeof(?1), typeof(?2)")
      let values = try StatementRow.first(of: statement, arguments: [.text("né\u{0}e"), .integer(7)]) {
        row throws in
        [try row.text(at: 0), try row.text(at: 1), try row.text(at: 2)]
      }
      #expect(values == ["né\u{0}e7", "text", "integer"])
      let empty = try StatementRow.first(of: statement, arguments: [.text(""), .integer(7)]) {
        try $0.text(at: 1)
      }
      #expect(empty == "text")
      for arguments in [[], [.integer(1)], [.integer(1), .integer(2), .integer(3)]]
        as [[StatementRow.Argument]]
      {
        #expect(throws: DatabaseError.self) {
          try StatementRow.each(of: statement, arguments: arguments) { _ in true }
        }
      }
    }
  }
}
