import Foundation
import GRDB
import Testing

@testable import MovieStore

@Suite struct LibraryTests {
  private func row(_ name: String, _ value: String?, profile: String = "default") -> StoredSetting {
    StoredSetting(profile: profile, name: name, value: value)
  }

  private func pragma(_ name: String, _ library: Library) async throws -> String? {
    try await library.write { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }

  @Test func what_was_changed_is_there_the_next_time() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    #expect(try await first.settings() == [])
    let stored = try await first.change([row("a", "1"), row("b", "\"x\"", profile: ""), row("c", "2")])
    #expect(Set(stored) == [row("a", "1"), row("b", "\"x\"", profile: ""), row("c", "2")])
    #expect(Set(try await first.change([row("a", nil), row("c", "3")])).count == 2)
    await first.close()
    let second = Library(folder: folder.path)
    #expect(Set(try await second.settings()) == [row("b", "\"x\"", profile: ""), row("c", "3")])
    await second.close()
    // Closed properly, so that nothing but the one file is needed.
    #expect(!(try folder.names).contains { $0.contains("-wal") || $0.contains("-shm") })
  }

  @Test func file_is_private_durable_and_says_whose_it_is() async throws {
    let folder = try TemporaryFolder()
    let library = Library(folder: folder.path)
    _ = try await library.change([row("a", "1")])
    for name in try folder.names {
      var status = stat()
      #expect(stat("\(folder.path)/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
    }
    #expect(try await pragma("journal_mode", library) == "wal")
    #expect(try await pragma("synchronous", library) == "2")
    #expect(try await pragma("foreign_keys", library) == "1")
    #expect(try await pragma("application_id", library) == "\(0x6d6f_766c)")
    let isStrict = try await library.write {
      try Bool.fetchOne($0, sql: "SELECT strict FROM pragma_table_list WHERE name = 'setting'")
    }
    #expect(isStrict == true)
    await library.close()
  }

  @Test func nothing_is_written_where_all_is_as_it_should_be() async throws {
    let library = Library(folder: nil)
    func changes() async throws -> Int {
      try await library.write { $0.totalChangesCount }
    }
    _ = try await library.change([row("a", "1")])
    let before = try await changes()
    #expect(try await library.change([row("a", "1"), row("b", nil)]) == [row("a", "1")])
    #expect(try await changes() == before)
    _ = try await library.change([row("a", "2")])
    #expect(try await changes() == before + 1)
  }

  @Test func change_is_made_whole_or_not_at_all() async throws {
    let library = Library(folder: nil)
    _ = try await library.change([row("a", "1")])
    try await library.write {
      try $0.execute(
        sql: """
          CREATE TEMP TRIGGER refuse BEFORE INSERT ON setting WHEN NEW.name = 'bad'
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }
    let error = await #expect(throws: LibraryError.self) {
      try await library.change([row("a", "2"), row("bad", "\"secret\"")])
    }
    #expect(error?.reason.contains("refused") == true)
    // Not the statement and not what was to be stored.
    #expect(error?.description.contains("secret") == false && error?.description.contains("INSERT") == false)
    #expect(try await library.settings() == [row("a", "1")])
  }

  @Test func disk_that_is_full_changes_nothing_until_there_is_room() async throws {
    let folder = try TemporaryFolder()
    let library = Library(folder: folder.path)
    _ = try await library.change([row("a", "1")])
    let pages = try #require(Int(try await pragma("page_count", library) ?? ""))
    _ = try await pragma("max_page_count = \(pages)", library)
    let large = row("b", "\"" + String(repeating: "x", count: 20_000) + "\"")
    let error = await #expect(throws: LibraryError.self) { try await library.change([row("a", "2"), large]) }
    #expect(error?.code == .full)
    #expect(try await library.settings() == [row("a", "1")])
    _ = try await pragma("max_page_count = 1000", library)
    #expect(try await library.change([large]).count == 2)
    await library.close()
  }

  @Test func file_that_could_not_be_opened_is_tried_again() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(), to: "later")
    let library = Library(folder: folder.path + "/later")
    let error = await #expect(throws: LibraryError.self) { try await library.settings() }
    #expect(error?.code == .file)
    // It makes a folder that is missing.
    try FileManager.default.removeItem(atPath: folder.path + "/later")
    #expect(try await library.change([row("a", "1")]) == [row("a", "1")])
    await library.close()
    let after = await #expect(throws: LibraryError.self) { try await library.settings() }
    #expect(after?.reason.contains("closed") == true)
  }

  @Test func failing_again_and_again_leaves_nothing_behind() async throws {
    let folder = try TemporaryFolder()
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: folder.path + "/library.sqlite"))
    let library = Library(folder: folder.path)
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
        return target?.hasPrefix(folder.path) == true
      }
    }
    for _ in 0..<100 {
      await #expect(throws: LibraryError.self) { try await library.change([row("a", "1")]) }
    }
    #expect(try descriptors() == 0)
    // Somebody has put it right.
    try FileManager.default.removeItem(atPath: folder.path + "/library.sqlite")
    #expect(try await library.change([row("a", "1")]) == [row("a", "1")])
    await library.close()
    #expect(try descriptors() == 0)
  }

  @Test func calls_are_answered_in_their_order() async throws {
    let library = Library(folder: nil)
    let tasks = (0..<200).map { number in
      // All from one actor, which is what the order is about.
      Caller.shared.call { try await library.change([row("a", "\(number)")]) }
    }
    for (number, task) in tasks.enumerated() { #expect(try await task.value == [row("a", "\(number)")]) }
  }

  // What must be left as it is.

  @Test func garbage_is_left_as_it_is() async throws {
    try await expectUntouched(.damaged) { path in
      try Data((0..<5000).map { UInt8($0 % 251) }).write(to: URL(fileURLWithPath: path))
    }
  }

  @Test func damaged_library_without_a_copy_is_left_as_it_is() async throws {
    try await expectUntouched(.damaged) { path in
      let library = Library(folder: String(path.dropLast("/library.sqlite".count)))
      _ = try await library.change(
        (0..<200).map { row("name\($0)", "\"\(String(repeating: "v", count: 50))\"") })
      await library.close()
      try FileManager.default.removeItem(atPath: path + ".backup")
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // The pages after the first, which says that it is ours.
      bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0x5a, count: bytes.count - 4096))
      try bytes.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test func database_of_another_program_is_left_as_it_is() async throws {
    for id in [0, 7] {
      try await expectUntouched(.foreign) { path in
        let queue = try DatabaseQueue(path: path)
        try await queue.write {
          try $0.execute(sql: "PRAGMA application_id = \(id); CREATE TABLE setting (a)")
        }
        try queue.close()
      }
    }
  }

  @Test func library_of_a_newer_version_is_left_as_it_is() async throws {
    try await expectUntouched(.newer) { path in
      let library = Library(folder: String(path.dropLast("/library.sqlite".count)))
      _ = try await library.change([row("a", "1")])
      try await library.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v999')")
      }
      await library.close()
    }
  }

  @Test func folder_of_that_name_is_left_as_it_is() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/library.sqlite/x", withIntermediateDirectories: true)
    let library = Library(folder: folder.path)
    let error = await #expect(throws: LibraryError.self) { try await library.change([row("a", "1")]) }
    #expect(error?.description == "\(folder.path)/library.sqlite: not a regular file")
    #expect(try folder.names == ["library.sqlite"])
  }

  @Test func empty_file_becomes_the_library() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/library.sqlite"))
    let library = Library(folder: folder.path)
    #expect(try await library.change([row("a", "1")]) == [row("a", "1")])
    await library.close()
  }

  private func expectUntouched(_ code: LibraryError.Code, _ make: (String) async throws -> Void) async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/library.sqlite"
    try await make(path)
    chmod(path, 0o640)
    let (before, names) = (try Data(contentsOf: URL(fileURLWithPath: path)), try folder.names)
    let library = Library(folder: folder.path)
    for _ in 0..<2 {
      let read = await #expect(throws: LibraryError.self) { try await library.settings() }
      #expect(read?.code == code, "\(String(describing: read))")
      let change = await #expect(throws: LibraryError.self) { try await library.change([row("a", "1")]) }
      #expect(change == read)
      #expect(change?.description.hasPrefix(path + ": ") == true)
    }
    await library.close()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names == names)
  }
}

/// Starts tasks that leave one actor one after the other, as the daemon's do.
@globalActor private actor Caller {
  static let shared = Caller()

  nonisolated func call<T: Sendable>(
    _ body: @escaping @Caller () async throws -> T
  ) -> Task<T, any Error> {
    Task { @Caller in try await body() }
  }
}
