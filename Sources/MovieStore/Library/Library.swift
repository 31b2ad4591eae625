import GRDB

/// What the user owns: `library.sqlite` in the data folder, never deleted and never made anew.
///
/// Runs on a thread of its own, which may wait for the disk. The file is opened by the first call, on that
/// thread, and calls are answered in the order in which they were made. A file that cannot be used is tried
/// again by each further call: a full disk may have room by then.
package actor Library {
  private let thread: DatabaseThread
  private var file: LibraryFile
  private let onNotice: @Sendable (LibraryNotice) -> Void
  private var lastNotice: LibraryNotice?
  private var isClosed = false
  /// Of the titles that are kept; made at the first search.
  var index: StoredTitleIndex?

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - folder: made where it is missing; nil keeps all in memory.
  ///   - onNotice: for a log; called on the library's thread.
  package init(folder: String?, onNotice: @escaping @Sendable (LibraryNotice) -> Void = { _ in }) {
    file = LibraryFile(folder: folder)
    self.onNotice = onNotice
    thread = DatabaseThread(name: "movierpc-lib")
  }

  /// The last call: what was asked before it is done then, a copy has it all, and the file is closed.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    file.keepCopy(atEnd: true)
    file.close()
    tell()
  }

  /// Copies the library where the newest copy is a day old and something was changed since. To be called now
  /// and then; never fails, since the library is well where its copy cannot be made.
  package func keepCopy() {
    guard !isClosed else { return }
    file.keepCopy()
    tell()
  }

  /// - Throws: `LibraryError`; then `work` did not happen.
  func withDatabase<Result>(
    _ work: (DatabaseQueue) throws -> Result
  ) throws(LibraryError) -> Result {
    guard !isClosed else { throw LibraryError(.file, file.path, "is closed, because the daemon ends") }
    defer { tell() }
    let queue = try file.open()
    do {
      return try work(queue)
    } catch {
      throw file.note(error)
    }
  }

  /// The same once, however often it is tried.
  private func tell() {
    for notice in file.notices where notice != lastNotice {
      lastNotice = notice
      onNotice(notice)
    }
    file.notices = []
  }
}
