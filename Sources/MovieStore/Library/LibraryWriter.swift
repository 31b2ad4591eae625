import GRDB

/// Opens and changes the library, on a thread that may wait for the disk.
///
/// A change is short, a commit waits for the disk. So all changes that came while the disk was busy are one
/// transaction, with one sync: a group commit, https://en.wikipedia.org/wiki/Group_commit. Each is answered
/// after it, and a change that fails takes none of the others with it.
actor LibraryWriter {
  /// So many share a transaction at most.
  private static let maxGroup = 256

  nonisolated let closed: LibraryError
  private let thread = DatabaseThread(name: "movierpc-lib")
  private var file: LibraryFile
  private let onNotice: @Sendable (LibraryNotice) -> Void
  private var lastNotice: LibraryNotice?
  private var isClosed = false
  private var waiting: [LibraryChange] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ file: LibraryFile, _ onNotice: @escaping @Sendable (LibraryNotice) -> Void) {
    (self.file, self.onNotice) = (file, onNotice)
    closed = LibraryError(.closed, file.path, "closed: the daemon is shutting down")
  }

  /// The change is made soon, after those added before.
  nonisolated func add(_ change: LibraryChange) {
    thread.run { self.assumeIsolated { $0.enqueue(change) } }
  }

  private func enqueue(_ change: LibraryChange) {
    waiting.append(change)
    if waiting.count == 1 { scheduleCommit() }
  }

  /// Behind all that waits for this thread by now, whose changes are part of the group then.
  private func scheduleCommit() {
    thread.run { self.assumeIsolated { $0.commitWaiting() } }
  }

  private func commitWaiting() {
    let group = Array(waiting.prefix(Self.maxGroup))
    waiting.removeFirst(group.count)
    if !waiting.isEmpty { scheduleCommit() }
    defer { notify() }
    do throws(LibraryError) {
      try commit(group, try openFile())
    } catch {
      for change in group { change.fail(error) }
    }
  }

  private func commit(_ group: [LibraryChange], _ queue: DatabaseQueue) throws(LibraryError) {
    var results: [Result<LibraryChange.Answer, any Error>] = []
    do {
      try queue.inDatabase { database in
        try database.inTransaction(.immediate) {
          for change in group { results.append(try Self.make(change, database)) }
          return .commit
        }
      }
    } catch {
      let error = file.record(error)
      guard group.count > 1 else { throw error }
      // One may be too large for the disk; the others are not to fail with it.
      for change in group {
        do throws(LibraryError) {
          try commit([change], queue)
        } catch {
          change.fail(error)
        }
      }
      return
    }
    for (change, result) in zip(group, results) {
      switch result {
      case .success(let answer): answer()
      case .failure(let error): change.fail(file.record(error))
      }
    }
  }

  /// - Throws: if SQLite has rolled back the whole transaction, https://sqlite.org/lang_transaction.html
  private static func make(
    _ change: LibraryChange, _ database: Database
  ) throws -> Result<LibraryChange.Answer, any Error> {
    do {
      var answer: LibraryChange.Answer = {}
      try database.inSavepoint {
        answer = try change.make(database)
        return .commit
      }
      return .success(answer)
    } catch  where database.isInsideTransaction {
      return .failure(error)
    }
  }

  /// Where the library is read.
  func connection() throws(LibraryError) -> LibraryConnection {
    guard !isClosed else { throw closed }
    defer { notify() }
    return try file.connection()
  }

  /// The error to report for a read that failed.
  func record(_ error: any Error) -> LibraryError { file.record(error) }

  func probe() { _ = FileIdentity(file.path) }

  func backUpIfDue() {
    guard !isClosed else { return }
    file.backUp()
    notify()
  }

  /// The last call, after the connection that reads is closed.
  func close() {
    guard !isClosed else { return }
    while !waiting.isEmpty { commitWaiting() }
    isClosed = true
    file.backUp(atEnd: true)
    file.close()
    notify()
  }

  private func openFile() throws(LibraryError) -> DatabaseQueue {
    guard !isClosed else { throw closed }
    return try file.open()
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
