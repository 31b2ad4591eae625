import GRDB
import Glibc

/// Checks whether a file is a library that this version can use, without changing its content. Only the log
/// of a daemon that was killed is replayed, as SQLite does whenever a database is opened.
enum LibraryCheck {
  enum Content {
    case library
    /// No file, or one that an interrupted first start created.
    case nothing
  }

  /// - Throws: `LibraryError`: damaged, foreign, newer, or unreadable.
  static func content(of path: String, _ queue: DatabaseQueue) throws(LibraryError) -> Content {
    guard try holdsSomething(path) else {
      // Changes that were not yet in the file itself; SQLite would delete them as a leftover.
      if let bytes = DurableFile.size(path + "-wal"), bytes > 0 {
        throw LibraryError(.damaged, path, "the file is missing or empty, but its log \(path)-wal exists")
      }
      return .nothing
    }
    do {
      return try queue.inDatabase { try content(of: path, attachedTo: $0) }
    } catch {
      throw LibraryError(error, path)
    }
  }

  /// The file is attached (https://sqlite.org/lang_attach.html) during the check.
  static func content(of path: String, attachedTo database: Database) throws -> Content {
    try database.execute(sql: "ATTACH DATABASE ? AS library", arguments: [path])
    defer { try? database.execute(sql: "DETACH DATABASE library") }
    var content = Content.nothing
    // In one transaction: a commit of another program between two statements would look like a foreign file.
    try database.inTransaction(.deferred) {
      content = try Self.content(ofAttached: database, path)
      return .commit
    }
    return content
  }

  private static func content(ofAttached database: Database, _ path: String) throws -> Content {
    let id = try Int.fetchOne(database, sql: "PRAGMA library.application_id") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM library.sqlite_schema") ?? 0
    if id == 0, tables == 0 { return .nothing }
    guard id == LibrarySchema.applicationID else {
      throw LibraryError(.foreign, path, "the file is another program's database")
    }
    if let fault = try IntegrityCheck.fault(in: "library", of: database, comparingIndexes: true) {
      throw LibraryError(.damaged, path, "the file is damaged: \(fault)")
    }
    let migrated = "SELECT 1 FROM library.sqlite_schema WHERE name = 'grdb_migrations'"
    guard try Bool.fetchOne(database, sql: migrated) != nil else { return .library }
    let versions = try String.fetchAll(database, sql: "SELECT identifier FROM library.grdb_migrations")
    guard Set(versions).isSubset(of: LibrarySchema.migrator.migrations) else {
      throw LibraryError(.newer, path, "the file was used by a newer version of movierpc")
    }
    return .library
  }

  /// Checks first, for clearer messages than SQLite's.
  private static func holdsSomething(_ path: String) throws(LibraryError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw LibraryError(.file, path, SystemError.message())
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw LibraryError(.file, path, "not a regular file") }
    guard access(path, R_OK | W_OK) == 0 else {
      let code: LibraryError.Code = errno == EROFS ? .readOnly : .file
      throw LibraryError(code, path, SystemError.message())
    }
    return status.st_size > 0
  }
}
