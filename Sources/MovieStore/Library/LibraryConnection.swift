import GRDB
import Glibc

/// Where the library is read.
struct LibraryConnection: Sendable {
  let path: String
  let queue: DatabaseQueue
  /// Of the file that `queue` has open; nil: it is in memory.
  let identity: FileIdentity?
  /// False: the library may be read elsewhere the next time.
  let isLasting: Bool

  /// In one transaction. `DatabaseQueue.read` would do this too, and end a `query_only` that is to stay.
  func read<Answer>(_ work: (Database) throws -> Answer) throws -> Answer {
    try queue.inDatabase { database in
      var answer: Answer?
      try database.inTransaction(.deferred) {
        answer = try work(database)
        return .commit
      }
      guard let answer else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return answer
    }
  }

}

/// The device and inode of a file.
struct FileIdentity: Equatable {
  private let device: UInt
  private let number: UInt

  /// Nil: there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  /// A file that was moved or deleted still accepts changes, but they are lost when the daemon exits.
  func expect(at path: String) throws(LibraryError) {
    guard FileIdentity(path) != self else { return }
    throw LibraryError(.replaced, path, "the file was moved, deleted or replaced while in use")
  }
}
