import EventLoop
import Logging
import MovieStore

/// Access to the library: loads it before the first use, and logs once if it cannot be used.
///
/// Waits here, on the loop, while another program writes to it: on the library's thread, the other changes
/// would wait behind one that waits.
@LoopActor
final class LibraryAccess {
  /// How long to wait for another program, and the pause between tries.
  var patience: Duration = .seconds(2)
  private static let pause: Duration = .milliseconds(20)

  /// Called with its contents, before the first answer.
  var onLoad: (@LoopActor (LibraryState) -> Void)?
  private let library: Library
  private let logger: Logger
  private(set) var isLoaded = false
  private var isPatient = true
  private var lastFault: LibraryError?

  init(_ library: Library, _ logger: Logger) {
    (self.library, self.logger) = (library, logger)
  }

  /// Each call tries again until it works: a full disk may have room by then.
  func load() async throws(LibraryError) {
    try await perform { _ throws(LibraryError) in }
  }

  func perform<Answer: Sendable>(
    _ question: @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(LibraryError) -> Answer {
    let begun = EventLoop.now
    while true {
      do {
        let answer = try await attempt(question)
        lastFault = nil
        return answer
      } catch {
        guard error.code == .busy, isPatient, EventLoop.now - begun < patience, await hasPaused() else {
          report(error)
          throw error
        }
      }
    }
  }

  /// The daemon ends: calls no longer wait for another program.
  func stopWaiting() { isPatient = false }

  /// The last call.
  func close() async { await library.close() }

  private func attempt<Answer: Sendable>(
    _ question: @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(LibraryError) -> Answer {
    if !isLoaded {
      let state = try await library.load()
      // Another call may have loaded it at the same time.
      if !isLoaded {
        isLoaded = true
        onLoad?(state)
      }
    }
    return try await question(library)
  }

  /// Returns false if the task was cancelled.
  private func hasPaused() async -> Bool {
    do {
      try await EventLoop.sleep(for: Self.pause)
      return true
    } catch {
      return false
    }
  }

  /// Logs a fault once, not at each change.
  private func report(_ fault: LibraryError) {
    guard fault != lastFault, fault.code != .closed else { return }
    lastFault = fault
    logger.error("the library cannot be used; it is unchanged: \(fault)")
  }
}
