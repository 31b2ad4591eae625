import GRDB
import MovieProtocol

/// The copies of `library.sqlite`, beside it: `.backup` and `.backup-older`, which are updated from day to
/// day, and `.before-VERSION`, one for each change of the tables.
///
/// SQLite itself makes a copy (https://sqlite.org/lang_vacuum.html#vacuuminto), so it includes changes that
/// are still in the log. The copy is checked, and complete on the disk, before it gets its name; if it cannot
/// be made, the older ones stay unchanged. If it can, copies that are older than TMDB allows for its texts are
/// deleted.
struct LibraryBackups {
  struct Copy {
    let path: String
    let madeAt: Timestamp
  }

  /// The path of the library.
  let path: String

  private static let day: Duration = .seconds(86_400)

  private var newest: String { path + ".backup" }
  private var older: String { path + ".backup-older" }
  /// The file that becomes a copy, or the library.
  private var unfinished: String { path + ".new" }

  var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
  var name: Substring { path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...] }

  /// All copies, the newest first.
  func all() -> [Copy] {
    let versions = DurableFile.names(in: folder).filter { $0.hasPrefix("\(name).before-") }
    return ([newest, older] + versions.map { "\(folder)/\($0)" }).compactMap { path in
      DurableFile.changedAt(path).map { Copy(path: path, madeAt: $0) }
    }.sorted { $0.madeAt > $1.madeAt }
  }

  /// Whether the newest daily copy was made at least a day ago; also true if there is none, or if the clock
  /// was set back since.
  func isDue(at now: Timestamp) -> Bool {
    guard let madeAt = DurableFile.changedAt(newest) else { return true }
    return madeAt > now || now - madeAt >= Self.day
  }

  /// Whether the newest daily copy lacks the latest changes, according to the files' times.
  func lackChanges() -> Bool {
    guard let madeAt = DurableFile.changedAt(newest) else { return true }
    return [path, path + "-wal"].contains { path in
      // SQLite creates an empty log even for a reader.
      DurableFile.size(path) ?? 0 > 0 && DurableFile.changedAt(path) ?? .distantPast > madeAt
    }
  }

  /// Replaces the newest daily copy. The older one stays at least a day behind.
  func makeDaily(of database: Database, at now: Timestamp) throws {
    defer { tidy() }
    try make(of: database)
    if let olderMade = DurableFile.changedAt(older), olderMade <= now, now - olderMade < Self.day {
      // The newest copy is replaced.
    } else if DurableFile.exists(newest) == true {
      try DurableFile.rename(newest, to: older)
    }
    try finish(as: newest)
    for copy in all() where copy.madeAt < now - UpstreamCache.oldest { DurableFile.remove(copy.path) }
  }

  /// - Returns: the copy's path.
  func makeBefore(_ migration: String, of database: Database) throws -> String {
    defer { tidy() }
    try make(of: database)
    try finish(as: "\(path).before-\(migration)")
    return "\(path).before-\(migration)"
  }

  /// Makes a library from a copy, after checking the copy; `finish` renames it into place.
  func unpack(_ copy: Copy, _ database: Database) throws {
    guard try LibraryCheck.content(of: copy.path, attachedTo: database) == .library else {
      throw LibraryError(.damaged, copy.path, "the copy is empty")
    }
    try database.execute(sql: "ATTACH DATABASE ? AS copy", arguments: [copy.path])
    defer { try? database.execute(sql: "DETACH DATABASE copy") }
    try vacuum("copy", database)
  }

  /// Renames the finished file to that name, replacing an existing file.
  func finish(as path: String) throws(SystemError) {
    try DurableFile.replace(path, by: unfinished, in: folder)
  }

  /// Deletes unfinished files.
  func tidy() {
    // Delete the journal first: it would be replayed into the next file of that name.
    DurableFile.remove(unfinished + "-journal")
    DurableFile.remove(unfinished)
  }

  private func make(of database: Database) throws {
    // So that the file is written before it is copied, and the copy has the later time.
    try database.execute(sql: "PRAGMA wal_checkpoint")
    try vacuum("main", database)
    _ = try LibraryCheck.content(of: unfinished, attachedTo: database)
  }

  private func vacuum(_ schema: String, _ database: Database) throws {
    tidy()
    // SQLite would make it readable by others; it accepts an empty file in place of a missing one.
    try DurableFile.make(unfinished)
    try database.execute(sql: "VACUUM \(schema) INTO ?", arguments: [unfinished])
  }
}
