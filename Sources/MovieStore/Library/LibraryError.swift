import GRDB
import Glibc

/// Why the library could not be read or changed; its content is unchanged.
package struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The file or its folder cannot be opened or created.
    case file
    /// The file is not a database, or its pages contradict each other, and there is no good copy.
    case damaged
    /// The same, found while the library was in use. No more changes are accepted: the next start may have to
    /// restore a copy, which would lose them.
    case damagedInUse
    /// The file is no longer the one that was opened: a change made now would be lost when the daemon exits.
    case replaced
    /// The file is another program's database.
    case foreign
    /// A newer version of the program has changed its tables.
    case newer
    /// There is no room on the disk.
    case full
    case readOnly
    /// Another program is writing to it.
    case busy
    /// It was closed: the daemon is shutting down.
    case closed
    /// Its disk does not respond: a read is not waited for, or a change was not begun.
    case unresponsive
    /// Any other failure of SQLite.
    case database
  }

  package let code: Code
  package let path: String
  /// A clause that follows the path; contains no user input.
  package let reason: String

  package var description: String { "\(path): \(reason)" }

  package init(_ code: Code, _ path: String, _ reason: String) {
    (self.code, self.path, self.reason) = (code, path, reason)
  }

  init(_ error: any Error, _ path: String) {
    switch error {
    case let error as LibraryError: self = error
    case let error as DatabaseError: self.init(Self.code(of: error), path, error.words)
    case let error as SystemError: self.init(Self.code(of: error), path, error.description)
    // Its own description contains the value, and the statement with its arguments.
    case is RowDecodingError: self.init(.database, path, "a row cannot be decoded")
    default: self.init(.database, path, "\(error)")
    }
  }

  package static let noSyncState = LibraryError(
    .database, "library.sqlite", "it has no record of its changes")

  func adding(_ words: String) -> LibraryError { LibraryError(code, path, "\(reason); \(words)") }

  /// The error of the attempt to repair `fault`.
  func after(_ fault: LibraryError) -> LibraryError {
    LibraryError(code, fault.path, "\(fault.reason); it cannot be restored: \(self)")
  }

  /// https://sqlite.org/rescode.html
  private static func code(of error: DatabaseError) -> Code {
    // The index of the log could not be made as large as it has to be.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return .full }
    return switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: .damaged
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .file
    case .SQLITE_FULL: .full
    case .SQLITE_READONLY: .readOnly
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
    default: .database
    }
  }

  private static func code(of fault: SystemError) -> Code {
    switch fault.code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS: .readOnly
    default: .file
    }
  }
}
