import GRDB
import Glibc

/// Opens `cache.sqlite`, and makes it anew where what is there cannot be used: it holds nothing that upstream
/// would not say again. All of this blocks.
///
/// The file is attached to a database in memory (https://sqlite.org/lang_attach.html), because it may have to
/// be given up at any time, and a `DatabaseQueue` that is given up, or fails while it is made, starts
/// libdispatch's threads (see `permanent`).
struct UpstreamCacheFile {
  let path: String
  private var queue: DatabaseQueue?
  private var isAttached = false

  /// "mova" in `PRAGMA application_id`.
  private static let applicationID = 0x6d6f_7661
  /// Another one where the table differs: there is no migration, the file is made anew.
  private static let version = 1

  /// - Parameter folder: nil: in memory.
  init(folder: String?) {
    path = folder.map { "\($0)/cache.sqlite" } ?? ":memory:"
  }

  /// What went wrong, and whether the file was made anew for it.
  struct Damage: Error {
    let reason: String
  }

  /// - Throws: `Damage` when the file was no cache of this version: it is gone, and the next call makes one.
  ///   Otherwise what SQLite or the system says: a full disk, a folder that cannot be written to.
  mutating func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    // Another daemon may have it open. Seconds.
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
      // Used without its table it would look damaged, and be removed, while another daemon has it.
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
      // https://sqlite.org/wal.html; what a machine that stops takes away is asked for again.
      _ = try String.fetchOne(database, sql: "PRAGMA cache.journal_mode = WAL")
      try database.execute(sql: "PRAGMA cache.synchronous = NORMAL")
      try Self.prepare(database)
    }
  }

  /// Another daemon may make the file at the same time, so that it is looked at and made in one transaction,
  /// which only one of them has: what is read before and after another's commit looks like another version.
  static func prepare(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      let id = try Int.fetchOne(database, sql: "PRAGMA cache.application_id")
      let version = try Int.fetchOne(database, sql: "PRAGMA cache.user_version")
      if id == applicationID, version == Self.version { return .commit }
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM cache.sqlite_schema")
      guard id == 0, tables == 0 else { throw Damage(reason: "it is of another version") }
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

  /// What people searched for is in it.
  private func makePrivate() throws {
    guard path != ":memory:" else { return }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try DurableFile.makeFolder("/" + folder)
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw FileFault("make", path)
    }
    fchmod(descriptor, 0o600)
    Glibc.close(descriptor)
  }

  /// Whether the file is the trouble, and not the disk or its folder.
  static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case is Damage: true
    case let error as DatabaseError:
      [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_ERROR, .SQLITE_MISMATCH]
        .contains(error.resultCode)
    default: false
    }
  }

  /// Lets go of the file, and away with it.
  mutating func remove() {
    detach()
    guard path != ":memory:" else { return }
    // The journals first: played into a new file they would damage it.
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
