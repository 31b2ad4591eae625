import GRDB
import Glibc
import Synchronization

/// Opens `catalogue.sqlite`, or builds it beside the old one; without it, there are catalogues in memory.
///
/// A catalogue is never changed in place: it is built as `catalogue.sqlite.new-PID-N` and renamed, so a
/// reader has either the old file or the new one, two processes that build at once both end with a complete
/// file, and an interrupted build leaves only a file that the next build removes. A process that has the old
/// file open keeps using it. All of this blocks: call it on the database's thread.
struct CatalogueStorage: Sendable {
  /// A catalogue to read from.
  struct Opened: Sendable {
    let queue: DatabaseQueue
    let stamp: CatalogueStamp
    let isInMemory: Bool
    /// Has all titles of the source, or as many as could be had.
    let isWhole: Bool

    var asWhole: Opened { Opened(queue: queue, stamp: stamp, isInMemory: isInMemory, isWhole: true) }
  }

  /// nil: nothing is stored on disk.
  let folder: String?
  /// nil: an empty catalogue.
  let source: CatalogueSource?

  /// Ends builds that run or begin later.
  let cancellation = CatalogueBuilder.Cancellation()

  private static let name = "catalogue.sqlite"
  private static let builds = Atomic<Int>(0)
  /// Seconds. A build writes all the time.
  private static let leftOverAfter = 600
  /// Built within some hundredths of a second, to answer while the others are built.
  static let starterTitles = 1500
  /// A larger file is not checked when it is opened, because that reads all of it. It has its name only since
  /// it was complete and on the disk; if it was damaged since, queries find that. Bytes.
  private static let maxChecked = 8 << 20

  /// Uses the file if it exists, is complete and from this source; otherwise a starter in memory, with the
  /// best-known titles only. A source of a few titles is built at once.
  func open(_ notices: inout [CatalogueNotice]) -> Opened? {
    guard let source else { return build(inMemory: true, &notices) }
    if let folder {
      removeLeftOvers(in: folder)
      let path = "\(folder)/\(Self.name)"
      if DurableFile.exists(path) != false {
        do {
          let opened = try openFile(path, checked: true)
          if opened.stamp.source == source.fingerprint { return opened }
          try? opened.queue.close()
        } catch let error as CatalogueError where error.code == .stamp {
          // Another version of the program built it, which is not damage.
        } catch {
          notices.append(
            CatalogueNotice(.damaged, "\(path) is damaged; creating it again: \(text(of: error))"))
        }
      }
    }
    return starter(&notices) ?? build(inMemory: false, &notices)
  }

  /// - Returns: nil if the source has only a few titles, or if that fails.
  func starter(_ notices: inout [CatalogueNotice]) -> Opened? {
    guard let source, let titles = try? CatalogueFile(source).header.titles, titles > Self.starterTitles
    else {
      return nil
    }
    return try? openInMemory(CatalogueBuilder(source: source, maxTitles: Self.starterTitles))
  }

  /// All titles of the source.
  ///
  /// - Returns: nil if memory also fails, or if it was cancelled.
  func build(inMemory: Bool, _ notices: inout [CatalogueNotice]) -> Opened? {
    guard let source else {
      return attempt(.empty, "cannot create the local catalogue", &notices) { try openInMemory(nil) }
    }
    let builder = CatalogueBuilder(source: source, cancellation: cancellation)
    if let folder, !inMemory {
      let instead = "the catalogue is in memory only"
      let opened = attempt(.inMemory, instead, &notices) { try buildFile(in: folder, builder) }
      if let opened {
        let path = "\(folder)/\(Self.name)"
        notices.append(CatalogueNotice(.built, "created \(path) with \(opened.stamp.titles) titles"))
        return opened
      }
    }
    if cancellation.isCancelled { return nil }
    let opened = attempt(.empty, "cannot create the local catalogue", &notices) { try openInMemory(builder) }
    if cancellation.isCancelled { return nil }
    return opened ?? attempt(.empty, "cannot create the local catalogue", &notices) { try openInMemory(nil) }
  }

  private func attempt(
    _ code: CatalogueNotice.Code, _ consequence: String, _ notices: inout [CatalogueNotice],
    _ work: () throws -> Opened
  ) -> Opened? {
    do {
      return try work()
    } catch is CancellationError {
      return nil
    } catch {
      notices.append(CatalogueNotice(code, "\(consequence): \(text(of: error))"))
      return nil
    }
  }

  private func openInMemory(_ builder: CatalogueBuilder?) throws -> Opened {
    let queue = try DatabaseQueue().permanent()
    let stamp = try reading(queue) { database in
      try builder?.build(database) ?? CatalogueBuilder.buildEmpty(database)
    }
    return Opened(queue: queue, stamp: stamp, isInMemory: true, isWhole: builder?.maxTitles == nil)
  }

  private func openFile(_ path: String, checked: Bool) throws -> Opened {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      // No process writes to this file, so the shared lock is taken once and held: no system calls and no
      // check of the header before each query. https://sqlite.org/pragma.html#pragma_locking_mode
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      // In KiB: the daemon's memory does not grow with the file. The kernel caches the file anyway.
      try database.execute(sql: "PRAGMA cache_size = -1024")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration).permanent()
    let stamp = try reading(queue) { database in
      let stamp = try CatalogueStamp(reading: database)
      if checked, let fault = try IntegrityCheck.fault(of: database, maxBytes: Self.maxChecked) {
        throw CatalogueError(.database, fault)
      }
      return stamp
    }
    return Opened(queue: queue, stamp: stamp, isInMemory: false, isWhole: true)
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

  private func buildFile(in folder: String, _ builder: CatalogueBuilder) throws -> Opened {
    try DurableFile.makeFolder(folder)
    let path = "\(folder)/\(Self.name)"
    let number = Self.builds.add(1, ordering: .relaxed).newValue
    let new = "\(path).new-\(getpid())-\(number)"
    DurableFile.remove(new)
    do {
      let queue = try DatabaseQueue(path: new).permanent()
      _ = try reading(queue) { try builder.build($0) }
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
    guard opened.stamp.source == builder.source.fingerprint else {
      try? opened.queue.close()
      throw CatalogueError(.stamp, "another version of the program has just replaced \(path)")
    }
    return opened
  }

  /// Removes files of builds that were killed.
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
