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
  /// nil: no built-in titles.
  let source: CatalogueSource?

  /// Of builds that run or begin later, except of imports.
  let progress = CatalogueProgress()

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
    if let folder {
      removeLeftOvers(in: folder)
      let path = "\(folder)/\(Self.name)"
      if DurableFile.exists(path) != false {
        do {
          let opened = try openFile(path, checked: true)
          if opened.stamp.source == fingerprint { return opened }
          try? opened.queue.close()
        } catch let error as CatalogueError where error.code == .stamp {
          // Another version of the program built it, which is not damage.
        } catch {
          notices.append(
            CatalogueNotice(.damaged, "\(path) is damaged; creating it again: \(text(of: error))"))
        }
      }
    }
    return starter(&notices) ?? build(inMemory: source == nil, &notices)
  }

  private var fingerprint: String { source?.fingerprint ?? CatalogueStamp.empty.source }

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
      return attempt(.empty, "cannot create the local catalogue", &notices) { _ in try openInMemory(nil) }
    }
    let builder = CatalogueBuilder(source: source, progress: progress)
    if let folder, !inMemory {
      let instead = "the catalogue is in memory only"
      let opened = attempt(.inMemory, instead, &notices) { notices in
        try buildFile(in: folder, builder, &notices).opened
      }
      if let opened {
        let path = "\(folder)/\(Self.name)"
        notices.append(CatalogueNotice(.built, "created \(path) with \(opened.stamp.titles) titles"))
        return opened
      }
    }
    if progress.isCancelled { return nil }
    let instead = "cannot create the local catalogue"
    let opened = attempt(.empty, instead, &notices) { _ in try openInMemory(builder) }
    if progress.isCancelled { return nil }
    return opened ?? attempt(.empty, instead, &notices) { _ in try openInMemory(nil) }
  }

  /// All titles of the source, with those that are imported now.
  ///
  /// - Throws: `CatalogueImport.Failure`: nothing was changed.
  func build(
    importing job: CatalogueImport, _ notices: inout [CatalogueNotice]
  ) throws(CatalogueImport.Failure) -> (opened: Opened, counts: CatalogueImport.Counts) {
    guard let folder else {
      throw CatalogueImport.Failure(
        code: .storage, description: "there is no file of the catalogue", counts: .init())
    }
    do {
      let builder = CatalogueBuilder(source: source, importing: job, progress: job.progress)
      return try buildFile(in: folder, builder, &notices)
    } catch let failure as CatalogueImport.Failure {
      throw failure
    } catch is CancellationError {
      throw CatalogueImport.Failure(code: .cancelled, description: "it was cancelled", counts: .init())
    } catch {
      throw CatalogueImport.Failure(code: .storage, description: text(of: error), counts: .init())
    }
  }

  private func attempt(
    _ code: CatalogueNotice.Code, _ consequence: String, _ notices: inout [CatalogueNotice],
    _ work: (inout [CatalogueNotice]) throws -> Opened
  ) -> Opened? {
    do {
      return try work(&notices)
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
      var builder = builder
      return try builder?.build(database) ?? CatalogueBuilder.buildEmpty(database)
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

  /// What the old file has of imports is taken over, unless it is too damaged for that.
  private func buildFile(
    in folder: String, _ builder: CatalogueBuilder, _ notices: inout [CatalogueNotice]
  ) throws -> (opened: Opened, counts: CatalogueImport.Counts) {
    let path = "\(folder)/\(Self.name)"
    // A leftover journal beside the old file would be replayed into it, and into the new one.
    // https://sqlite.org/lockingv3.html#hot_journals
    for suffix in ["-journal", "-wal", "-shm"] { DurableFile.remove(path + suffix) }
    guard DurableFile.exists(path) == true else { return try makeFile(in: folder, builder) }
    var completing = builder
    completing.previous = path
    do {
      return try makeFile(in: folder, completing)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_CONSTRAINT].contains(error.resultCode)
    {
      let made = try makeFile(in: folder, builder)
      // A damage that a build mends has been reported already.
      if builder.importing != nil {
        notices.append(
          CatalogueNotice(.importsLost, "\(path) is damaged; import again what you had imported before"))
      }
      return made
    }
  }

  private func makeFile(
    in folder: String, _ builder: CatalogueBuilder
  ) throws -> (opened: Opened, counts: CatalogueImport.Counts) {
    try DurableFile.makeFolder(folder)
    let path = "\(folder)/\(Self.name)"
    let number = Self.builds.add(1, ordering: .relaxed).newValue
    let new = "\(path).new-\(getpid())-\(number)"
    DurableFile.remove(new)
    var builder = builder
    do {
      let queue = try DatabaseQueue(path: new).permanent()
      _ = try reading(queue) { try builder.build($0) }
      try queue.close()
      try DurableFile.replace(path, by: new, in: folder)
    } catch {
      DurableFile.remove(new)
      throw error
    }
    // It may already be the file that another process built from the same data, or from other data: only ours
    // is acceptable.
    let opened = try openFile(path, checked: false)
    guard opened.stamp.source == fingerprint else {
      try? opened.queue.close()
      throw CatalogueError(.stamp, "another version of the program has just replaced \(path)")
    }
    return (opened, builder.counts)
  }

  /// Removes files of builds that were killed: those of processes that are gone, and old ones.
  private func removeLeftOvers(in folder: String) {
    for name in DurableFile.names(in: folder) {
      guard name.hasPrefix("\(Self.name).new-") else { continue }
      var status = stat()
      let path = "\(folder)/\(name)"
      let process = name.dropFirst("\(Self.name).new-".count).prefix { $0 != "-" }
      let isGone = pid_t(process).map { $0 > 0 && kill($0, 0) != 0 && errno == ESRCH } ?? false
      let isOld = lstat(path, &status) == 0 && status.st_mtim.tv_sec < time(nil) - Self.leftOverAfter
      if isGone || isOld { DurableFile.remove(path) }
    }
  }

  private func text(of error: any Error) -> String {
    (error as? DatabaseError)?.words ?? "\(error)"
  }
}
