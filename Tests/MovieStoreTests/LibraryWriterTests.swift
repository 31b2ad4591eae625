import Foundation
import GRDB
import Testing

@testable import MovieStore

@Suite struct LibraryWriterTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = Library(folder: folder.path)
  }

  private func put(_ name: String) -> StoredSetting {
    StoredSetting(profile: "default", name: name, value: "1")
  }

  /// Makes changes that all wait while the thread does something else.
  private func together<Answer: Sendable>(
    _ changes: [@Sendable () async -> Answer]
  ) async throws -> [Answer] {
    _ = try await library.settings()
    let (atOnce, opening) = (AtOnce(), DispatchSemaphore(value: 0))
    let first = Task(executorPreference: atOnce) { [library] in
      try await library.write { _ in
        opening.wait()
        // It stays open: beside a change that fails, this one may be made twice.
        opening.signal()
      }
    }
    let tasks = changes.map { change in Task(executorPreference: atOnce) { await change() } }
    opening.signal()
    try await first.value
    var answers: [Answer] = []
    for task in tasks { answers.append(await task.value) }
    return answers
  }

  @Test func library_is_read_while_a_change_is_made() async throws {
    _ = try await library.change([put("a")])
    let opening = DispatchSemaphore(value: 0)
    let change = Task { [library] in
      try await library.write { database in
        try SettingTable(database).make(StoredSetting(profile: "default", name: "a", value: "2"))
        opening.wait()
      }
    }
    #expect(try await library.settings() == [put("a")])
    opening.signal()
    try await change.value
    #expect(try await library.settings().map(\.value) == ["2"])
    await library.close()
  }

  @Test func changes_that_wait_are_one_transaction() async throws {
    _ = try await library.change([put("z")])
    let other = try DatabaseQueue(path: folder.path + "/library.sqlite")
    let seen = try await together(
      (0..<20).map { number in
        { [library] in
          try? await library.write { database in
            try SettingTable(database).make(put("\(number)"))
            // Nothing is committed before all of them are made.
            return try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM setting") ?? -1 }
          }
        }
      })
    // However many of them were there in time for the first: those that share a commit see the same, which is what the
    // commits before them have left.
    let counts = seen.compactMap(\.self)
    #expect(counts.count == 20 && counts.allSatisfy { count in count == 1 + counts.count { $0 < count } })
    #expect(Set(counts).count < 20)
    #expect(try await library.settings().count == 21)
    try other.close()
    await library.close()
  }

  /// ROLLBACK ends the transaction of all, as SQLite itself does when a disk is full.
  @Test(arguments: ["ABORT", "ROLLBACK"]) func change_that_fails_takes_no_other_with_it(_ how: String)
    async throws
  {
    try await library.write { database in
      try database.execute(
        sql: """
          CREATE TEMP TRIGGER refuse BEFORE INSERT ON setting WHEN NEW.name = 'bad'
          BEGIN SELECT RAISE(\(how), 'refused'); END
          """)
    }
    let names = ["a", "b", "bad", "c", "bad", "d"]
    let errors = try await together(
      names.map { name in
        { [library] in
          do throws(LibraryError) {
            // Half of a change is none.
            _ = try await library.change([put("half-\(name)"), put(name)])
            return nil as LibraryError?
          } catch {
            return error
          }
        }
      })
    #expect(errors.map { $0?.code } == [nil, nil, .database, nil, .database, nil])
    let there = Set(try await library.settings().map(\.name))
    #expect(there == Set(names.filter { $0 != "bad" }.flatMap { [$0, "half-\($0)"] }))
    await library.close()
  }

  @Test func changes_are_answered_in_their_order() async throws {
    let log = Answers()
    _ = try await together(
      (0..<600).map { number in
        { [library] in
          _ = try? await library.write { _ in number }
          log.add(number)
        }
      })
    #expect(log.all == Array(0..<600))
    await library.close()
  }

  private final class Answers: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []
    func add(_ number: Int) { lock.withLock { numbers.append(number) } }
    var all: [Int] { lock.withLock { numbers } }
  }

  @Test func what_waits_is_made_before_the_library_is_closed() async throws {
    // `change` reads first, and could come after the end.
    let setting = put("a")
    let closed = try await together([
      { @Sendable [library] in
        try? await library.write { database in
          try SettingTable(database).make(setting)
          return 1
        }
      },
      { @Sendable [library] in
        await library.close()
        return (try? await library.settings())?.count
      },
    ])
    #expect(closed == [1, nil])
    let again = Library(folder: folder.path)
    #expect(try await again.settings() == [put("a")])
    await again.close()
  }
}
