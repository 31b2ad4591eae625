import Glibc
import TitleIndex

/// Opens `catalogue.index`, the titles that are known without the network, or makes it: about a second
/// where nothing was imported.
///
/// A file is never changed in place: it is written as an `UnfinishedFile`, synced and renamed, so a reader
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
  /// Of the first versions, which had the catalogue in SQLite. The second says that the first has imports.
  private static let oldNames = ["catalogue.sqlite", "catalogue.imported"]
  /// Bytes of one write. The kernel keeps what is written at once in one large page, and counts all of that as memory
  /// of a process that touches any of it: 20 MB after a first search, in place of 4.
  private static let piece = 1 << 16

  private var path: String? { folder.map { "\($0)/\(Self.name)" } }

  /// Uses the file if it is whole and has what is known today; otherwise it makes one, which takes some seconds
  /// where a million titles were imported.
  func open(_ notices: inout [CatalogueNotice]) -> Opened {
    if let folder { removeLeftOvers(in: folder) }
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
    progress.didBeginBuilding()
    if imports.exists {
      do {
        let (sections, stamp) = try rebuilt()
        return store(sections, stamp, &notices)
      } catch {
        let notice = notice(ofUnread: error)
        imports = ImportStore.Stamp(isLost: notice?.code == .importsLost)
        if let notice { notices.append(notice) }
      }
    }
    do {
      return store(try CatalogueTable.sections(source), imports, &notices)
    } catch {
      notices.append(CatalogueNotice(.empty, "cannot index the built-in titles: \(error)"))
      return opened(IndexSections().inMemory(), imports, isInMemory: true)
    }
  }

  /// With the titles that were imported.
  private func rebuilt() throws -> (IndexSections, ImportStore.Stamp) {
    guard let folder else { return (IndexSections(), ImportStore.Stamp()) }
    // Another daemon may import: both are of the same moment.
    return try ImportStore(folder).reading(progress) { database in
      let stamp = try ImportStore.Stamp(database)
      return (try CatalogueTable.sections(source, database, progress).sections, stamp)
    }
  }

  /// Of imports that cannot be read now; nil: it was cancelled.
  private func notice(ofUnread error: any Error) -> CatalogueNotice? {
    guard let folder, !(error is CancellationError) else { return nil }
    let store = ImportStore(folder)
    if store.isDamaged(by: error) { return .importsLost(store.path) }
    return CatalogueNotice(
      .inMemory,
      "titles that were imported are left out until the next start: \(store.path): \(ImportStore.words(of: error))"
    )
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
      let (sections, stamp) = try ImportStore(folder).add(job, to: source, &counts, &notices)
      for name in Self.oldNames { DurableFile.remove("\(folder)/\(name)") }
      return (store(sections, stamp, &notices), counts)
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
    do {
      try DurableFile.makeFolder(folder)
      let file = try UnfinishedFile(beside: path)
      try write(sections, print, to: file)
      // Before another daemon replaces it.
      let made = opened(try IndexFile.open(file.path, fingerprint: print), imports)
      try DurableFile.replace(path, by: file.path, in: folder)
      notices.append(CatalogueNotice(.built, "created \(path) with \(made.facts.titles) titles"))
      return made
    } catch {
      notices.append(CatalogueNotice(.inMemory, "the catalogue is in memory only: \(error)"))
      return opened(sections.inMemory(), imports, isInMemory: true)
    }
  }

  private func write(_ sections: IndexSections, _ fingerprint: String, to file: UnfinishedFile) throws {
    try IndexFile.write(sections, fingerprint: fingerprint) { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(
          file.descriptor, bytes.baseAddress.map { $0 + written }, min(bytes.count - written, Self.piece))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError("write", file.path) }
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
      let stamp = try ImportStore(folder).stamp()
      guard !stamp.exists, DurableFile.exists("\(folder)/\(Self.oldNames[1])") == true else { return stamp }
      notices.append(
        CatalogueNotice(
          .importsLost,
          "what you had imported is in \(folder)/\(Self.oldNames[0]), which this version cannot read; import it again"
        ))
      return ImportStore.Stamp(isLost: true)
    } catch {
      let notice = notice(ofUnread: error)
      if let notice { notices.append(notice) }
      return ImportStore.Stamp(isLost: notice?.code == .importsLost)
    }
  }

  /// Of a process that was killed, or of an older version.
  private func removeLeftOvers(in folder: String) {
    UnfinishedFile.removeLeftOvers(of: [Self.name, ImportStore.name], in: folder)
    // With imports it stays until there are new ones.
    if DurableFile.exists("\(folder)/\(Self.oldNames[1])") == false {
      DurableFile.remove("\(folder)/\(Self.oldNames[0])")
    }
  }
}
