import GRDB
import Glibc
import Synchronization
import TitleIndex

/// `imports.sqlite`: what the user has imported, which is no cache: it cannot be fetched again. The catalogue's
/// index is made of it and of the built-in titles.
///
/// The file is never changed in place: an import copies it, adds to the copy and renames it.
struct ImportStore: Sendable {
  static let name = "imports.sqlite"
  /// In `PRAGMA user_version`.
  private static let format = 1

  struct Stamp: Equatable, Sendable {
    /// Another one after each import; empty if there is none.
    var version = ""
    /// The day of TMDB's export that was imported last.
    var exportDay: String?
    /// How many imports have succeeded.
    var count = 0
    /// The user has accepted the terms of IMDb's files.
    var acceptsLicense = false
    /// There is a file that cannot be read.
    var isLost = false

    var exists: Bool { !version.isEmpty }
  }

  let path: String
  private let folder: String

  init(_ folder: String) { (self.folder, path) = (folder, "\(folder)/\(Self.name)") }

  /// - Throws: there is a file that cannot be read.
  func stamp() throws -> Stamp {
    guard DurableFile.exists(path) != false else { return Stamp() }
    return try reading { try Stamp($0) }
  }

  func reading<Result>(
    _ progress: CatalogueProgress = CatalogueProgress(), _ work: (Database) throws -> Result
  ) throws -> Result {
    let queue = try open()
    defer { try? queue.close() }
    do {
      return try queue.inDatabase { database in
        try database.cancelling(with: progress) { try work(database) }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    }
  }

  /// To be closed by the caller.
  func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).permanent()
  }

  /// Takes the files of `job` into the store.
  ///
  /// - Returns: the index of everything.
  /// - Throws: `CatalogueImport.Failure`, `CancellationError`, `DatabaseError`, `CatalogueError`: the store is as
  ///   it was.
  func add(
    _ job: CatalogueImport, to source: CatalogueSource?, _ counts: inout CatalogueImport.Counts,
    _ notices: inout [CatalogueNotice]
  ) throws -> (sections: IndexSections, stamp: Stamp) {
    let new = "\(path).new-\(getpid())"
    DurableFile.remove(new)
    defer { DurableFile.remove(new) }
    let before = try copy(to: new, job.progress)
    let queue = try DatabaseQueue(path: new).permanent()
    defer { try? queue.close() }
    do {
      let made = try queue.inDatabase { database in
        try database.cancelling(with: job.progress) {
          try fill(database, job, source, before, &counts)
        }
      }
      try queue.close()
      if before == nil, DurableFile.exists(path) != false {
        notices.append(.importsLost(path))
        // For who can repair it.
        try DurableFile.rename(path, to: path + ".damaged")
      }
      try DurableFile.replace(path, by: new, in: folder)
      return made
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    }
  }

  /// - Returns: nil: there is none, or it is damaged.
  private func copy(to new: String, _ progress: CatalogueProgress) throws -> Stamp? {
    guard DurableFile.exists(path) != false else { return nil }
    do {
      return try reading(progress) { database in
        let stamp = try Stamp(database)
        // It also reads all of it: https://sqlite.org/lang_vacuum.html#vacuuminto
        try database.execute(sql: "VACUUM INTO ?", arguments: [new])
        return stamp
      }
    } catch  where isDamaged(by: error) {
      DurableFile.remove(new)
      return nil
    }
  }

  /// Whether the file is at fault, and not a full disk or a want of memory.
  func isDamaged(by error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
      case .SQLITE_CANTOPEN, .SQLITE_IOERR: !DurableFile.isReadable(path)
      default: false
      }
    case let error as CatalogueError: error.code == .database
    case is RowDecodingError: true
    default: false
    }
  }

  private func fill(
    _ database: Database, _ job: CatalogueImport, _ source: CatalogueSource?, _ before: Stamp?,
    _ counts: inout CatalogueImport.Counts
  ) throws -> (sections: IndexSections, stamp: Stamp) {
    // No one opens the file before it is complete, so a failure loses nothing; it is synced once, at the end.
    // https://sqlite.org/pragma.html#pragma_journal_mode
    try database.execute(
      sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192")
    var made: (sections: IndexSections, stamp: Stamp)?
    try database.inTransaction {
      if before == nil { try Self.createTables(database) }
      try ImportedTable.begin(database)
      var stamp = before ?? Stamp()
      let accepts = stamp.acceptsLicense || job.acceptsLicense
      try ImportReader(job: job, source: source, acceptsLicense: accepts).read(database, into: &counts)
      // With other files no one was shown the terms.
      stamp.acceptsLicense = try accepts && !IMDbTable.isEmpty(database)
      stamp.exportDay = job.exportDay ?? stamp.exportDay
      stamp.count &+= 1
      stamp.version = String(UInt64.random(in: 1 ... .max), radix: 16)
      let (sections, added) = try CatalogueTable.sections(source, database, job.progress)
      try ImportedTable.count(database, added: added, into: &counts)
      try stamp.write(database)
      made = (sections, stamp)
      return .commit
    }
    guard let made else { throw CatalogueError(.database, "the import was not committed") }
    return made
  }

  private static func createTables(_ database: Database) throws {
    try database.execute(sql: "PRAGMA user_version = \(format)")
    try database.execute(sql: "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    for sql in [ImportedTable.sql] + IMDbTable.tables { try database.execute(sql: sql) }
  }

  static func words(of error: any Error) -> String { (error as? DatabaseError)?.words ?? "\(error)" }

  static func expectFormat(_ database: Database) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
    guard version == format else {
      throw version ?? 0 > format
        ? CatalogueError(.stamp, "a newer version of movierpc has made it")
        : CatalogueError(.database, "it is no store of imports")
    }
  }
}

extension ImportStore.Stamp {
  init(_ database: Database) throws {
    try ImportStore.expectFormat(database)
    self.init()
    for row in try Row.fetchAll(database, sql: "SELECT name, value FROM meta") {
      let value: String = try row.decode(forColumn: "value")
      switch try row.decode(String.self, forColumn: "name") {
      case "version": version = value
      case "export_day": exportDay = value
      case "imports": count = Int(value) ?? 0
      case "imdb_license": acceptsLicense = true
      default: break
      }
    }
    guard exists else { throw CatalogueError(.database, "its content does not match its metadata") }
  }

  func write(_ database: Database) throws {
    var values = ["version": version, "imports": String(count)]
    values["export_day"] = exportDay
    if acceptsLicense { values["imdb_license"] = "accepted" }
    try database.execute(sql: "DELETE FROM meta")
    for (name, value) in values {
      try database.execute(sql: "INSERT INTO meta (name, value) VALUES (?, ?)", arguments: [name, value])
    }
  }
}

extension CatalogueNotice {
  static func importsLost(_ path: String) -> CatalogueNotice {
    CatalogueNotice(
      .importsLost, "\(path) cannot be read, and with it what you had imported; import it again")
  }
}
