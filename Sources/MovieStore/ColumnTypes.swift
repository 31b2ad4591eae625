import GRDB
import MovieProtocol
import MovieSync

extension LibraryList: DatabaseValueConvertible {}
extension Title.MediaType: DatabaseValueConvertible {}
extension AccountSide: DatabaseValueConvertible {}
extension AccountChange.State: DatabaseValueConvertible {}
extension Download.Asset.Kind: DatabaseValueConvertible {}
extension StoredDownload.Asset.State: DatabaseValueConvertible {}

/// A value that columns have as text or as a number.
protocol ColumnConvertible: DatabaseValueConvertible {
  associatedtype Stored: DatabaseValueConvertible
  var stored: Stored { get }
  /// Nil: no such value is stored by this version.
  init?(stored: Stored)
}

extension ColumnConvertible {
  var databaseValue: DatabaseValue { stored.databaseValue }
  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    Stored.fromDatabaseValue(value).flatMap(Self.init(stored:))
  }
}

extension TitleKey: ColumnConvertible {
  var stored: String { text }
  init?(stored: String) { self.init(stored) }
}

extension DeviceID: ColumnConvertible {
  var stored: String { description }
  init?(stored: String) { self.init(stored) }
}

/// Its facts.
extension Title: ColumnConvertible {
  var stored: String { facts }
  init?(stored: String) { self.init(facts: stored) }
}

extension HybridClock: ColumnConvertible {
  var stored: Int64 { raw }
  init?(stored: Int64) { self.init(raw: stored) }
}

/// In seconds. A column of milliseconds says so: `Column(_:milliseconds:)`.
extension Timestamp: ColumnConvertible {
  var stored: Int64 { seconds }
  init?(stored: Int64) { self.init(seconds: StoredBounds.seconds.nearest(to: stored)) }

  init(storedMilliseconds: Int64) {
    self.init(milliseconds: StoredBounds.milliseconds.nearest(to: storedMilliseconds))
  }
}
