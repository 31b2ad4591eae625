import GRDB
import GRDBSQLite

extension Database {
  /// Of the virtual machine of SQLite between two looks at the progress: a few microseconds.
  private static let instructions: CInt = 1000

  /// While it runs, a cancellation also ends a statement that takes long, which then throws
  /// `SQLITE_INTERRUPT`. https://sqlite.org/c3ref/progress_handler.html
  func cancelling<Result>(with progress: CatalogueProgress, _ work: () throws -> Result) rethrows -> Result {
    sqlite3_progress_handler(
      sqliteConnection, Self.instructions,
      { progress in
        guard let progress else { return 0 }
        return Unmanaged<CatalogueProgress>.fromOpaque(progress).takeUnretainedValue().isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(progress).toOpaque())
    defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
    return try withExtendedLifetime(progress) { try work() }
  }
}
