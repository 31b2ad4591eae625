import EventLoop
import Logging
import MovieStore

/// Access to the library: loads it before the first use, and logs once if it cannot be used.
///
/// Waits here, on the loop, while another program writes to it: on the library's thread, the other changes
/// would wait behind one that waits. A disk may also hold that thread for as long as it likes; who asks for a
/// client is told after a while (`read`, `change`).
@LoopActor
final class LibraryAccess {
  /// How long to wait for another program, and the pause between tries.
  var patience: Duration = .seconds(2)
  private static let pause: Duration = .milliseconds(20)
  /// How long a client waits for what only the library knows. A disk at rest may have to begin to turn.
  var readLimit: Duration = .seconds(5)
  /// For an answer that the library only adds to.
  var extraLimit: Duration = .seconds(2)
  var changeLimit: Duration = .seconds(10)
  /// While an import keeps the library busy.
  private static let importLimit: Duration = .seconds(300)
  /// The last part of each.
  private static let grace: Duration = .seconds(1)

  /// Called with its contents, before the first answer.
  var onLoad: (@LoopActor (LibraryState) -> Void)?
  private let library: Library
  private let logger: Logger
  private(set) var isLoaded = false
  private var isPatient = true
  private var lastFault: LibraryError?
  // The library is read while a change waits for the disk.
  private let reads = TimeLimiter()
  private let loads = TimeLimiter()
  /// By their timers.
  private var lateChanges: Set<ObjectIdentifier> = []
  /// What tells their clients.
  private var longChanges: [Int: @LoopActor () -> Void] = [:]
  private var lastLongChange = 0
  private var imports = 0

  init(_ library: Library, _ logger: Logger) {
    (self.library, self.logger) = (library, logger)
  }

  /// Each call tries again until it works: a full disk may have room by then.
  func load() async throws(LibraryError) {
    guard !isLoaded else { return }
    try await limited(loads, changeLimit) { _ throws(LibraryError) in }
  }

  /// Reads for a client.
  ///
  /// - Throws: `unresponsive` after `limit`; at once while an earlier read hangs.
  func read<Answer: Sendable>(
    within limit: Duration? = nil,
    _ question: @escaping @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(LibraryError) -> Answer {
    try await limited(reads, limit ?? readLimit, question)
  }

  private func limited<Answer: Sendable>(
    _ limiter: TimeLimiter, _ limit: Duration,
    _ question: @escaping @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(LibraryError) -> Answer {
    let result: Result<Answer, LibraryError>
    do throws(TimeLimiter.Expiry) {
      result = try await limiter.call(within: limit) { () async -> Result<Answer, LibraryError> in
        do throws(LibraryError) {
          return .success(try await self.perform(question))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      report(.unresponsive)
      throw .unresponsive
    }
    return try result.get()
  }

  /// Makes a change for a client, however long the disk takes. Not in a task of its own: the answer has to leave in
  /// the turn of the change.
  ///
  /// - Parameters:
  ///   - isImport: it may take as long as its file is large, and so may those behind it.
  ///   - onDelay: called if it takes longer than a client waits.
  /// - Throws: `unresponsive` at once while an earlier change hangs.
  func change<Answer: Sendable>(
    isImport: Bool = false, _ work: @LoopActor () async throws -> Answer,
    onDelay: @escaping @LoopActor () -> Void = {}
  ) async throws -> Answer {
    try expectChanging()
    if isImport { imports += 1 }
    let timer = LoopTimer()
    let change = ObjectIdentifier(timer)
    let limit = imports > 0 ? Self.importLimit : changeLimit
    let grace = min(Self.grace, limit / 2)
    timer.start(after: limit - grace) {
      // A process that stood still finds the timer due before the answer that is there, too.
      timer.start(after: grace) {
        self.lateChanges.insert(change)
        self.report(.unresponsive)
        onDelay()
        let told = self.longChanges.values
        self.longChanges = [:]
        for tell in told { tell() }
      }
    }
    defer {
      if isImport { imports -= 1 }
      timer.close()
      lateChanges.remove(change)
    }
    return try await work()
  }

  /// Makes a change that waits for more than the library, such as TMDB, and each of whose steps is a `change`.
  ///
  /// - Parameter onDelay: called when any change takes longer than a client waits: this one may wait behind it.
  /// - Throws: `unresponsive` at once while an earlier change hangs.
  func longChange<Answer: Sendable>(
    _ work: @LoopActor () async throws -> Answer, onDelay: @escaping @LoopActor () -> Void
  ) async throws -> Answer {
    try expectChanging()
    lastLongChange &+= 1
    let change = lastLongChange
    longChanges[change] = onDelay
    defer { longChanges[change] = nil }
    return try await work()
  }

  private func expectChanging() throws(LibraryError) {
    guard !isChanging else { return }
    report(.unresponsive)
    throw .unresponsive
  }

  /// No change hangs, as far as is known.
  var isChanging: Bool { lateChanges.isEmpty && loads.isResponding }

  /// However long the disk takes.
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

  /// Whether its threads, and the disk of its folder, have time for us now.
  func responds(within limit: Duration) async -> Bool {
    await EventLoop.value(within: limit) { [library] in await library.probe() } != nil
  }

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
    guard fault.code != .unresponsive else { return logger.error("the data folder does not respond") }
    logger.error("the library cannot be used; it is unchanged: \(fault)")
  }
}

extension LibraryError {
  fileprivate static let unresponsive = LibraryError(
    .unresponsive, "library.sqlite", "the data folder does not respond")
}
