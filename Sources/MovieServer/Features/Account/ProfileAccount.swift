import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// The account of one profile: when it is compared with the lists, and what came of it.
@LoopActor
final class ProfileAccount {
  struct Pace {
    var approval: Duration = .seconds(3)
    /// TMDB's tokens are valid for an hour; its clock is not ours.
    var approvalLimit: Duration = .seconds(900)
    /// From a change of the lists to the comparison: several often come together.
    var afterChange: Duration = .seconds(5)
    /// From a change of another machine, up to twice as long: if that has the same account, it has told TMDB
    /// by then, and of those that have heard of it one is first.
    var afterMerge: Duration = .seconds(20)
    var usual: Duration = .seconds(1800)
    /// A little after the second comparison of a removal may be made.
    var afterPendingRemoval: Duration = .seconds(660)
  }

  /// The daemon waits until the person has approved.
  struct Approval {
    let link: String
    let expiresAt: Timestamp
    let task: Task<Void, Never>
  }

  private static let backoff = Backoff(first: .seconds(60), maxWait: .seconds(3600))

  let profile: Profile
  let api: TMDBAccount
  unowned let server: Server
  /// Nil: there is no account.
  private(set) var stored: StoredAccount? { didSet { profile.accountChanged() } }
  /// Nil: it does not wait.
  var approval: Approval? { didSet { profile.accountChanged() } }
  private(set) var question: AccountRun.Question? { didSet { profile.accountChanged() } }
  private(set) var error: Failure? { didSet { profile.accountChanged() } }
  var failures = AccountFailures() { didSet { profile.accountChanged() } }
  /// When the timer ends.
  private var due: LoopInstant? { didSet { profile.accountChanged() } }
  /// A comparison, an undo and a disconnection exclude each other.
  let mutex = AsyncMutex()
  private let timer = LoopTimer()
  private var task: Task<Void, Never>?
  private var failedTries = 0
  /// Ends the comparison or undo that is in progress.
  private var cancelWork: (@LoopActor () -> Void)?

  init(_ profile: Profile, _ api: TMDBAccount, _ server: Server) {
    (self.profile, self.api, self.server) = (profile, api, server)
  }

  var pace: Pace { server.accounts.pace }

  /// The daemon compares by itself.
  private var isRunning: Bool {
    stored?.consentedAt != nil && stored?.isRevoked == false && profile.ageLimit == nil && !profile.isGone
  }

  func load(_ account: StoredAccount) {
    (stored, question, error, failures) = (account, nil, nil, AccountFailures())
    failedTries = 0
    if account.consentedAt == nil { question = .first }
    schedule(within: pace.afterChange)
  }

  func forget() {
    (stored, question, error, failures) = (nil, nil, nil, AccountFailures())
    stopTimer()
    task?.cancel()
  }

  func begin(_ approval: Approval) { (self.approval, error) = (approval, nil) }

  func didNotConnect(_ kind: RPCError.Kind, _ message: Message) { error = Failure(kind, message) }

  func listsChanged() { schedule(within: pace.afterChange) }

  func listsMerged() { schedule(within: pace.afterMerge * Double.random(in: 1...2)) }

  func recheck() {
    if error != nil { schedule(within: pace.afterChange) }
  }

  /// What kept it from comparing may be gone.
  func resume() {
    if due == nil, task == nil { schedule(within: pace.afterChange) }
  }

  func close() {
    approval?.task.cancel()
    task?.cancel()
    timer.close()
  }

  /// A step of a change: made however long the disk takes, while those who wait for it are told.
  func write<Answer: Sendable>(
    _ step: @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws -> Answer {
    let library = server.profiles.library
    return try await library.change { try await library.perform(step) }
  }

  /// TMDB refuses the session, as a second request has shown.
  func markRevoked() async {
    stored?.isRevoked = true
    let name = profile.name
    // If that cannot be written, which is logged, TMDB will refuse it again after the next start.
    try? await write { library throws(LibraryError) in
      try await library.markAccountRevoked(of: name)
    }
    server.logger.warning("TMDB no longer accepts the session of an account: movierpc account connect")
  }

  func didSync(_ run: AccountRun, at now: Timestamp) {
    (question, error) = (run.question, nil)
    failedTries = failures.isAnyPending ? min(failedTries + 1, 1000) : 0
    if run.question != .first, stored?.consentedAt == nil { stored?.consentedAt = now }
    if run.question == nil { stored?.syncedAt = now }
    if failedTries > 0 { scheduleRetry() }
    schedule(within: run.pendingRemovals > 0 ? pace.afterPendingRemoval : pace.usual)
  }

  func didFail(_ failure: any Error) {
    error =
      switch failure {
      case let failure as RPCError: Failure(failure)
      case let failure as LibraryError: Failure(RPCError(failure))
      default: Failure(.internalError, .internalError)
      }
    failedTries = min(failedTries + 1, 1000)
    scheduleRetry()
  }

  private func scheduleRetry() {
    schedule(within: Self.backoff.wait(after: failedTries, jitter: .random(in: 0...1)))
  }

  /// Does what `endWork` can end. It runs in a task of its own, since nothing else may end a change.
  ///
  /// - Throws: what `work` throws; `notConnected` if `endWork` was called.
  func doWork<T: Sendable>(_ work: @escaping @LoopActor () async throws -> T) async throws -> T {
    let task = LoopTask.start { () async -> Result<T, any Error> in
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    cancelWork = { task.cancel() }
    defer { cancelWork = nil }
    do {
      return try await withTaskCancellationHandler {
        try await task.value.get()
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError where !Task.isCancelled {
      throw Self.notConnected
    }
  }

  /// The account is being disconnected: TMDB may be slow.
  func endWork() { cancelWork?() }

  /// When the daemon compares next by itself; nil: not yet.
  var nextSyncAt: Timestamp? {
    isRunning ? due.map { .now + max($0 - EventLoop.now, .zero) } : nil
  }

  /// A comparison begins, or there is nothing to compare.
  func stopTimer() {
    due = nil
    timer.stop()
  }

  /// Unless it is sooner anyway: changes often come together, and the first of them decides.
  private func schedule(within delay: Duration) {
    guard isRunning else { return stopTimer() }
    let moment = EventLoop.now + delay
    if let due, due <= moment { return }
    due = moment
    timer.start(after: delay) { [weak self] in self?.begin() }
  }

  private func begin() {
    due = nil
    guard isRunning else { return }
    // What has changed during a comparison is for the next one.
    guard task == nil else { return schedule(within: pace.afterChange) }
    task = LoopTask.start { [server] in
      _ = try? await self.sync(consent: nil, .background)
      self.task = nil
      // If it could not even begin.
      self.schedule(within: self.pace.usual)
      withExtendedLifetime(server) {}
    }
  }
}
