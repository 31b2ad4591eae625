import EventLoop
import Logging
import MovieStore

/// The way to the library: read before anything else is asked of it, and said once in the log where it cannot
/// be used.
@LoopActor
final class LibraryAccess {
  /// Called with what is in it, before the first answer.
  var onLoad: (@LoopActor (LibraryState) -> Void)?
  private let library: Library
  private let logger: Logger
  private(set) var isLoaded = false
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
    do {
      if !isLoaded {
        let state = try await library.load()
        isLoaded = true
        onLoad?(state)
      }
      let answer = try await question(library)
      lastFault = nil
      return answer
    } catch {
      report(error)
      throw error
    }
  }

  /// The last call.
  func close() async { await library.close() }

  /// Once a fault, not once a change.
  private func report(_ fault: LibraryError) {
    guard fault != lastFault else { return }
    lastFault = fault
    logger.error("the library cannot be used, and stays as it is: \(fault)")
  }
}
