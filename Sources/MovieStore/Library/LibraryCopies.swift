import GRDB

/// The copies of `library.sqlite`, beside it: `.backup` and `.backup-older`, which follow it from day to day,
/// and `.before-VERSION`, one for each time its tables were changed.
///
/// A copy is made by SQLite itself (https://sqlite.org/lang_vacuum.html#vacuuminto), so it has what is still
/// in the log. It is checked, and whole on the disk, before it gets its name; what could not be made leaves
/// the older ones as they were.
struct LibraryCopies {
  struct Copy {
    let path: String
    /// Milliseconds since 1970.
    let madeAt: Int64
  }

  /// Of the library.
  let path: String

  private static let day: Int64 = 86_400_000

  private var newest: String { path + ".backup" }
  private var older: String { path + ".backup-older" }
  /// What becomes a copy, or the library.
  private var unfinished: String { path + ".new" }

  var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
  var name: Substring { path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...] }

  /// All there are, the newest first.
  func all() -> [Copy] {
    let versions = DurableFile.names(in: folder).filter { $0.hasPrefix("\(name).before-") }
    return ([newest, older] + versions.map { "\(folder)/\($0)" }).compactMap { path in
      DurableFile.changedAt(path).map { Copy(path: path, madeAt: $0) }
    }.sorted { $0.madeAt > $1.madeAt }
  }

  /// Whether the newest daily copy was made a day ago or longer; also where there is none, or the clock was
  /// set back since.
  func isDue(at now: Int64) -> Bool {
    guard let madeAt = DurableFile.changedAt(newest) else { return true }
    return madeAt > now || now &- madeAt >= Self.day
  }

  /// Whether the newest daily copy lacks what was changed last, as far as the files' times tell.
  func lackChanges() -> Bool {
    guard let madeAt = DurableFile.changedAt(newest) else { return true }
    return [path, path + "-wal"].contains { path in
      // SQLite makes a log of nothing for whoever reads.
      DurableFile.size(path) ?? 0 > 0 && DurableFile.changedAt(path) ?? .min > madeAt
    }
  }

  /// Makes the newest daily copy anew. The older one is left a day behind or more.
  func makeDaily(of database: Database, at now: Int64) throws {
    defer { tidy() }
    try make(of: database)
    if let olderMade = DurableFile.changedAt(older), olderMade <= now, now &- olderMade < Self.day {
      // The newest one gives way.
    } else if DurableFile.exists(newest) == true {
      try DurableFile.rename(newest, to: older)
    }
    try finish(as: newest)
  }

  /// - Returns: the copy's path.
  func makeBefore(_ migration: String, of database: Database) throws -> String {
    defer { tidy() }
    try make(of: database)
    try finish(as: "\(path).before-\(migration)")
    return "\(path).before-\(migration)"
  }

  /// Makes a library of a copy, which is found to be good first; `finish` puts it in its place.
  func unpack(_ copy: Copy, _ database: Database) throws {
    guard try LibraryCheck.content(of: copy.path, attachedTo: database) == .library else {
      throw LibraryError(.damaged, copy.path, "holds nothing")
    }
    try database.execute(sql: "ATTACH DATABASE ? AS copy", arguments: [copy.path])
    defer { try? database.execute(sql: "DETACH DATABASE copy") }
    try vacuum("copy", database)
  }

  /// The file that was made takes that name, in the place of what has it.
  func finish(as path: String) throws(FileFault) {
    try DurableFile.replace(path, by: unfinished, in: folder)
  }

  /// Of what could not be finished.
  func tidy() {
    // The journal first: it would be played into the next file of that name.
    DurableFile.remove(unfinished + "-journal")
    DurableFile.remove(unfinished)
  }

  private func make(of database: Database) throws {
    // So that the file is as it is copied, and the copy has the later time.
    try database.execute(sql: "PRAGMA wal_checkpoint")
    try vacuum("main", database)
    _ = try LibraryCheck.content(of: unfinished, attachedTo: database)
  }

  private func vacuum(_ schema: String, _ database: Database) throws {
    tidy()
    // SQLite would let others read it, and takes a file of nothing as well as none.
    try DurableFile.make(unfinished)
    try database.execute(sql: "VACUUM \(schema) INTO ?", arguments: [unfinished])
  }
}
