import Foundation
import GRDB
import Testing

@testable import MovieStore

@Suite struct LibraryBackupsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One run of a daemon that makes these changes.
  private func run(_ values: Int..., notices: Notices = Notices()) async throws {
    let library = Library(folder: folder.path, onNotice: notices.take)
    for value in values { _ = try await library.change([.pageSize(value)]) }
    if values.isEmpty { _ = try await library.settings() }
    await library.close()
  }

  private func value(_ name: String) throws -> String? {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: "\(folder.path)/\(name)", configuration: configuration).read {
      try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = 'page_size'")
    }
  }

  @Test func copy_has_what_was_changed_when_the_daemon_ended() async throws {
    let notices = Notices()
    try await run(1, 2, notices: notices)
    #expect(try folder.names == ["library.sqlite", "library.sqlite.backup"])
    #expect(try value("library.sqlite.backup") == "2")
    var status = stat()
    #expect(stat(folder.path + "/library.sqlite.backup", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(notices.all == [])
  }

  @Test func nothing_is_copied_where_nothing_was_changed() async throws {
    try await run(1)
    let before = folder.changedAt("library.sqlite.backup")
    try await run()
    try await run(1)
    #expect(folder.changedAt("library.sqlite.backup") == before)
    try await run(2)
    #expect(try value("library.sqlite.backup") == "2")
  }

  @Test func changes_of_a_daemon_that_was_killed_are_copied_by_the_next() async throws {
    try await run(1)
    let library = Library(folder: folder.path)
    _ = try await library.change([.pageSize(2)])
    let killed = try TemporaryFolder()
    for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite.backup"] {
      try killed.write(try folder.read(name), to: name)
    }
    killed.setAge(of: "library.sqlite.backup", seconds: 5)
    await library.close()
    let next = Library(folder: killed.path)
    _ = try await next.settings()
    await next.close()
    let queue = try DatabaseQueue(path: killed.path + "/library.sqlite.backup")
    #expect(try await queue.read { try String.fetchOne($0, sql: "SELECT value FROM setting") } == "2")
  }

  /// TMDB's texts may be stored for six months. The newest copy is never too old: it was just made.
  @Test func copies_of_half_a_year_ago_go_when_a_newer_is_there() async throws {
    try await run(1)
    try await run(2)
    for name in ["backup-older", "before-v2", "before-v3"] {
      try folder.write(try folder.read("library.sqlite.backup"), to: "library.sqlite.\(name)")
      folder.setAge(of: "library.sqlite.\(name)", seconds: name == "before-v3" ? 182 * 86_400 : 184 * 86_400)
    }
    try await run()
    #expect(try folder.names.count == 5)
    try await run(3)
    #expect(
      try folder.names == [
        "library.sqlite", "library.sqlite.backup", "library.sqlite.backup-older", "library.sqlite.before-v3",
      ])
    #expect(try value("library.sqlite.backup-older") == "2")
  }

  /// However often it is asked, and however often the daemon ends.
  @Test func older_copy_is_a_day_behind() async throws {
    try await run(1)
    try await run(2)
    #expect(try value("library.sqlite.backup-older") == "1")
    try await run(3)
    #expect(try value("library.sqlite.backup") == "3")
    #expect(try value("library.sqlite.backup-older") == "1")
    folder.setAge(of: "library.sqlite.backup-older", seconds: 90_000)
    try await run(4)
    #expect(try value("library.sqlite.backup-older") == "3")
    #expect(try folder.names.count == 3)
  }

  @Test func running_daemon_copies_once_a_day() async throws {
    let library = Library(folder: folder.path)
    // Before anything is open: nothing to copy.
    await library.backUpIfDue()
    #expect(try folder.names == [])
    _ = try await library.change([.pageSize(1)])
    await library.backUpIfDue()
    #expect(try value("library.sqlite.backup") == "1")
    _ = try await library.change([.pageSize(2)])
    await library.backUpIfDue()
    #expect(try value("library.sqlite.backup") == "1")
    folder.setAge(of: "library.sqlite.backup", seconds: 90_000)
    await library.backUpIfDue()
    #expect(try value("library.sqlite.backup") == "2")
    #expect(try value("library.sqlite.backup-older") == "1")
    // Nothing new.
    folder.setAge(of: "library.sqlite.backup", seconds: 90_000)
    let before = folder.changedAt("library.sqlite.backup")
    await library.backUpIfDue()
    #expect(folder.changedAt("library.sqlite.backup") == before)
    await library.close()
    await library.backUpIfDue()
    #expect(folder.changedAt("library.sqlite.backup") == before)
  }

  @Test func copy_from_the_future_does_not_keep_the_next_from_being_made() async throws {
    try await run(1)
    folder.setAge(of: "library.sqlite.backup", seconds: -90_000)
    let library = Library(folder: folder.path)
    _ = try await library.change([.pageSize(2)])
    await library.backUpIfDue()
    #expect(try value("library.sqlite.backup") == "2")
    await library.close()
  }

  @Test func copy_that_cannot_be_made_is_told_once_and_harms_nothing() async throws {
    try await run(1)
    try folder.makeFolder("library.sqlite.new/x")
    let notices = Notices()
    let library = Library(folder: folder.path, onNotice: notices.take)
    folder.setAge(of: "library.sqlite.backup", seconds: 90_000)
    for number in 2...4 {
      #expect(try await library.change([.pageSize(number)]).count == 1)
      await library.backUpIfDue()
    }
    #expect(notices.all.map(\.code) == [.notCopied])
    #expect(notices.all.first?.message.contains("library.sqlite.new") == true)
    #expect(try value("library.sqlite.backup") == "1")
    try FileManager.default.removeItem(atPath: folder.path + "/library.sqlite.new")
    await library.close()
    #expect(try value("library.sqlite.backup") == "4")
  }

  /// A journal that lay beside it would be played into the next copy.
  @Test func leftovers_of_a_daemon_that_was_killed_do_no_harm() async throws {
    try await run(1)
    try folder.write(Data(repeating: 7, count: 5000), to: "library.sqlite.new")
    try folder.write(try journal(), to: "library.sqlite.new-journal")
    try await run(2)
    #expect(try value("library.sqlite.backup") == "2")
    #expect(try folder.names == ["library.sqlite", "library.sqlite.backup", "library.sqlite.backup-older"])
  }

  /// One that a transaction was cut off with.
  private func journal() throws -> Data {
    let place = try TemporaryFolder()
    let queue = try DatabaseQueue(path: place.path + "/a")
    return try queue.inDatabase { database in
      // So little memory that changes go to the disk before their end, with a journal that is whole.
      try database.execute(
        sql: "PRAGMA cache_size = 1; CREATE TABLE t (a); INSERT INTO t VALUES (randomblob(90000))")
      try database.execute(sql: "BEGIN; UPDATE t SET a = randomblob(90000)")
      let bytes = try? place.read("a-journal")
      try database.execute(sql: "ROLLBACK")
      let journal = try #require(bytes)
      #expect(journal.starts(with: [0xd9, 0xd5, 0x05, 0xf9]))
      return journal
    }
  }
}
