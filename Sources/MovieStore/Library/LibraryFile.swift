import GRDB
import Glibc

/// Opens `library.sqlite`, and makes it where there is none.
///
/// It is the one file that cannot be made again: what is no library of this version is left as it is, so
/// nothing is written before the file is known to be ours. All of this blocks.
///
/// Opening may be tried again for as long as the daemon runs, so it must not leave anything behind that a
/// failed try made. A `DatabaseQueue` that fails while it is made would: libdispatch's threads, which then
/// wake up every second (see `everlasting`). So the file is looked at through ``LibraryCheck`` first.
struct LibraryFile {
  let path: String
  private var check = LibraryCheck()
  private var queue: DatabaseQueue?
  private var isReady = false

  /// - Parameter folder: nil: in memory.
  init(folder: String?) {
    path = folder.map { "\($0)/library.sqlite" } ?? ":memory:"
  }

  /// What was opened once stays open, also where the rest then failed: a full disk may have room later.
  mutating func open() throws(LibraryError) -> DatabaseQueue {
    if let queue, isReady { return queue }
    let isInMemory = path == ":memory:"
    if queue == nil, !isInMemory { try check.expectOurs(path) }
    do {
      let queue = try queue ?? DatabaseQueue(path: path, configuration: Self.configuration).everlasting()
      self.queue = queue
      if !isInMemory { try prepare(queue) }
      try LibrarySchema.migrator.migrate(queue)
      isReady = true
      check.close()
      return queue
    } catch {
      throw LibraryError(error, path)
    }
  }

  mutating func close() {
    check.close()
    try? queue?.close()
    queue = nil
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
    // Somebody may look into it with another program. Seconds.
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { database in
      // What is committed stays also when the machine stops:
      // https://sqlite.org/pragma.html#pragma_synchronous
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }
}
