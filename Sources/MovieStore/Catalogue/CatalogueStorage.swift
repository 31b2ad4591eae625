import GRDB
import Glibc
import Synchronization

/// Opens `catalogue.sqlite`, rebuilds it beside the old one, and works without it if that fails.
///
/// A catalogue is never changed in place: it is built as `catalogue.sqlite.new-PID-N` and renamed, so a
/// reader has either the old file or the new one, two processes that build at once both end with a complete
/// file, and an interrupted build leaves only a file that the next build removes. A process that has the old
/// file open keeps using it. All of this blocks: call it on the database's thread.
struct CatalogueStorage: Sendable {
  /// A catalogue to read from.
  struct Opened {
    let queue: DatabaseQueue
    let stamp: CatalogueStamp
    let isInMemory: Bool
  }

  /// nil: nothing is stored on disk.
  let folder: String?
  /// nil: an empty catalogue.
  let source: CatalogueSource?

  private static let name = "catalogue.sqlite"
  private static let builds = Atomic<Int>(0)
  private static let leftOverAfter = 3600

  /// Uses the file if it exists, is complete and from this source; otherwise builds it.
  func open(_ notices: inout [CatalogueNotice]) -> Opened? {
    guard let folder, let source else { return build(inMemory: true, &notices) }
    let path = "\(folder)/\(Self.name)"
    if DurableFile.exists(path) != false {
      do {
        let opened = try openFile(path, checked: true)
        if opened.stamp.source == source.fingerprint { return opened }
      } catch let error as CatalogueError where error.code == .stamp {
        // Another version of the program built it, which is not damage.
      } catch {
        notices.append(CatalogueNotice(.damaged, "\(path) is damaged; creating it again: \(text(of: error))"))
      }
    }
    return build(inMemory: false, &notices)
  }

  /// - Returns: nil if memory also fails.
  func build(inMemory: Bool, _ notices: inout [CatalogueNotice]) -> Opened? {
    guard let source else {
      return attempt(.empty, "cannot create the local catalogue", &notices) { try openInMemory(nil) }
    }
    if let folder, !inMemory {
      let instead = "the catalogue is in memory only"
      let opened = attempt(.inMemory, instead, &notices) { try buildFile(in: folder, source) }
      if let opened {
        let path = "\(folder)/\(Self.name)"
        notices.append(CatalogueNotice(.built, "created \(path) with \(opened.stamp.titles) titles"))
        return opened
      }
    }
    let opened = attempt(.empty, "cannot create the local catalogue", &notices) { try openInMemory(source) }
    return opened ?? attempt(.empty, "cannot create the local catalogue", &notices) { try openInMemory(nil) }
  }

  private func attempt(
    _ code: CatalogueNotice.Code, _ consequence: String, _ notices: inout [CatalogueNotice],
    _ work: () throws -> Opened
  ) -> Opened? {
    do {
      return try work()
    } catch {
      notices.append(CatalogueNotice(code, "\(consequence): \(text(of: error))"))
      return nil
    }
  }

  private func openInMemory(_ source: CatalogueSource?) throws -> Opened {
    let queue = try DatabaseQueue().permanent()
    let stamp = try reading(queue) { database in
      if let source { return try CatalogueBuilder.build(database, from: source) }
      return try CatalogueBuilder.buildEmpty(database)
    }
    return Opened(queue: queue, stamp: stamp, isInMemory: true)
  }

  private func openFile(_ path: String, checked: Bool) throws -> Opened {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      // No process writes to this file, so the shared lock is taken once and held: no system calls and no
      // check of the header before each query. https://sqlite.org/pragma.html#pragma_locking_mode
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration).permanent()
    let stamp = try reading(queue) { database in
      let stamp = try CatalogueStamp(reading: database)
      if checked, let fault = try IntegrityCheck.fault(of: database) {
        throw CatalogueError(.database, fault)
      }
      return stamp
    }
    return Opened(queue: queue, stamp: stamp, isInMemory: false)
  }

  /// Closes the database if `work` fails, since a permanent queue would keep it open.
  private func reading<Result>(_ queue: DatabaseQueue, _ work: (Database) throws -> Result) throws -> Result {
    do {
      return try queue.inDatabase(work)
    } catch {
      try? queue.close()
      throw error
    }
  }

  private func buildFile(in folder: String, _ source: CatalogueSource) throws -> Opened {
    try DurableFile.makeFolder(folder)
    removeLeftOvers(in: folder)
    let path = "\(folder)/\(Self.name)"
    let number = Self.builds.add(1, ordering: .relaxed).newValue
    let new = "\(path).new-\(getpid())-\(number)"
    DurableFile.remove(new)
    do {
      let queue = try DatabaseQueue(path: new).permanent()
      _ = try reading(queue) { try CatalogueBuilder.build($0, from: source) }
      try queue.close()
      // A leftover journal beside the old file would be replayed into the new one.
      // https://sqlite.org/lockingv3.html#hot_journals
      for suffix in ["-journal", "-wal", "-shm"] { DurableFile.remove(path + suffix) }
      try DurableFile.replace(path, by: new, in: folder)
    } catch {
      DurableFile.remove(new)
      throw error
    }
    // It may already be the file that another process built from the same data, or from other data: only ours
    // is acceptable.
    let opened = try openFile(path, checked: false)
    guard opened.stamp.source == source.fingerprint else {
      throw CatalogueError(.stamp, "another version of the program has just replaced \(path)")
    }
    return opened
  }

  /// Removes files of builds that were killed; a running build is done long before.
  private func removeLeftOvers(in folder: String) {
    for name in DurableFile.names(in: folder) {
      guard name.hasPrefix("\(Self.name).new-") else { continue }
      var status = stat()
      let path = "\(folder)/\(name)"
      if lstat(path, &status) == 0, status.st_mtim.tv_sec < time(nil) - Self.leftOverAfter {
        DurableFile.remove(path)
      }
    }
  }

  private func text(of error: any Error) -> String {
    (error as? DatabaseError)?.words ?? "\(error)"
  }
}
