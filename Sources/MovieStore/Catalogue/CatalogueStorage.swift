import GRDB
import Glibc
import Synchronization

/// Opens `catalogue.sqlite`, or builds it beside the old one; without it, there are catalogues in memory.
///
/// A catalogue is never changed in place: it is built as `catalogue.sqlite.new-PID-N` and renamed, so a
/// reader has either the old file or the new one, and an interrupted build leaves only a file that the next
/// start removes. One build runs in a folder at a time, see `FolderLock`. A process that has the old file open
/// keeps using it. All of this blocks: call it on the database's thread.
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
  /// An empty file in the folder: titles were imported. When `catalogue.sqlite` is damaged, this tells it.
  private static let importMark = "catalogue.imported"
  private static let builds = Atomic<Int>(0)
  /// Microseconds until a build looks again whether that of another process has ended.
  private static let lockInterval: useconds_t = 50_000
  /// Built within some hundredths of a second, to answer while the others are built.
  static let starterTitles = 400
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
          if DurableFile.size(path) == 0 { throw CatalogueError(.database, "it is empty") }
          let opened = try openFile(path, checked: true)
          if opened.stamp.source == fingerprint {
            if opened.stamp.importsLost { notices.append(importsLost(path)) }
            return opened
          }
          try? opened.queue.close()
        } catch let error as CatalogueError where error.code == .stamp {
          // Another version of the program built it, which is not damage.
        } catch {
          notices.append(
            CatalogueNotice(.damaged, "\(path) is damaged; creating it again: \(text(of: error))"))
        }
      }
    }
    return starter() ?? build(inMemory: false, &notices)
  }

  private var fingerprint: String { source?.fingerprint ?? CatalogueStamp.empty.source }

  private var hasFile: Bool {
    folder.map { DurableFile.exists("\($0)/\(Self.name)") == true } ?? false
  }

  /// - Returns: nil if the source has only a few titles, or if that fails.
  func starter() -> Opened? {
    guard let source else {
      // A file of another source or format may have imported titles.
      return hasFile ? try? openInMemory(nil, isWhole: false) : nil
    }
    guard let titles = try? CatalogueFile(source).header.titles, titles > Self.starterTitles else {
      return nil
    }
    return try? openInMemory(CatalogueBuilder(source: source, maxTitles: Self.starterTitles))
  }

  /// All titles of the source and the file. Without both there need be no file.
  ///
  /// - Returns: nil if memory also fails, or if it was cancelled.
  func build(inMemory: Bool, _ notices: inout [CatalogueNotice]) -> Opened? {
    var builder = CatalogueBuilder(source: source, progress: progress)
    if let folder, !inMemory, source != nil || hasFile {
      let instead = "the catalogue is in memory only"
      let opened = attempt(.inMemory, instead, &notices) { notices in
        try buildFile(in: folder, &builder, &notices)
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
    var builder = CatalogueBuilder(source: source, importing: job, progress: job.progress)
    do {
      return (try buildFile(in: folder, &builder, &notices), builder.counts)
    } catch let failure as CatalogueImport.Failure {
      throw failure
    } catch is CancellationError {
      throw CatalogueImport.Failure(
        code: .cancelled, description: "it was cancelled", counts: builder.counts)
    } catch {
      throw CatalogueImport.Failure(code: .storage, description: text(of: error), counts: builder.counts)
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

  private func openInMemory(_ builder: CatalogueBuilder?, isWhole: Bool = true) throws -> Opened {
    let queue = try DatabaseQueue().permanent()
    let stamp = try reading(queue) { database in
      var builder = builder
      return try builder?.build(database) ?? CatalogueBuilder.buildEmpty(database)
    }
    return Opened(queue: queue, stamp: stamp, isInMemory: true, isWhole: isWhole && builder?.maxTitles == nil)
  }

  private func openFile(_ path: String, checked: Bool) throws -> Opened {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // No process writes to this file, so the shared lock is taken once and held: no system calls and no
      // check of the header before each query. https://sqlite.org/pragma.html#pragma_locking_mode
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      // In KiB: the daemon's memory does not grow with the file. The kernel caches the file anyway.
      try database.execute(sql: "PRAGMA cache_size = -4096")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration).permanent()
    let stamp = try reading(queue) { database in
      let stamp = try CatalogueStamp(reading: database)
      if checked, let fault = try IntegrityCheck.fault(of: database, maxBytes: Self.maxChecked) {
        throw CatalogueError(.database, fault)
      }
      // It is never ended: each title of a page is read by a statement of its own, and without a transaction
      // each of them would begin and end one.
      try database.beginTransaction(.deferred)
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

  /// Imports in the old file are taken over, unless it is too damaged for that.
  private func buildFile(
    in folder: String, _ builder: inout CatalogueBuilder, _ notices: inout [CatalogueNotice]
  ) throws -> Opened {
    try DurableFile.makeFolder(folder)
    let path = "\(folder)/\(Self.name)"
    var lock = try FolderLock(folder)
    defer { withExtendedLifetime(lock) {} }
    if lock == nil {
      if builder.importing != nil {
        throw CatalogueImport.Failure(
          code: .busy, description: "another daemon builds the catalogue in \(folder)", counts: .init())
      }
      while lock == nil {
        try builder.progress.expectRunning()
        usleep(Self.lockInterval)
        lock = try FolderLock(folder)
      }
      if let opened = try? openOwn(path) { return opened }
    }
    // A leftover journal beside the old file would be replayed into it, and into the new one.
    // https://sqlite.org/lockingv3.html#hot_journals
    for suffix in ["-journal", "-wal", "-shm"] { DurableFile.remove(path + suffix) }
    if DurableFile.size(path) == 0 {
      // To SQLite it is a database without tables; a power cut may have left it.
      builder.importsLost = hadImports(in: folder)
    } else if DurableFile.exists(path) == true {
      builder.previous = path
      do {
        return try makeFile(in: folder, &builder)
      } catch let error as DatabaseError where Self.isDamaged(path, error) {
        builder.previous = nil
        builder.importsLost = hadImports(in: folder)
      }
    }
    let opened = try makeFile(in: folder, &builder)
    if builder.importsLost { notices.append(importsLost(path)) }
    return opened
  }

  private func hadImports(in folder: String) -> Bool {
    DurableFile.exists("\(folder)/\(Self.importMark)") == true
  }

  /// Whether a failure to build from the old file is the old file's fault, and not that of the new one.
  private static func isDamaged(_ path: String, _ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT: true
    case .SQLITE_CANTOPEN, .SQLITE_IOERR: !DurableFile.isReadable(path)
    default: false
    }
  }

  private func importsLost(_ path: String) -> CatalogueNotice {
    CatalogueNotice(
      .importsLost, "\(path) was damaged, and with it what you had imported; import it again")
  }

  private func makeFile(in folder: String, _ builder: inout CatalogueBuilder) throws -> Opened {
    let path = "\(folder)/\(Self.name)"
    let number = Self.builds.add(1, ordering: .relaxed).newValue
    let new = "\(path).new-\(getpid())-\(number)"
    DurableFile.remove(new)
    do {
      let queue = try DatabaseQueue(path: new).permanent()
      let stamp = try reading(queue) { try builder.build($0) }
      try queue.close()
      try DurableFile.replace(path, by: new, in: folder)
      let mark = "\(folder)/\(Self.importMark)"
      if !builder.hasImports, !stamp.importsLost {
        DurableFile.remove(mark)
      } else if DurableFile.exists(mark) == false {
        try? DurableFile.make(mark)
      }
    } catch {
      DurableFile.remove(new)
      throw error
    }
    return try openOwn(path)
  }

  /// Where there are no locks, it may already be the file that another process built.
  private func openOwn(_ path: String) throws -> Opened {
    let opened = try openFile(path, checked: false)
    guard opened.stamp.source == fingerprint else {
      try? opened.queue.close()
      throw CatalogueError(.stamp, "another version of the program has just replaced \(path)")
    }
    return opened
  }

  /// Removes files of builds that were killed. While the lock is held here, none runs.
  private func removeLeftOvers(in folder: String) {
    guard let lock = try? FolderLock(folder) else { return }
    for name in DurableFile.names(in: folder) where name.hasPrefix("\(Self.name).new-") {
      DurableFile.remove("\(folder)/\(name)")
    }
    withExtendedLifetime(lock) {}
  }

  private func text(of error: any Error) -> String {
    (error as? DatabaseError)?.words ?? "\(error)"
  }
}
