import Foundation
import GRDB
import Testing

@testable import MovieStore

@Suite struct LibraryRecoveryTests {
  private let folder: TemporaryFolder
  private let notices = Notices()

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/library.sqlite" }

  private func run(_ values: Int...) async throws {
    let library = Library(folder: folder.path)
    for value in values { _ = try await library.change([.pageSize(value)]) }
    await library.close()
  }

  /// What a new daemon finds there.
  private func settings() async throws -> [StoredSetting] {
    let library = Library(folder: folder.path, onNotice: notices.take)
    let settings: [StoredSetting]
    do {
      settings = try await library.settings()
    } catch {
      await library.close()
      throw error
    }
    await library.close()
    return settings
  }

  private func names(_ beginning: String) throws -> [String] {
    try folder.names.filter { $0.hasPrefix("library.sqlite." + beginning) }
  }

  enum Damage: CaseIterable {
    case garbage, truncated, zeroes, page, empty

    func apply(to bytes: inout Data) {
      switch self {
      case .garbage: bytes = Data((0..<5000).map { UInt8($0 % 251) })
      case .truncated: bytes = bytes.prefix(bytes.count / 2)
      case .zeroes: bytes.replaceSubrange(0..<4096, with: Data(count: 4096))
      case .page:
        bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0x5a, count: bytes.count - 4096))
      case .empty: bytes = Data()
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func damaged_library_is_set_aside_and_restored(_ damage: Damage) async throws {
    try await run(1, 2)
    var bytes = try folder.read("library.sqlite")
    damage.apply(to: &bytes)
    try folder.write(bytes, to: "library.sqlite")
    #expect(try await settings() == [.pageSize(2)])
    let aside = try names("damaged-")
    #expect(aside.count == 1)
    #expect(try folder.read(aside[0]) == bytes)
    #expect(aside[0].wholeMatch(of: /library\.sqlite\.damaged-\d{8}-\d{6}/) != nil)
    // What happened is said, and written down beside it.
    #expect(notices.all.map(\.code) == [.restored])
    let words = notices.all[0].message
    for name in [path, aside[0], "library.sqlite.backup,"] { #expect(words.contains(name), "\(words)") }
    let report = try #require(try names("restored-").first)
    #expect(try folder.read(report) == Data((words + "\n").utf8))
    #expect(report.dropFirst(24) == aside[0].dropFirst(23) + ".txt")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // Once, not at each start.
    #expect(try await settings() == [.pageSize(2)])
    #expect(notices.all.count == 1)
    #expect(try names("damaged-") == aside)
  }

  /// Also what was left where a restoration was cut off between its moves.
  @Test func library_that_is_gone_is_restored() async throws {
    try await run(1)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await settings() == [.pageSize(1)])
    #expect(notices.all.map(\.code) == [.restored])
    #expect(try names("damaged-") == [])
    #expect(try names("restored-").count == 1)
  }

  /// Played into the restored file it would damage that.
  @Test func log_is_set_aside_too() async throws {
    try await run(1)
    let library = Library(folder: folder.path)
    _ = try await library.change([.pageSize(2)])
    let log = try folder.read("library.sqlite-wal")
    await library.close()
    try FileManager.default.removeItem(atPath: path)
    try folder.write(log, to: "library.sqlite-wal")
    try folder.write(try folder.read("library.sqlite.backup-older"), to: "library.sqlite.backup")
    #expect(try await settings() == [.pageSize(1)])
    let aside = try names("damaged-")
    #expect(aside.count == 1 && aside[0].hasSuffix("-wal"))
    #expect(try folder.read(aside[0]) == log)
  }

  @Test func log_without_its_library_is_not_deleted() async throws {
    try await run(1)
    let library = Library(folder: folder.path)
    _ = try await library.change([.pageSize(2)])
    let log = try folder.read("library.sqlite-wal")
    await library.close()
    for name in try folder.names { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    for content in [nil, Data()] {
      try folder.write(log, to: "library.sqlite-wal")
      if let content { try folder.write(content, to: "library.sqlite") }
      let error = await #expect(throws: LibraryError.self) { try await settings() }
      #expect(error?.code == .damaged && error?.reason.contains("library.sqlite-wal") == true)
      #expect(try folder.read("library.sqlite-wal") == log)
    }
  }

  @Test func copy_that_is_damaged_too_is_passed_over() async throws {
    try await run(1)
    try await run(2)
    for name in ["library.sqlite", "library.sqlite.backup"] {
      try folder.write(Data("nothing of the kind".utf8), to: name)
    }
    folder.setAge(of: "library.sqlite.backup-older", seconds: 100)
    #expect(try await settings() == [.pageSize(1)])
    #expect(notices.all[0].message.contains("library.sqlite.backup-older,"))
    // A copy is not deleted for it.
    #expect(try folder.read("library.sqlite.backup") != Data())
  }

  @Test func copy_of_an_earlier_version_is_brought_up_to_date() async throws {
    try EarlierLibrary.v1.make(in: folder)
    let earlier = try folder.read("library.sqlite")
    try folder.write(earlier, to: "library.sqlite.before-v2")
    try folder.write(Data("nothing of the kind".utf8), to: "library.sqlite")
    #expect(Set(try await settings()) == EarlierLibrary.settings)
    #expect(notices.all.map(\.code) == [.restored, .copied])
  }

  @Test(arguments: ["", "foreign", "newer", "damaged"])
  func without_a_good_copy_all_stays_as_it_is(_ kind: String) async throws {
    try await run(1)
    let copy = path + ".backup"
    if kind.isEmpty { try FileManager.default.removeItem(atPath: copy) }
    if kind == "damaged" { try folder.write(Data("not this one".utf8), to: "library.sqlite.backup") }
    if kind == "foreign" || kind == "newer" {
      let queue = try DatabaseQueue(path: copy)
      try await queue.write { database in
        try database.execute(
          sql: kind == "newer"
            ? "INSERT INTO grdb_migrations VALUES ('v999')" : "PRAGMA application_id = 7")
      }
      try queue.close()
    }
    try folder.write(Data("damaged".utf8), to: "library.sqlite")
    let before = try folder.names
    for _ in 0..<2 {
      let error = await #expect(throws: LibraryError.self) { try await settings() }
      #expect(error?.code == .damaged)
      #expect(error?.reason.contains("no good copy") == true, "\(String(describing: error))")
    }
    #expect(try folder.names == before)
    #expect(try folder.read("library.sqlite") == Data("damaged".utf8))
    #expect(notices.all == [])
    // Gone it is not made anew either, while there is anything that this would hide.
    if !kind.isEmpty {
      try FileManager.default.removeItem(atPath: path)
      await #expect(throws: LibraryError.self) { try await settings() }
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test func restoring_that_fails_leaves_all_as_it_was() async throws {
    try await run(1)
    try folder.write(Data("damaged".utf8), to: "library.sqlite")
    try folder.makeFolder("library.sqlite.new/x")
    let before = try folder.names
    let library = Library(folder: folder.path)
    for _ in 0..<2 {
      let error = await #expect(throws: LibraryError.self) { try await library.settings() }
      #expect(error?.code == .file)
      #expect(error?.reason.contains("cannot be restored") == true, "\(String(describing: error))")
      #expect(try folder.names == before)
    }
    try FileManager.default.removeItem(atPath: folder.path + "/library.sqlite.new")
    #expect(try await library.settings() == [.pageSize(1)])
    await library.close()
  }

  @Test func restoring_has_an_end() async throws {
    try await run(1)
    for _ in 0..<8 {
      try folder.write(Data("damaged".utf8), to: "library.sqlite")
      #expect(try await settings() == [.pageSize(1)])
    }
    #expect(try names("damaged-").count == 8)
    try folder.write(Data("damaged".utf8), to: "library.sqlite")
    let error = await #expect(throws: LibraryError.self) { try await settings() }
    #expect(error?.code == .damaged && error?.reason.contains("8 times") == true)
    #expect(try names("damaged-").count == 8)
    for name in try names("restored-") {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    #expect(try await settings() == [.pageSize(1)])
  }

  // Found while it is in use.

  @Test func damage_that_is_found_later_ends_all_changes() async throws {
    try await run(1)
    let copy = try folder.read("library.sqlite.backup")
    let library = Library(folder: folder.path, onNotice: notices.take)
    _ = try await library.change([.pageSize(2)])
    let found = await #expect(throws: LibraryError.self) {
      try await library.write { (_: Database) -> Void in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    }
    #expect(found?.code == .damagedInUse)
    let error = await #expect(throws: LibraryError.self) { try await library.change([.pageSize(3)]) }
    #expect(error == found)
    // What can be read is.
    #expect(try await library.settings() == [.pageSize(2)])
    await library.backUpIfDue()
    await library.close()
    #expect(try folder.read("library.sqlite.backup") == copy)
  }

  @Test func file_that_was_moved_away_takes_no_changes() async throws {
    let library = Library(folder: folder.path)
    _ = try await library.change([.pageSize(1)])
    try FileManager.default.moveItem(atPath: path, toPath: path + "-elsewhere")
    for other in [nil, Data("other".utf8)] {
      if let other { try folder.write(other, to: "library.sqlite") }
      let error = await #expect(throws: LibraryError.self) { try await library.change([.pageSize(2)]) }
      #expect(error?.code == .replaced)
      await library.backUpIfDue()
      #expect(try names("backup") == [])
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + "-elsewhere", toPath: path)
    #expect(try await library.change([.pageSize(3)]) == [.pageSize(3)])
    await library.close()
  }
}
