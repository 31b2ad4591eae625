import Glibc
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct FileLockTests {
  private func holder(_ path: String, _ name: String = "pid 1") throws -> FileLock? {
    if case .taken(let lock) = try FileLock.acquire(path, saying: name) { lock } else { nil }
  }

  @Test func one_at_a_time_and_the_other_is_named() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    var lock = try holder(path, "pid 42, socket /s")
    #expect(lock != nil)
    guard case .heldBy(let other) = try FileLock.acquire(path, saying: "pid 43") else {
      Issue.record("taken twice")
      return
    }
    #expect(other == "pid 42, socket /s")
    #expect(TemporaryFolder.read(path) == "pid 42, socket /s\n")
    lock = nil
    #expect(try holder(path, "p") != nil)
    // A shorter name leaves nothing of the longer one.
    #expect(TemporaryFolder.read(path) == "p\n")
    _ = lock
  }

  @Test func a_link_is_not_followed_and_a_missing_folder_is_told() throws {
    let folder = try TemporaryFolder()
    #expect(symlink("/dev/null", folder.path + "/lock") == 0)
    #expect(throws: SystemError.self) { try FileLock.acquire(folder.path + "/lock", saying: "x") }
    #expect(throws: SystemError.self) { try FileLock.acquire(folder.path + "/nowhere/lock", saying: "x") }
  }

  @Test func what_a_holder_wrote_does_nothing_to_a_terminal() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    let lock = try holder(path, "pid 1\u{1b}[2J")
    guard case .heldBy(let other) = try FileLock.acquire(path, saying: "y") else {
      Issue.record("taken twice")
      return
    }
    #expect(other == "pid 1[2J")
    _ = lock
  }

  @Test func what_a_holder_wrote_is_bounded() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    let lock = try holder(path, String(repeating: "x", count: 10_000))
    guard case .heldBy(let other) = try FileLock.acquire(path, saying: "y") else {
      Issue.record("taken twice")
      return
    }
    #expect(other.utf8.count == 512)
    _ = lock
  }
}
