import GRDB
import MovieProtocol

/// The user's own data: `library.sqlite` in the data folder, never deleted and never recreated.
///
/// Runs on a thread of its own, which may wait for the disk. The first call opens the file, on that thread,
/// and calls are answered in the order in which they were made. If the file cannot be used, each further call
/// tries again: a full disk may have room by then.
package actor Library {
  private let thread: DatabaseThread
  private var file: LibraryFile
  private let onNotice: @Sendable (LibraryNotice) -> Void
  private var lastNotice: LibraryNotice?
  private var isClosed = false
  /// Of the stored titles; built for the first search.
  private var index: StoredTitleIndex?

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - folder: created if missing; nil keeps everything in memory.
  ///   - onNotice: for a log; called on the library's thread.
  package init(folder: String?, onNotice: @escaping @Sendable (LibraryNotice) -> Void = { _ in }) {
    file = LibraryFile(folder: folder)
    self.onNotice = onNotice
    thread = DatabaseThread(name: "movierpc-lib")
  }

  /// The last call: earlier calls have completed by then, a copy contains their changes, and the file is
  /// closed.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    file.backUp(atEnd: true)
    file.close()
    notify()
  }

  /// Copies the library if the newest copy is a day old and the library has changed since. Call it from time
  /// to time; it never fails, since the library is usable without its copy.
  package func backUpIfDue() {
    guard !isClosed else { return }
    file.backUp()
    notify()
  }

  /// - Throws: `LibraryError`; in this case `work` had no effect.
  func withDatabase<Result>(
    _ work: (DatabaseQueue) throws -> Result
  ) throws(LibraryError) -> Result {
    guard !isClosed else { throw LibraryError(.file, file.path, "closed: the daemon is shutting down") }
    defer { notify() }
    let queue = try file.open()
    do {
      return try work(queue)
    } catch {
      throw file.record(error)
    }
  }

  func read<Result>(_ work: (Database) throws -> Result) throws(LibraryError) -> Result {
    try withDatabase { try $0.inDatabase(work) }
  }

  /// In one transaction.
  func write<Result>(_ work: (Database) throws -> Result) throws(LibraryError) -> Result {
    try withDatabase { try $0.write(work) }
  }

  func readWithIndex<Result>(
    _ work: (inout StoredTitleIndex, Database) throws -> Result
  ) throws(LibraryError) -> Result {
    var index = index ?? StoredTitleIndex()
    // Avoids a copy of its memory while it is changed.
    self.index = nil
    defer { self.index = index }
    return try read { try work(&index, $0) }
  }

  /// The facts of these titles have changed.
  func forgetInIndex(_ keys: [TitleKey]) {
    for key in keys { index?.forget(key) }
  }

  /// Reports the same notice once, however often a call is retried.
  private func notify() {
    for notice in file.notices where notice != lastNotice {
      lastNotice = notice
      onNotice(notice)
    }
    file.notices = []
  }
}
