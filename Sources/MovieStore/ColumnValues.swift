import GRDB

/// The values of some columns, for a statement that writes them.
struct ColumnValues: ExpressibleByDictionaryLiteral {
  private let columns: [(name: String, value: DatabaseValue)]

  init(_ columns: [(name: String, value: DatabaseValue)]) { self.columns = columns }

  init(dictionaryLiteral columns: (String, (any DatabaseValueConvertible)?)...) {
    self.init(columns.map { ($0, $1?.databaseValue ?? .null) })
  }

  static func + (one: Self, other: Self) -> Self { Self(one.columns + other.columns) }

  var names: String { columns.map(\.name).joined(separator: ", ") }
  /// `?1, ?2`
  var marks: String { columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ") }
  var arguments: StatementArguments { StatementArguments(columns.map(\.value)) }
  /// What an upsert was to insert.
  var excluded: String { columns.map { "excluded.\($0.name)" }.joined(separator: ", ") }

  /// For `DO UPDATE SET`.
  ///
  /// - Parameter kept: columns that stay as they are.
  func updates(but kept: Set<String> = []) -> String {
    columns.filter { !kept.contains($0.name) }.map { "\($0.name) = excluded.\($0.name)" }
      .joined(separator: ", ")
  }
}
