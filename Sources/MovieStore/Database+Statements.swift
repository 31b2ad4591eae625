import GRDB

// Statements that are prepared once. Those of a migration, and those that run once, are GRDB's own.
extension Database {
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The first column of the first row; nil: there is none, or it is null.
  func first<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// - Parameters:
  ///   - statement: until the columns, `INSERT INTO entry`.
  ///   - rest: of the statement: a condition, or what happens on a conflict; `?1` is the first value.
  func write(_ statement: String, _ row: ColumnValues, _ rest: String = "") throws {
    try run("\(statement) (\(row.names)) SELECT \(row.marks) \(rest)", row.arguments)
  }
}
