import GRDB
import Glibc
import MovieProtocol

/// A library that can be read but not written: on a disk that is mounted read-only or full, or in a folder that
/// the user cannot write to. It is served from a copy in memory, which accepts no changes. SQLite itself could
/// not read a file in WAL mode there, since it would have to create the log's index beside it.
struct ReadOnlyLibrary {
  let queue: DatabaseQueue
  /// Why it cannot be written.
  let fault: LibraryError
  private let path: String
  private let stamp: Stamp

  /// Identifies a version of the file, in case another user who may write there changes it.
  private struct Stamp: Equatable {
    var facts: [Int64?]

    init(_ path: String) {
      facts = ["", "-wal"].flatMap {
        [DurableFile.size(path + $0), DurableFile.changedAt(path + $0)?.milliseconds]
      }
    }
  }

  /// Nil if it can be written, or is not a readable library: then opening it reports the error.
  ///
  /// - Parameters:
  ///   - full: opening it has failed for lack of room.
  ///   - examiner: in memory.
  init?(_ path: String, full: LibraryError?, _ examiner: DatabaseQueue) throws {
    guard let fault = full ?? Self.obstacle(path).map({ LibraryError(.readOnly, path, $0) }) else {
      return nil
    }
    let stamp = Stamp(path)
    let memory = try DatabaseQueue().permanent()
    do {
      switch DurableFile.exists(path) {
      case true?: try Self.copy(path, to: memory, examiner)
      // There are no copies beside it that could be lost.
      case false? where LibraryBackups(path: path).all().isEmpty: break
      default: throw fault
      }
      // Also from an earlier version: the file itself stays unchanged.
      try LibrarySchema.migrator.migrate(memory)
      // https://sqlite.org/pragma.html#pragma_query_only
      try memory.inDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    } catch {
      try? memory.close()
      throw error
    }
    (self.path, self.fault, self.stamp, queue) = (path, fault, stamp, memory)
  }

  /// False if it may be writable by now, or if another user has changed it.
  ///
  /// - Parameter isFull: opening it has just failed for lack of room again.
  func isCurrent(isFull: Bool) -> Bool {
    (isFull || Self.obstacle(path) != nil) && (fault.code == .full) == isFull && Stamp(path) == stamp
  }

  func close() { try? queue.close() }

  /// Why nothing can be written there, according to permissions and mounts; nil: no obstacle.
  static func obstacle(_ path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    do {
      if DurableFile.exists(folder) == false { try DurableFile.makeFolder(folder) }
    } catch {
      return isRefusal(error.code) ? "\(error)" : nil
    }
    for place in [folder, path] where access(place, W_OK) != 0 && isRefusal(errno) {
      return "\(SystemError("write to", place))"
    }
    return nil
  }

  private static func isRefusal(_ code: CInt) -> Bool { [EACCES, EPERM, EROFS].contains(code) }

  /// Includes changes that are still in the log of a daemon that was killed.
  private static func copy(_ path: String, to memory: DatabaseQueue, _ examiner: DatabaseQueue) throws {
    var template = Array(
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/movierpc-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create a folder in", "/tmp") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let copy = folder + "/library.sqlite"
    defer {
      for suffix in ["-wal", "-shm", "-journal", ""] { DurableFile.remove(copy + suffix) }
      rmdir(folder)
    }
    for suffix in ["", "-wal"] where DurableFile.exists(path + suffix) == true {
      try DurableFile.copy(path + suffix, to: copy + suffix)
    }
    guard try LibraryCheck.content(of: copy, examiner) == .library else { return }
    let queue = try DatabaseQueue(path: copy).permanent()
    defer { try? queue.close() }
    try queue.backup(to: memory)
  }
}
