import GRDB

/// What the user owns: `library.sqlite` in the data folder, never deleted and never made anew.
///
/// Runs on a thread of its own, which may wait for the disk. The file is opened by the first call, on that
/// thread, and calls are answered in the order in which they were made. A file that cannot be used is tried
/// again by each further call: a full disk may have room by then.
package actor Library {
  private let thread: DatabaseThread
  private var file: LibraryFile
  private var isClosed = false

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// - Parameter folder: there already; nil keeps all in memory.
  package init(folder: String?) {
    file = LibraryFile(folder: folder)
    thread = DatabaseThread(name: "movierpc-lib")
  }

  /// The last call: what was asked before it is done then, and the file is closed.
  package func close() {
    isClosed = true
    file.close()
  }

  /// - Throws: `LibraryError`; then `work` did not happen.
  func withDatabase<Result>(
    _ work: (DatabaseQueue) throws -> Result
  ) throws(LibraryError) -> Result {
    guard !isClosed else { throw LibraryError(.file, file.path, "is closed, because the daemon ends") }
    let queue = try file.open()
    do {
      return try work(queue)
    } catch {
      throw LibraryError(error, file.path)
    }
  }
}
