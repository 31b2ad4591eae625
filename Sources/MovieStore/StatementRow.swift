import GRDB
import GRDBSQLite

/// The row at which a statement stands, read in place. A `Row` of GRDB is a copy of all columns, which takes
/// longer than finding the titles of a page.
///
/// A file may be damaged: a column of another type is an error, and is not converted as SQLite would do it.
struct StatementRow {
  private let statement: SQLiteStatement

  /// The value of a `?`.
  enum Argument {
    case integer(Int)
    case text(String)
  }

  /// - Parameters:
  ///   - statement: one that only reads, with as many `?` as there are arguments.
  ///   - receive: reads a row, which is there until it returns; false ends the read.
  static func each(
    of statement: Statement, arguments: [Argument], _ receive: (StatementRow) throws -> Bool
  ) throws {
    let pointer = statement.sqliteStatement
    guard sqlite3_bind_parameter_count(pointer) == arguments.count else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments")
    }
    for (place, argument) in arguments.enumerated() {
      let code = bind(argument, at: CInt(place + 1), of: pointer)
      guard code == SQLITE_OK else { throw error(code, of: pointer) }
    }
    // Ends the read.
    defer { sqlite3_reset(pointer) }
    while true {
      let code = sqlite3_step(pointer)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code, of: pointer) }
      guard try receive(StatementRow(statement: pointer)) else { return }
    }
  }

  private static func bind(_ argument: Argument, at place: CInt, of statement: SQLiteStatement) -> CInt {
    switch argument {
    case .integer(let number): return sqlite3_bind_int64(statement, place, Int64(number))
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, place, $0.baseAddress, CInt($0.count), copied)
        }
      }
    }
  }

  /// SQLITE_TRANSIENT, https://sqlite.org/c3ref/c_static.html
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  private static func error(_ code: CInt, of statement: SQLiteStatement) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) })
  }

  /// - Returns: the value of the first row; nil if there is none.
  static func first<Value>(
    of statement: Statement, arguments: [Argument], _ value: (StatementRow) throws -> Value
  ) throws -> Value? {
    var first: Value?
    try each(of: statement, arguments: arguments) { row in
      first = try value(row)
      return false
    }
    return first
  }

  func text(at column: CInt) throws(CatalogueError) -> String {
    try bytes(at: column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Of a text, in bytes.
  func length(at column: CInt) throws(CatalogueError) -> Int { try bytes(at: column) { $0.count } }

  func textIfPresent(at column: CInt) throws(CatalogueError) -> String? {
    isNull(column) ? nil : try text(at: column)
  }

  /// The items between separators, without empty ones.
  func list(at column: CInt, separator: UInt8) throws(CatalogueError) -> [String] {
    try bytes(at: column) { bytes in
      bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Those of a BLOB, which is never written with more than `most`.
  func integers<Number: FixedWidthInteger>(at column: CInt, upTo most: Int) throws(CatalogueError) -> [Number]
  {
    try expect(SQLITE_BLOB, column)
    // The order of these two is that of https://sqlite.org/c3ref/column_blob.html
    let start = sqlite3_column_blob(statement, column)
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    guard bytes.count <= most * Number.bitWidth / 8 else {
      throw CatalogueError(.database, "a value is too long")
    }
    return bytes.integers()
  }

  /// Clamped to its bounds, so that sums and products of it cannot overflow.
  func number(at column: CInt, in range: ClosedRange<Int>) throws(CatalogueError) -> Int {
    try expect(SQLITE_INTEGER, column)
    return range.nearest(to: sqlite3_column_int64(statement, column))
  }

  func numberIfPresent(at column: CInt, in range: ClosedRange<Int>) throws(CatalogueError) -> Int? {
    isNull(column) ? nil : try number(at: column, in: range)
  }

  func realIfPresent(at column: CInt) throws(CatalogueError) -> Double? {
    guard !isNull(column) else { return nil }
    try expect(SQLITE_FLOAT, column)
    return sqlite3_column_double(statement, column)
  }

  private func bytes<Value>(
    at column: CInt, _ read: (UnsafeBufferPointer<UInt8>) -> Value
  ) throws(CatalogueError) -> Value {
    try expect(SQLITE_TEXT, column)
    // The order of these two is that of https://sqlite.org/c3ref/column_blob.html
    let start = sqlite3_column_text(statement, column)
    return read(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  private func isNull(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  private func expect(_ type: CInt, _ column: CInt) throws(CatalogueError) {
    guard sqlite3_column_type(statement, column) == type else {
      throw CatalogueError(.database, "a value has another type")
    }
  }
}
