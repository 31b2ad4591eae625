import Glibc
import TitleIndex

/// `catalogue.index` beside the catalogue: the index of the titles in the binary, by which they are searched. It is made
/// within half a second where there is none, or one that is damaged or of another version; without a disk it is in memory.
struct CatalogueIndexFile {
  private static let name = "catalogue.index"

  /// nil: it is in memory only.
  let folder: String?
  let source: CatalogueSource

  /// This blocks: call it on the database's thread.
  ///
  /// - Returns: nil if the table in the binary cannot be read, which a notice says.
  func open(_ notices: inout [CatalogueNotice]) -> TitleSearch? {
    let fingerprint = source.fingerprint
    let path = folder.map { "\($0)/\(Self.name)" }
    if let path {
      removeLeftOvers(path)
      if IndexFile.isSound(path, fingerprint: fingerprint),
        let index = try? IndexFile.open(path, fingerprint: fingerprint)
      {
        return TitleSearch(index)
      }
    }
    do {
      let sections = try Self.build(source)
      guard let path, let folder else { return TitleSearch(sections.inMemory()) }
      do {
        let new = "\(path).new-\(getpid())"
        try DurableFile.makeFolder(folder)
        try Self.write(sections, fingerprint, to: new)
        try DurableFile.replace(path, by: new, in: folder)
        return TitleSearch(try IndexFile.open(path, fingerprint: fingerprint))
      } catch {
        notices.append(
          CatalogueNotice(.inMemory, "\(path) cannot be written; the index is in memory only: \(error)"))
        return TitleSearch(sections.inMemory())
      }
    } catch {
      notices.append(CatalogueNotice(.empty, "cannot index the built-in titles: \(error)"))
      return nil
    }
  }

  /// Of a process that was killed. Another one that makes its own at this moment makes it in memory.
  private func removeLeftOvers(_ path: String) {
    guard let folder else { return }
    for name in DurableFile.names(in: folder) where name.hasPrefix("\(Self.name).new-") {
      DurableFile.remove("\(folder)/\(name)")
    }
  }

  private static func build(_ source: CatalogueSource) throws -> IndexSections {
    let bytes = try CatalogueBytes(source)
    var text: [UInt8] = []
    while true {
      let more = try bytes.next()
      if more.isEmpty { break }
      text += more
    }
    return try text.withUnsafeBufferPointer { text in
      // After the header.
      var start = 0
      while start < text.count, text[start] == UInt8(ascii: "#") {
        start = (text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count - 1) + 1
      }
      let columns = CatalogueFile.columns.compactMap { name in TableColumn.allCases.first { $0.name == name }
      }
      return try IndexBuilder.build(UnsafeBufferPointer(rebasing: text[start...]), columns: columns)
    }
  }

  private static func write(_ sections: IndexSections, _ fingerprint: String, to path: String) throws {
    DurableFile.remove(path)
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("create", path) }
    defer { close(descriptor) }
    do {
      try IndexFile.write(sections, fingerprint: fingerprint) { bytes in
        var written = 0
        while written < bytes.count {
          let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw SystemError("write", path) }
          written += count
        }
      }
    } catch {
      DurableFile.remove(path)
      throw error
    }
  }
}
