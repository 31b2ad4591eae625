import GRDB
import Glibc

/// Tells whether a file is a library that this version may use, without a change to it.
struct LibraryCheck {
  /// Larger ones are not read through at the start; what is damaged in them is found when it is read.
  private static let largestChecked = 64 << 20

  /// In memory; the file is attached to it (https://sqlite.org/lang_attach.html), as often as need be.
  private var queue: DatabaseQueue?

  mutating func expectOurs(_ path: String) throws(LibraryError) {
    guard try isThere(path) else { return }
    do {
      let queue = try queue ?? DatabaseQueue().everlasting()
      self.queue = queue
      try queue.inDatabase { database in
        try database.execute(sql: "ATTACH DATABASE ? AS library", arguments: [path])
        defer { try? database.execute(sql: "DETACH DATABASE library") }
        try Self.look(at: database, path)
      }
    } catch {
      throw LibraryError(error, path)
    }
  }

  mutating func close() {
    try? queue?.close()
    queue = nil
  }

  /// In words that help more than SQLite's. A file of nothing is as good as none: the first start made it and
  /// got no further.
  private func isThere(_ path: String) throws(LibraryError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw LibraryError(.file, path, String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw LibraryError(.file, path, "is no file") }
    guard access(path, R_OK | W_OK) == 0 else {
      let code: LibraryError.Code = errno == EROFS ? .readOnly : .file
      throw LibraryError(code, path, String(cString: strerror(errno)))
    }
    return status.st_size > 0
  }

  private static func look(at database: Database, _ path: String) throws {
    let id = try Int.fetchOne(database, sql: "PRAGMA library.application_id") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM library.sqlite_schema") ?? 0
    // The first start got as far as making it.
    if id == 0, tables == 0 { return }
    guard id == LibrarySchema.applicationID else {
      throw LibraryError(.foreign, path, "is another program's database")
    }
    let pages = try Int.fetchOne(database, sql: "PRAGMA library.page_count") ?? 0
    let size = try Int.fetchOne(database, sql: "PRAGMA library.page_size") ?? 0
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: size)
    if !overflow, bytes <= largestChecked {
      // Reads all pages: https://sqlite.org/pragma.html#pragma_quick_check
      let verdict = try String.fetchOne(database, sql: "PRAGMA library.quick_check(1)") ?? "cannot be checked"
      guard verdict == "ok" else { throw LibraryError(.damaged, path, "is damaged: \(verdict)") }
    }
    let migrated = "SELECT 1 FROM library.sqlite_schema WHERE name = 'grdb_migrations'"
    guard try Bool.fetchOne(database, sql: migrated) != nil else { return }
    let versions = try String.fetchAll(database, sql: "SELECT identifier FROM library.grdb_migrations")
    guard Set(versions).isSubset(of: LibrarySchema.migrator.migrations) else {
      throw LibraryError(.newer, path, "was used by a newer version of movierpc")
    }
  }
}
