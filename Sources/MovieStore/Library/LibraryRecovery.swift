import GRDB
import MovieProtocol

/// Replaces a library that is damaged or missing by the newest good copy.
///
/// Nothing is deleted: the damaged file and its log are renamed, and a text beside them explains this to the
/// user and to `movierpc doctor`. Without a good copy nothing is moved, and the library cannot be used until
/// the user has repaired it: an empty one would look as if all were well.
struct LibraryRecovery {
  let path: String
  let copies: LibraryBackups

  /// The maximum number of restores; after that the disk is failing, or something else damages the file,
  /// which we cannot repair.
  private static let maxRestores = 8

  init(path: String) {
    self.path = path
    copies = LibraryBackups(path: path)
  }

  /// Whether there is a copy that an empty library would hide.
  var hasCopies: Bool { !copies.all().isEmpty }

  /// - Parameter fault: why the library cannot be used.
  /// - Throws: `LibraryError`; in this case all files are as they were.
  func restore(after fault: LibraryError, _ queue: DatabaseQueue) throws(LibraryError) -> LibraryNotice {
    guard earlier < Self.maxRestores else {
      throw fault.adding(
        "it has been restored \(earlier) times already, the disk may be failing: see \(path).restored-*.txt")
    }
    defer { copies.tidy() }
    guard let copy = try unpackNewest(after: fault, queue) else {
      throw fault.adding("there is no good copy next to it")
    }
    do {
      return try putInPlace(copy, fault)
    } catch {
      throw LibraryError(error, path).after(fault)
    }
  }

  private var earlier: Int {
    DurableFile.names(in: copies.folder).count { $0.hasPrefix("\(copies.name).restored-") }
  }

  private func unpackNewest(
    after fault: LibraryError, _ queue: DatabaseQueue
  ) throws(LibraryError) -> LibraryBackups.Copy? {
    for copy in copies.all() {
      do {
        try queue.inDatabase { try copies.unpack(copy, $0) }
        return copy
      } catch {
        // In this case no copy can be unpacked, and a better copy must not be skipped.
        let error = LibraryError(error, copy.path)
        guard [.damaged, .foreign, .newer].contains(error.code) else { throw error.after(fault) }
      }
    }
    return nil
  }

  private func putInPlace(_ copy: LibraryBackups.Copy, _ fault: LibraryError) throws -> LibraryNotice {
    let stamp = freeStamp()
    let (damaged, report) = ("\(path).damaged-\(stamp)", "\(path).restored-\(stamp).txt")
    var words = """
      \(fault). It was restored at \(Timestamp.now.text) from \(copy.path), a copy of \
      \(copy.madeAt.text): later changes are missing.
      """
    let there = ["-wal", "-shm", "-journal", ""].filter { DurableFile.exists(path + $0) == true }
    if !there.isEmpty { words += " The damaged file was renamed to \(damaged)\(there.last ?? "")." }
    var moved: [String] = []
    do {
      try DurableFile.write(words + "\n", to: report)
      // Move the log first: replayed into the restored file it would damage that. Between the moves there is
      // no library, which the next start would also restore.
      for suffix in there {
        try DurableFile.rename(path + suffix, to: damaged + suffix)
        moved.append(suffix)
      }
      try DurableFile.sync(copies.folder)
      try copies.finish(as: path)
    } catch {
      for suffix in moved.reversed() { try? DurableFile.rename(damaged + suffix, to: path + suffix) }
      DurableFile.remove(report)
      throw error
    }
    return LibraryNotice(.restored, words)
  }

  /// `20261121-093000`, in UTC; a later time if a file has that name already.
  private func freeStamp() -> String {
    var time = Timestamp.now
    while true {
      let stamp = String(time.text.filter { $0.isNumber || $0 == "T" }.map { $0 == "T" ? "-" : $0 })
      let taken = ["\(path).damaged-\(stamp)", "\(path).restored-\(stamp).txt"]
      if taken.allSatisfy({ DurableFile.exists($0) != true }) { return stamp }
      time += .seconds(1)
    }
  }
}
