import GRDB
import MovieProtocol

/// A key as the text of a column. A row with any other text is read by `Row.value(at:)`, which returns nil.
extension TitleKey: DatabaseValueConvertible, StatementColumnConvertible {
  var databaseValue: DatabaseValue { text.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> TitleKey? {
    String.fromDatabaseValue(value).flatMap { TitleKey($0) }
  }

  init?(sqliteStatement: SQLiteStatement, index: CInt) {
    self.init(String(sqliteStatement: sqliteStatement, index: index))
  }
}
