import Glibc
import TitleIndex

/// Opens `catalogue.index`, the titles that are known without the network, or makes it: half a second where
/// nothing was imported.
///
/// A file is never changed in place: it is written as `catalogue.index.new-PID`, synced and renamed, so a reader
/// has either the old file or the new one, and an interrupted build leaves only a file that the next start
/// removes. Several daemons may use the same one; the last that is written remains. All of this blocks: call it
/// on the catalogue's thread.
struct CatalogueStorage: Sendable {
  /// A catalogue to read from.
  struct Opened: Sendable {
    let index: CatalogueIndex
    var facts: Catalogue.Facts
    let isInMemory: Bool
  }

  /// nil: nothing is stored on disk.
  let folder: String?
  /// nil: no built-in titles.
  let source: CatalogueSource?
  /// Its cancellation ends `open` early where titles were imported.
  var progress = CatalogueProgress()

  private static let name = "catalogue.index"
  /// Of versions before 0.2, which had the catalogue in SQLite.
  private static let oldNames = ["catalogue.sqlite", "catalogue.imported"]

  private var path: String? { folder.map { "\($0)/\(Self.name)" } }

  /// Uses the file if it is whole and has what is known today; otherwise it makes one, which takes some seconds
  /// where a million titles were imported.
  func open(_ notices: inout [CatalogueNotice]) -> Opened {
    if let folder { removeLeftOvers(in: folder, &notices) }
    var imports = stamp(&notices)
    if let path, DurableFile.exists(path) == true {
      do throws(IndexError) {
        let print = fingerprint(imports)
        try IndexFile.check(path, fingerprint: print)
        return opened(try IndexFile.open(path, fingerprint: print), imports)
      } catch {
        // One of another version or table is no damage.
        if !error.isOutdated {
          notices.append(CatalogueNotice(.damaged, "\(path) is damaged; creating it again: \(error)"))
        }
      }
    }
    if imports.exists, let rebuilt = rebuild(&imports, &notices) { return rebuilt }
    do {
      return store(try CatalogueTable.sections(source), imports, &notices)
    } catch {
      notices.append(CatalogueNotice(.empty, "cannot index the built-in titles: \(error)"))
      return opened(IndexSections().inMemory(), imports, isInMemory: true)
    }
  }

  /// With the titles that were imported.
  ///
  /// - Returns: nil: it was cancelled, or what was imported cannot be read.
  private func rebuild(_ imports: inout ImportStore.Stamp, _ notices: inout [CatalogueNotice]) -> Opened? {
    guard let folder else { return nil }
    do {
      let sections = try ImportStore(folder).reading {
        try CatalogueTable.sections(source, $0, progress).sections
      }
      return store(sections, imports, &notices)
    } catch {
      imports = ImportStore.Stamp()
      guard !(error is CancellationError) else { return nil }
      imports.isLost = true
      notices.append(.importsLost(ImportStore(folder).path))
      return nil
    }
  }

  /// All titles of the source, with those that are imported now.
  ///
  /// - Throws: `CatalogueImport.Failure`: nothing was changed.
  func build(
    importing job: CatalogueImport, _ notices: inout [CatalogueNotice]
  ) throws(CatalogueImport.Failure) -> (opened: Opened, counts: CatalogueImport.Counts) {
    var counts = CatalogueImport.Counts()
    func failure(_ code: CatalogueImport.Failure.Code, _ description: String) -> CatalogueImport.Failure {
      CatalogueImport.Failure(code: code, description: description, counts: counts)
    }
    guard let folder else { throw failure(.storage, "there is no file of the catalogue") }
    do {
      try DurableFile.makeFolder(folder)
      guard let lock = try FolderLock(folder) else {
        throw failure(.busy, "another daemon builds the catalogue in \(folder)")
      }
      defer { withExtendedLifetime(lock) {} }
      let sections = try ImportStore(folder).add(job, to: source, &counts, &notices)
      return (store(sections, try ImportStore(folder).stamp(), &notices), counts)
    } catch let error as CatalogueImport.Failure {
      throw error
    } catch is CancellationError {
      throw failure(.cancelled, "it was cancelled")
    } catch {
      throw failure(.storage, ImportStore.words(of: error))
    }
  }

  /// Writes the file, or keeps it in memory where that fails.
  private func store(
    _ sections: IndexSections, _ imports: ImportStore.Stamp, _ notices: inout [CatalogueNotice]
  ) -> Opened {
    guard let folder, let path, source != nil || imports.exists else {
      return opened(sections.inMemory(), imports, isInMemory: true)
    }
    let print = fingerprint(imports)
    let new = "\(path).new-\(getpid())"
    do {
      try DurableFile.makeFolder(folder)
      try write(sections, print, to: new)
      // Before another daemon replaces it.
      let made = opened(try IndexFile.open(new, fingerprint: print), imports)
      try DurableFile.replace(path, by: new, in: folder)
      notices.append(CatalogueNotice(.built, "created \(path) with \(made.facts.titles) titles"))
      return made
    } catch {
      DurableFile.remove(new)
      notices.append(CatalogueNotice(.inMemory, "the catalogue is in memory only: \(error)"))
      return opened(sections.inMemory(), imports, isInMemory: true)
    }
  }

  private func write(_ sections: IndexSections, _ fingerprint: String, to path: String) throws {
    DurableFile.remove(path)
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("create", path) }
    defer { close(descriptor) }
    try IndexFile.write(sections, fingerprint: fingerprint) { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError("write", path) }
        written += count
      }
    }
  }

  private func opened(_ index: CatalogueIndex, _ imports: ImportStore.Stamp, isInMemory: Bool = false)
    -> Opened
  {
    let facts = Catalogue.Facts(
      titles: index.count, asOf: source.flatMap { try? CatalogueFile($0).header.asOf },
      exportDay: imports.exportDay, imports: imports.count, importsLost: imports.isLost)
    return Opened(index: index, facts: facts, isInMemory: isInMemory)
  }

  private func fingerprint(_ imports: ImportStore.Stamp) -> String {
    (source?.fingerprint ?? "none") + (imports.exists ? " \(imports.version)" : "")
  }

  private func stamp(_ notices: inout [CatalogueNotice]) -> ImportStore.Stamp {
    guard let folder else { return ImportStore.Stamp() }
    do {
      return try ImportStore(folder).stamp()
    } catch {
      notices.append(.importsLost(ImportStore(folder).path))
      return ImportStore.Stamp(isLost: true)
    }
  }

  /// Of a process that was killed, or of an older version.
  private func removeLeftOvers(in folder: String, _ notices: inout [CatalogueNotice]) {
    let names = DurableFile.names(in: folder)
    if names.contains(Self.oldNames[1]) { notices.append(.importsLost("\(folder)/\(Self.oldNames[0])")) }
    for name in names where isLeftOver(name) { DurableFile.remove("\(folder)/\(name)") }
  }

  private func isLeftOver(_ name: String) -> Bool {
    if Self.oldNames.contains(where: name.hasPrefix) { return true }
    guard let file = [Self.name, ImportStore.name].first(where: { name.hasPrefix("\($0).new-") }) else {
      return false
    }
    // Another daemon may be writing at this moment.
    let writer = pid_t(name.dropFirst(file.utf8.count + 5))
    return writer.map { kill($0, 0) != 0 && errno == ESRCH } ?? true
  }
}
