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
    var usual: Duration = .seconds(1800)
    /// A little after the second look of a removal may be made.
    var afterDoubt: Duration = .seconds(660)
  }

  /// The daemon waits until the person has approved.
  struct Approval {
    let link: String
    let expiresAt: Timestamp
    let task: Task<Void, Never>
  }

  private static let backoff = Backoff(first: .seconds(60), most: .seconds(3600))

  let profile: Profile
  let api: TMDBAccount
  unowned let server: Server
  /// Nil: there is no account.
  private(set) var stored: StoredAccount?
  /// Nil: it does not wait.
  var approval: Approval?
  private(set) var question: AccountRun.Question?
  private(set) var error: String?
  private(set) var nextSync: Timestamp?
  /// A comparison, an undo and a disconnection exclude each other.
  let mutex = AsyncMutex()
  private let timer = LoopTimer()
  private var task: Task<Void, Never>?
  private var failures = 0

  init(_ profile: Profile, _ api: TMDBAccount, _ server: Server) {
    (self.profile, self.api, self.server) = (profile, api, server)
  }

  var pace: Pace { server.accounts.pace }

  /// The daemon compares by itself.
  private var isRunning: Bool {
    stored?.consentedAt != nil && stored?.isRevoked == false && profile.ageLimit == nil && !profile.isGone
  }

  func load(_ account: StoredAccount) {
    (stored, question, error) = (account, nil, nil)
    failures = 0
    if account.consentedAt == nil { question = .first }
    arm(after: pace.afterChange)
  }

  func forget() {
    (stored, question, error, nextSync) = (nil, nil, nil, nil)
    timer.stop()
    task?.cancel()
  }

  func hasNotConnected(_ reason: String) { error = reason }

  func listsChanged() { arm(after: pace.afterChange) }

  func recheck() {
    if error != nil { arm(after: pace.afterChange) }
  }

  func close() {
    approval?.task.cancel()
    task?.cancel()
    timer.close()
  }

  /// TMDB refuses the session, as a second request has shown.
  func isRevoked() async throws {
    stored?.isRevoked = true
    let name = profile.name
    try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.accountIsRevoked(of: name)
    }
    server.logger.warning("TMDB no longer accepts the session of an account: movierpc account connect")
  }

  func hasRun(_ run: AccountRun, at now: Timestamp) {
    (question, error, failures) = (run.question, nil, 0)
    if run.question != .first {
      if stored?.consentedAt == nil { stored?.consentedAt = now }
      stored?.syncedAt = now
    }
    arm(after: run.doubted > 0 ? pace.afterDoubt : pace.usual)
  }

  func hasFailed(_ failure: RPCError) {
    error = failure.message
    failures = min(failures + 1, 1000)
    arm(after: Self.backoff.wait(after: failures, jitter: .random(in: 0...1)))
  }

  private func arm(after delay: Duration) {
    guard isRunning else {
      nextSync = nil
      return timer.stop()
    }
    nextSync = .now + delay
    timer.start(after: delay) { [weak self] in self?.begin() }
  }

  private func begin() {
    nextSync = nil
    guard isRunning, task == nil else { return }
    task = LoopTask.start {
      _ = try? await self.sync(consent: nil, .background)
      self.task = nil
    }
  }
}
