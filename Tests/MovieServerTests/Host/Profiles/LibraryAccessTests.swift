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
}
