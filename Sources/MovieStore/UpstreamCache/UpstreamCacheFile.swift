import GRDB
import Glibc

/// Opens `cache.sqlite`, and recreates a file that cannot be used: it holds only data that upstream would
/// send again. All of this blocks.
///
/// The file is attached to a database in memory (https://sqlite.org/lang_attach.html), because it may have to
/// be closed at any time, and a `DatabaseQueue` that is released, or fails in its initialiser, starts
/// libdispatch's threads (see `permanent`).
struct UpstreamCacheFile {
  let path: String
  private var queue: DatabaseQueue?
  private var isAttached = false

  /// "mova" in `PRAGMA application_id`.
  private static let applicationID = 0x6d6f_7661
  /// Raise it when the table changes: there is no migration, the file is recreated.
  private static let version = 1

  /// - Parameter folder: nil: in memory.
  init(folder: String?) {
    path = folder.map { "\($0)/cache.sqlite" } ?? ":memory:"
  }

  /// The fault because of which the file was removed.
  struct Damage: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }

  /// - Throws: `Damage` if the file was not a cache of this version: it is removed, and the next call creates
  ///   one. Otherwise the error of SQLite or the system: a full disk, a folder that is not writable.
  mutating func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    // Another daemon may have the file open. Seconds.
    configuration.busyMode = .timeout(1)
    let queue = try queue ?? DatabaseQueue(configuration: configuration).permanent()
    self.queue = queue
    guard !isAttached else { return queue }
    do {
      try attach(to: queue)
    } catch let error where Self.isDamage(error) {
      remove()
      throw Damage(reason: "\(error)")
    } catch {
      // A file without its table would look damaged, and be removed while another daemon uses it.
      detach()
      throw error
    }
    return queue
  }

  private mutating func attach(to queue: DatabaseQueue) throws {
    try makePrivate()
    try queue.inDatabase { database in
      try database.execute(sql: "ATTACH DATABASE ? AS cache", arguments: [path])
      isAttached = true
      // https://sqlite.org/wal.html; entries lost in a crash of the machine are fetched again.
      _ = try String.fetchOne(database, sql: "PRAGMA cache.journal_mode = WAL")
      try database.execute(sql: "PRAGMA cache.synchronous = NORMAL")
      try Self.prepare(database)
    }
  }

  /// Another daemon may create the file at the same time, so it is checked and created in one transaction,
  /// which only one of them holds: reads before and after another's commit would look like another version.
  static func prepare(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      let id = try Int.fetchOne(database, sql: "PRAGMA cache.application_id")
      let version = try Int.fetchOne(database, sql: "PRAGMA cache.user_version")
      if id == applicationID, version == Self.version { return .commit }
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM cache.sqlite_schema")
      guard id == 0, tables == 0 else { throw Damage(reason: "created by another version") }
      try database.execute(
        sql: """
          CREATE TABLE cache.answer (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            status INTEGER NOT NULL,
            body BLOB NOT NULL,
            etag TEXT,
            said_at INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL,
            used_at INTEGER NOT NULL
          ) STRICT
          """)
      try database.execute(sql: "CREATE INDEX cache.answer_by_use ON answer (used_at, length(body))")
      try database.execute(sql: "PRAGMA cache.application_id = \(applicationID)")
      try database.execute(sql: "PRAGMA cache.user_version = \(Self.version)")
      return .commit
    }
  }

  /// It contains the user's searches.
  private func makePrivate() throws {
    guard path != ":memory:" else { return }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try DurableFile.makeFolder("/" + folder)
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw SystemError("create", path)
    }
    fchmod(descriptor, 0o600)
    Glibc.close(descriptor)
  }

  /// Whether the file is at fault, and not the disk or its folder.
  static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case is Damage: true
    case let error as DatabaseError:
      [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_ERROR, .SQLITE_MISMATCH]
        .contains(error.resultCode)
    default: false
    }
  }

  /// Closes the file and removes it.
  mutating func remove() {
    detach()
    guard path != ":memory:" else { return }
    // Remove the journals first: replayed into a new file they would damage it.
    for suffix in ["-wal", "-shm", "-journal", ""] { DurableFile.remove(path + suffix) }
  }

  mutating func close() {
    detach()
    try? queue?.close()
    queue = nil
  }

  private mutating func detach() {
    guard isAttached else { return }
    isAttached = false
    try? queue?.inDatabase { try $0.execute(sql: "DETACH DATABASE cache") }
  }
}
