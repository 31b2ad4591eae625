import GRDB
import MovieProtocol

/// The user's own data: `library.sqlite` in the data folder, never deleted and never recreated.
///
/// Reads and changes have a thread and a connection each, so that nobody who reads waits for a disk that
/// writes (https://sqlite.org/wal.html). A change is answered when it is on the disk, and a read that is made
/// after that answer sees it. The first call opens the file; if it cannot be used, each further call tries
/// again: a full disk may have room by then.
package final class Library: Sendable {
  private let writer: LibraryWriter
  private let reader: LibraryReader

  /// - Parameters:
  ///   - folder: created if missing; nil keeps everything in memory.
  ///   - onNotice: for a log; called on the thread of the changes.
  package init(folder: String?, onNotice: @escaping @Sendable (LibraryNotice) -> Void = { _ in }) {
    writer = LibraryWriter(LibraryFile(folder: folder), onNotice)
    reader = LibraryReader(writer)
  }

  /// Returns once both threads have been at it and the file's folder has answered.
  package func probe() async {
    await reader.probe()
    await writer.probe()
  }

  /// The last call: earlier calls have completed by then, a copy contains their changes, and the file is
  /// closed.
  package func close() async {
    // First, so that the last connection to be closed is one that can empty SQLite's log.
    await reader.close()
    await writer.close()
  }

  /// Copies the library if the newest copy is a day old and the library has changed since. Call it from time
  /// to time; it never fails, since the library is usable without its copy.
  package func backUpIfDue() async { await writer.backUpIfDue() }

  /// All that `work` reads is of one moment.
  func read<Answer: Sendable>(
    _ work: @Sendable (Database) throws -> Answer
  ) async throws(LibraryError) -> Answer {
    try await reader.read { _, database in try work(database) }
  }

  func readWithIndex<Answer: Sendable>(
    _ work: @Sendable (inout StoredTitleIndex, Database) throws -> Answer
  ) async throws(LibraryError) -> Answer {
    try await reader.read(work)
  }

  /// All or nothing, in the order of the calls. Other changes may share its transaction, and if that fails,
  /// `work` is called again.
  ///
  /// - Throws: `LibraryError`; in this case `work` had no effect.
  func write<Answer: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Answer
  ) async throws(LibraryError) -> Answer {
    try await withCheckedContinuation { continuation in
      writer.add(LibraryChange(work) { continuation.resume(returning: $0) })
    }.get()
  }

  /// The facts of these titles have changed.
  func forgetInIndex(_ keys: [TitleKey]) async { await reader.forget(keys) }
}
