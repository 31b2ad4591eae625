import EventLoop
import Logging
import MovieStore

/// The way to the library: read before anything else is asked of it, and said once in the log where it cannot
/// be used.
///
/// Another program that writes to it is waited for here, on the loop: on the library's thread what only reads
/// would have to wait behind a change that waits.
@LoopActor
final class LibraryAccess {
  /// How long another program is waited for, and until the next try. Milliseconds.
  private static let patience: UInt64 = 2000
  private static let pause: UInt64 = 20

  /// Called with what is in it, before the first answer.
  var onLoad: (@LoopActor (LibraryState) -> Void)?
  private let library: Library
  private let logger: Logger
  private(set) var isLoaded = false
  private var isPatient = true
  private var lastFault: LibraryError?

  init(_ library: Library, _ logger: Logger) {
    (self.library, self.logger) = (library, logger)
  }

  /// Tried again by each call, until it works: a full disk may have room by then.
  func load() async throws(LibraryError) {
    try await ask { _ throws(LibraryError) in }
  }

  func ask<Answer: Sendable>(
    _ question: @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(LibraryError) -> Answer {
    let begun = EventLoop.now
    while true {
      do {
        let answer = try await attempt(question)
        lastFault = nil
        return answer
      } catch {
        guard error.code == .busy, isPatient, EventLoop.now &- begun < Self.patience, await hasPaused() else {
          report(error)
          throw error
        }
      }
    }
  }

  /// The daemon ends: what waits for another program now has waited long enough.
  func stopWaiting() { isPatient = false }

  /// The last call.
  func close() async { await library.close() }

  private func attempt<Answer: Sendable>(
    _ question: @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(LibraryError) -> Answer {
    if !isLoaded {
      let state = try await library.load()
      // Another call may have been as early.
      if !isLoaded {
        isLoaded = true
        onLoad?(state)
      }
    }
    return try await question(library)
  }

  /// False where the task was cancelled.
  private func hasPaused() async -> Bool {
    do {
      try await EventLoop.sleep(milliseconds: Self.pause)
      return true
    } catch {
      return false
    }
  }

  /// Once a fault, not once a change.
  private func report(_ fault: LibraryError) {
    guard fault != lastFault else { return }
    lastFault = fault
    logger.error("the library cannot be used, and stays as it is: \(fault)")
  }
}
