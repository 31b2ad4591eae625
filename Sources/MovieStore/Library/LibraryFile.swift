import GRDB
import Glibc
import MovieProtocol

/// Opens `library.sqlite`, and creates it if there is none.
///
/// It is the one file that cannot be recreated. A file of another program or a newer version is left
/// unchanged; ``LibraryRecovery`` sets a damaged file aside and restores a copy; nothing is written before the
/// file is known to be ours, and its tables are not changed before there is a copy of it. All of this blocks.
///
/// Opening may be retried for as long as the daemon runs, so a failed try must not leave anything behind. A
/// `DatabaseQueue` that fails in its initialiser would: libdispatch's threads, which then wake up every
/// second (see `permanent`). So the file is first checked through a database in memory.
struct LibraryFile {
  let path: String
  /// The notices since the owner last took them.
  var notices: [LibraryNotice] = []

  private var rescue: LibraryRecovery
  /// In memory; files are attached to it as often as needed.
  private var examiner: DatabaseQueue?
  private var queue: DatabaseQueue?
  /// That of the reads, which cannot change anything.
  private var reading: LibraryConnection?
  /// Used instead if the file is not writable.
  private var readOnly: ReadOnlyLibrary?
  private var isReady = false
  /// There was no file, and no copy beside it.
  private var isNew = true
  private var damage: LibraryError?
  /// The device and inode of the open file.
  private var identity: FileIdentity?
  /// `totalChangesCount` when the newest copy was made; nil: no copy has all changes.
  private var copiedChanges: Int?

  /// - Parameter folder: nil: in memory.
  init(folder: String?) {
    path = folder.map { "\($0)/library.sqlite" } ?? ":memory:"
    rescue = LibraryRecovery(path: path)
  }

  private var isInMemory: Bool { path == ":memory:" }
  private var copies: LibraryBackups { rescue.copies }

  /// A library that cannot be opened for lack of room is read, as one that may not be written is.
  mutating func open() throws(LibraryError) -> DatabaseQueue {
    do {
      return try openFile()
    } catch {
      guard error.code == .full, !isInMemory, let readOnly = try openReadOnly(full: error) else {
        throw error
      }
      return readOnly.queue
    }
  }

  /// An opened database stays open, even if a later step fails: a full disk may have room later.
  private mutating func openFile() throws(LibraryError) -> DatabaseQueue {
    if let queue, isReady {
      try identity?.expect(at: path)
      return queue
    }
    if queue == nil, !isInMemory {
      if let readOnly = try openReadOnly() { return readOnly.queue }
      isNew = try examine() == .nothing
    }
    do {
      let queue = try queue ?? DatabaseQueue(path: path, configuration: Self.configuration).permanent()
      self.queue = queue
      if !isInMemory { try prepare(queue) }
      try migrate(queue)
      identity = FileIdentity(path)
      copiedChanges = try isNew || !copies.lackChanges() ? changes(queue) : nil
      isReady = true
      try? examiner?.close()
      readOnly?.close()
      (examiner, readOnly) = (nil, nil)
      return queue
    } catch {
      throw LibraryError(error, path)
    }
  }

  /// Where it is read: in the file, if that can be used.
  mutating func connection() throws(LibraryError) -> LibraryConnection {
    if let reading { return reading }
    let queue = try open()
    guard isReady, !isInMemory else {
      return LibraryConnection(path: path, queue: queue, identity: nil, isLasting: isInMemory)
    }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let reading = LibraryConnection(
        path: path, queue: try DatabaseQueue(path: path, configuration: configuration).permanent(),
        identity: identity, isLasting: true)
      self.reading = reading
      return reading
    } catch {
      throw LibraryError(error, path)
    }
  }

  /// Nil if the library is writable. While it is not, each call checks again.
  private mutating func openReadOnly(full: LibraryError? = nil) throws(LibraryError) -> ReadOnlyLibrary? {
    if let readOnly, readOnly.isCurrent(isFull: full != nil) { return readOnly }
    // Whether there is room is not known before the file is opened.
    if full == nil, readOnly?.fault.code == .full, ReadOnlyLibrary.obstacle(path) == nil { return nil }
    readOnly?.close()
    readOnly = nil
    do {
      readOnly = try ReadOnlyLibrary(path, full: full, examiningQueue())
    } catch {
      throw LibraryError(error, path)
    }
    if let readOnly {
      notices.append(LibraryNotice(.readOnly, "\(path) is read-only: \(readOnly.fault.reason)"))
    }
    return readOnly
  }

  private mutating func examiningQueue() throws -> DatabaseQueue {
    let queue = try examiner ?? DatabaseQueue().permanent()
    examiner = queue
    return queue
  }

  /// The error to report for a call that failed.
  mutating func record(_ error: any Error) -> LibraryError {
    let error = LibraryError(error, path)
    if error.code == .readOnly, let readOnly { return readOnly.fault }
    if error.code == .readOnly, let damage { return damage }
    guard error.code == .damaged else { return error }
    let damage = LibraryError(.damagedInUse, path, error.reason)
    self.damage = damage
    // https://sqlite.org/pragma.html#pragma_query_only
    try? queue?.inDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    return damage
  }

  /// Makes the daily copy if it is due and lacks changes; at the end even if it is not due.
  mutating func backUp(atEnd: Bool = false) {
    guard let queue, isReady, damage == nil, !isInMemory, FileIdentity(path) == identity else { return }
    do {
      let now = Timestamp.now
      guard try changes(queue) != copiedChanges, atEnd || copies.isDue(at: now) else { return }
      try queue.inDatabase { try copies.makeDaily(of: $0, at: now) }
      copiedChanges = try changes(queue)
    } catch {
      notices.append(LibraryNotice(.notCopied, "cannot copy the library: \(LibraryError(error, path))"))
    }
  }

  mutating func close() {
    try? examiner?.close()
    examiner = nil
    readOnly?.close()
    readOnly = nil
    try? reading?.queue.close()
    reading = nil
    // The last one, which empties SQLite's log.
    try? queue?.close()
    queue = nil
  }

  /// Checks the file; restores a copy if it is damaged or missing.
  private mutating func examine() throws(LibraryError) -> LibraryCheck.Content {
    let examiner: DatabaseQueue
    do {
      examiner = try examiningQueue()
    } catch {
      throw LibraryError(error, path)
    }
    let fault: LibraryError
    do throws(LibraryError) {
      let content = try LibraryCheck.content(of: path, examiner)
      if content == .library || !rescue.hasCopies { return content }
      fault = LibraryError(.damaged, path, "the file is missing or empty")
    } catch {
      guard error.code == .damaged else { throw error }
      fault = error
    }
    notices.append(try rescue.restore(after: fault, examiner))
    return .library
  }

  private mutating func migrate(_ queue: DatabaseQueue) throws {
    let migrator = LibrarySchema.migrator
    let applied = try queue.inDatabase { try migrator.appliedIdentifiers($0) }
    let next = migrator.migrations.first { !applied.contains($0) }
    guard let next else { return }
    if !applied.isEmpty, !isInMemory {
      do {
        let copy = try queue.inDatabase { try copies.makeBefore(next, of: $0) }
        notices.append(
          LibraryNotice(.copied, "updating the tables of \(path) to \(next); copied before to \(copy)"))
      } catch {
        let error = LibraryError(error, path)
        throw LibraryError(
          error.code, path, "the tables are not updated, because the copy before failed: \(error.reason)")
      }
    }
    try migrator.migrate(queue)
  }

  private func changes(_ queue: DatabaseQueue) throws -> Int {
    queue.inDatabase { $0.totalChangesCount }
  }

  private func prepare(_ queue: DatabaseQueue) throws {
    try queue.inDatabase { database in
      if try Int.fetchOne(database, sql: "PRAGMA application_id") == 0 {
        try database.execute(sql: "PRAGMA application_id = \(LibrarySchema.applicationID)")
      }
    }
    // It contains secrets. SQLite creates the files beside it later, with the same mode.
    var status = stat()
    if stat(path, &status) != 0 || status.st_mode & 0o777 != 0o600, chmod(path, 0o600) != 0 {
      throw LibraryError(.file, path, "\(SystemError("set the mode to 0600"))")
    }
    try queue.inDatabase { database in
      // https://sqlite.org/wal.html: a change is one write and one sync.
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    // If another program is writing, the caller waits, not this thread: reads stay possible.
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { database in
      // Committed changes survive a crash of the machine: https://sqlite.org/pragma.html#pragma_synchronous
      // Deleted data is not left in free pages: https://sqlite.org/pragma.html#pragma_secure_delete
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
    }
    return configuration
  }
}
