import GRDB
import MovieProtocol

/// A value that is a row of a table, or a part of one: its list of columns reads it and writes it.
///
/// GRDB's records name each column twice, in `init(row:)` and in `encode(to:)`. 3,000 rows of twelve columns take 4 ms to
/// read, as by GRDB's; those that are `Codable` take 6.
protocol StoredRow: Sendable {
  /// What a row is read into.
  static var empty: Self { get }
  static var columns: [Column<Self>] { get }
}

extension StoredRow {
  /// `term, at, count`: what `read` expects, in this order.
  static var names: String { columns.map(\.name).joined(separator: ", ") }
  /// `entry.added_at, entry.note`
  static func names(of table: String) -> String {
    columns.map { "\(table).\($0.name)" }.joined(separator: ", ")
  }

  var values: ColumnValues { ColumnValues(Self.columns.map { ($0.name, $0.write(self)) }) }

  /// - Parameter index: of the first column.
  /// - Returns: nil: another version has written the row.
  static func read(_ row: Row, at index: Int = 0) throws -> Self? {
    var value = empty
    for (place, column) in columns.enumerated() {
      guard try column.read(row, index + place, &value) else { return nil }
    }
    return value
  }

  /// - Parameter rest: of the statement, from `FROM` on.
  static func all(
    _ rest: String, _ arguments: StatementArguments = [], _ database: Database
  ) throws -> [Self] {
    let statement = try database.cachedStatement(sql: "SELECT \(names) \(rest)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    return try Array(rows.compactMap { try read($0) })
  }

  static func first(
    _ rest: String, _ arguments: StatementArguments = [], _ database: Database
  ) throws -> Self? {
    try all(rest, arguments, database).first
  }
}

/// A column, and where a value has it.
struct Column<Value: Sendable>: Sendable {
  typealias Path<Property> = WritableKeyPath<Value, Property> & Sendable

  let name: String
  /// False: another version has written the row.
  let read: @Sendable (Row, Int, inout Value) throws -> Bool
  let write: @Sendable (Value) -> DatabaseValue

  /// - Parameters:
  ///   - from: throws for a value that no version writes.
  init<Property: Sendable, Stored: DatabaseValueConvertible & SendableMetatype>(
    _ name: String, _ path: any Path<Property>, from: @escaping @Sendable (Stored) throws -> Property,
    to: @escaping @Sendable (Property) -> Stored
  ) {
    self.name = name
    read = { row, index, value in
      value[keyPath: path] = try from(row.decode(Stored.self, atIndex: index))
      return true
    }
    write = { to($0[keyPath: path]).databaseValue }
  }

  init<Property: DatabaseValueConvertible & Sendable>(_ name: String, _ path: any Path<Property>) {
    self.init(name, path, from: { $0 }, to: { $0 })
  }

  /// - Parameter name: of a column that may have values of another version: then the row is left out.
  init<Property: DatabaseValueConvertible & Sendable>(known name: String, _ path: any Path<Property>) {
    self.name = name
    read = { row, index, value in
      guard let property = try? row.decode(Property?.self, atIndex: index) else { return false }
      value[keyPath: path] = property
      return true
    }
    write = { $0[keyPath: path].databaseValue }
  }

  /// - Parameter name: of the number that SQLite gives a new row.
  init(numbered name: String, _ path: any Path<Int64>) {
    self.init(name, path, from: { (id: Int64?) in id ?? 0 }, to: { _ in nil })
  }

  /// A number within bounds, so that sums and products of it cannot overflow.
  init<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ path: any Path<Number>, in range: ClosedRange<Number>
  ) {
    self.init(name, path, from: range.nearest, to: Int64.init)
  }
}
