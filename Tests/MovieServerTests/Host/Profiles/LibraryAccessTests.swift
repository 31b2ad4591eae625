import EventLoop
import Logging
import MovieStore
import Testing

@testable import MovieServer

@LoopActor @Suite(.timeLimit(.minutes(20))) struct LibraryAccessTests {
  /// Longer than the test has.
  @Test func end_of_the_daemon_ends_the_wait_for_another_program() async {
    let access = LibraryAccess(Library(folder: nil), Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    access.patience = .seconds(3600)
    var tries = 0
    let task = LoopTask.start { () -> LibraryError.Code? in
      do throws(LibraryError) {
        try await access.perform { _ throws(LibraryError) -> Void in
          tries += 1
          throw LibraryError(.busy, "library.sqlite", "another program writes to it")
        }
        return nil
      } catch {
        return error.code
      }
    }
    while tries < 2 { await EndOfTurnWaiter.wait() }
    access.stopWaiting()
    #expect(await task.value == .busy)
    await access.close()
  }

  /// It hangs until the test says otherwise.
  @LoopActor private final class Disk {
    var (isReleased, isLate, isMade, isWaitedFor) = (false, false, false, false)
  }

  @Test func change_that_is_late_is_made_all_the_same_and_others_are_refused_until_then() async throws {
    let access = LibraryAccess(Library(folder: nil), Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let disk = Disk()
    access.waitLong()
    access.changeLimit = .milliseconds(1)
    let change = LoopTask.start {
      try? await access.change {
        while !disk.isReleased { try await EventLoop.sleep(for: .milliseconds(1)) }
        disk.isMade = true
      } onDelay: {
        disk.isLate = true
      }
    }
    while !disk.isLate { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(!access.isChanging)
    await #expect(throws: LibraryError.self) { try await access.change { Issue.record("it was begun") } }
    // The library is read meanwhile.
    #expect(try await access.read { _ throws(LibraryError) in 7 } == 7)
    disk.isReleased = true
    await change.value
    #expect(disk.isMade && access.isChanging)
    access.changeLimit = .seconds(240)
    #expect(try await access.change { 7 } == 7)
    await access.close()
  }

  @Test func those_that_wait_behind_a_late_change_are_told_and_go_on() async throws {
    let access = LibraryAccess(Library(folder: nil), Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let (disk, mutex) = (Disk(), AsyncMutex())
    access.changeLimit = .milliseconds(1)
    // Nobody waits for this one.
    let background = LoopTask.start {
      try? await mutex.withLock {
        // Not late before the other one has begun to wait.
        while !disk.isWaitedFor { try await EventLoop.sleep(for: .milliseconds(1)) }
        try await access.change {
          while !disk.isReleased { try await EventLoop.sleep(for: .milliseconds(1)) }
        }
      }
    }
    let long = LoopTask.start { () -> Int? in
      try? await access.longChange {
        disk.isWaitedFor = true
        return try await mutex.withLock { try await access.change { 7 } }
      } onDelay: {
        disk.isLate = true
      }
    }
    while !disk.isLate { try await EventLoop.sleep(for: .milliseconds(1)) }
    await #expect(throws: LibraryError.self) {
      try await access.longChange {
        Issue.record("it was begun")
      } onDelay: {
      }
    }
    access.changeLimit = .seconds(240)
    disk.isReleased = true
    await background.value
    #expect(await long.value == 7)
    await access.close()
  }
}
