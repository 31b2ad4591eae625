import GRDB
import Glibc
import MovieProtocol

/// Opens `library.sqlite`, and makes it where there is none.
///
/// It is the one file that cannot be made again. What is another program's or a newer version's is left as it
/// is; what is damaged is set aside for a copy by ``LibraryRescue``; nothing is written before the file is
/// known to be ours, and its tables are not changed before there is a copy of it. All of this blocks.
///
/// Opening may be tried again for as long as the daemon runs, so it must not leave anything behind that a
/// failed try made. A `DatabaseQueue` that fails while it is made would: libdispatch's threads, which then
/// wake up every second (see `permanent`). So the file is looked at through a database in memory first.
struct LibraryFile {
  let path: String
  /// What happened since the owner took them.
  var notices: [LibraryNotice] = []

  private var rescue: LibraryRescue
  /// In memory; files are attached to it, as often as need be.
  private var examiner: DatabaseQueue?
  private var queue: DatabaseQueue?
  /// In its place where nothing can be written.
  private var readOnly: ReadOnlyLibrary?
  private var isReady = false
  /// Nothing was there, and nothing beside it.
  private var isNew = true
  private var damage: LibraryError?
  /// Of the file that is open, in which device and under which number.
  private var identity: Identity?
  /// What `totalChangesCount` was when the newest copy was made; nil: there is none that has all.
  private var copiedChanges: Int?

  private struct Identity: Equatable {
    let device: UInt
    let number: UInt

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// - Parameter folder: nil: in memory.
  init(folder: String?) {
    path = folder.map { "\($0)/library.sqlite" } ?? ":memory:"
    rescue = LibraryRescue(path: path)
  }

  private var isInMemory: Bool { path == ":memory:" }
  private var copies: LibraryCopies { rescue.copies }

  /// What was opened once stays open, also where the rest then failed: a full disk may have room later.
  mutating func open() throws(LibraryError) -> DatabaseQueue {
    if let queue, isReady {
      try expectInPlace()
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
      identity = Identity(path)
      copiedChanges = try isNew || !copies.lackChanges() ? changes(queue) : nil
      isReady = true
      try? examiner?.close()
      examiner = nil
      return queue
    } catch {
      throw LibraryError(error, path)
    }
  }

  /// Nil where it can be written. As long as it cannot, each call looks again.
  private mutating func openReadOnly() throws(LibraryError) -> ReadOnlyLibrary? {
    if let readOnly, readOnly.isCurrent { return readOnly }
    readOnly?.close()
    readOnly = nil
    do {
      readOnly = try ReadOnlyLibrary(path, examiningQueue())
    } catch {
      throw LibraryError(error, path)
    }
    if let readOnly {
      notices.append(LibraryNotice(.readOnly, "\(path) is read and not changed: \(readOnly.reason)"))
    }
    return readOnly
  }

  private mutating func examiningQueue() throws -> DatabaseQueue {
    let queue = try examiner ?? DatabaseQueue().permanent()
    examiner = queue
    return queue
  }

  /// What becomes of a call that failed.
  mutating func note(_ error: any Error) -> LibraryError {
    let error = LibraryError(error, path)
    if error.code == .readOnly, let readOnly { return LibraryError(.readOnly, path, readOnly.reason) }
    if error.code == .readOnly, let damage { return damage }
    guard error.code == .damaged else { return error }
    let damage = LibraryError(.damagedInUse, path, error.reason)
    self.damage = damage
    // https://sqlite.org/pragma.html#pragma_query_only
    try? queue?.inDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    return damage
  }

  /// Makes the daily copy, if it is due and lacks something; at the end also if it is not due.
  mutating func keepCopy(atEnd: Bool = false) {
    guard let queue, isReady, damage == nil, !isInMemory, Identity(path) == identity else { return }
    do {
      let now = Timestamp.milliseconds()
      guard try changes(queue) != copiedChanges, atEnd || copies.isDue(at: now) else { return }
      try queue.inDatabase { try copies.makeDaily(of: $0, at: now) }
      copiedChanges = try changes(queue)
    } catch {
      notices.append(LibraryNotice(.notCopied, LibraryError(error, path).description))
    }
  }

  mutating func close() {
    try? examiner?.close()
    examiner = nil
    readOnly?.close()
    readOnly = nil
    try? queue?.close()
    queue = nil
  }

  /// Tells what is there; puts a copy there where it is damaged or gone.
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
      fault = LibraryError(.damaged, path, "is gone or empty")
    } catch {
      guard error.code == .damaged else { throw error }
      fault = error
    }
    notices.append(try rescue.restore(after: fault, examiner))
    return .library
  }

  /// A file that was moved away or deleted takes changes all the same, and they are gone with the daemon.
  private func expectInPlace() throws(LibraryError) {
    guard !isInMemory, Identity(path) != identity else { return }
    throw LibraryError(.replaced, path, "was moved, deleted or replaced while it was in use")
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
          LibraryNotice(.copied, "\(path): its tables are changed to \(next); \(copy) is as it was before"))
      } catch {
        let error = LibraryError(error, path)
        throw LibraryError(
          error.code, path, "its tables are not changed, since it cannot be copied before: \(error.reason)")
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
    // It has secrets in it. The files beside it get the same mode from SQLite, which makes them later.
    var status = stat()
    if stat(path, &status) != 0 || status.st_mode & 0o777 != 0o600, chmod(path, 0o600) != 0 {
      throw LibraryError(.file, path, "cannot be made private: \(String(cString: strerror(errno)))")
    }
    try queue.inDatabase { database in
      // https://sqlite.org/wal.html: a change is one write and one sync.
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    // Where another program writes to it, who asks waits, not this thread: reads are possible all the while.
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { database in
      // What is committed stays also when the machine stops:
      // https://sqlite.org/pragma.html#pragma_synchronous
      // What was removed is not left in pages that are free: https://sqlite.org/pragma.html#pragma_secure_delete
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
    }
    return configuration
  }
}
