import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

// Comparing the lists with the account.
extension ProfileAccount {
  /// - Parameter consent: the plan that the person has agreed to.
  func sync(consent: String?, _ priority: TMDBAccount.Priority) async throws -> AccountRun {
    try await mutex.withLock { () async throws -> AccountRun in
      let (account, session) = try await self.expectSession()
      self.stopTimer()
      do {
        let run = try await self.doWork { try await self.run(account, session, consent, priority) }
        self.didSync(run, at: .now)
        return run
      } catch {
        let failure = await self.explain(error, session, priority)
        if !(failure is CancellationError) { self.didFail(failure) }
        throw failure
      }
    }
  }

  private func run(
    _ account: StoredAccount, _ session: Secret, _ consent: String?, _ priority: TMDBAccount.Priority
  ) async throws -> AccountRun {
    let language = profile.settings.language
    let rows = try await api.lists(account.number, session, language: language, priority)
    let snapshot = AccountSnapshot(
      profile: profile.name, rows: rows, language: language, consent: consent, at: .now,
      maxEntries: server.limits.libraryEntries)
    let outcome = try await write { library throws(LibraryError) in
      try await library.compare(snapshot)
    }
    guard case .done(var run) = outcome else { throw Self.notConnected }
    use(run.lists)
    guard run.question == nil else { return run }
    try await send(&run, account, session, priority)
    let (name, now) = (profile.name, Timestamp.now)
    try await write { library throws(LibraryError) in
      try await library.markAccountSynced(of: name, at: now)
    }
    if !run.changes.isEmpty {
      server.logger.info("lists compared with TMDB", metadata: ["changes": "\(run.changes.count)"])
    }
    return run
  }

  /// Sends what TMDB has to get. Afterwards `run` has the changes that were made.
  private func send(
    _ run: inout AccountRun, _ account: StoredAccount, _ session: Secret, _ priority: TMDBAccount.Priority
  ) async throws {
    let toSend = failures.begin(run.toSend)
    var made = run.changes.filter { $0.state != .sent }
    let here = made.count
    let failure = try await forEach(toSend) { change in
      var change = change
      guard try await self.send(change, account, session, priority) else { return }
      change.state = .done
      made.append(change)
    }
    if let failure, made.count == here { throw failure }
    run.skipped += here + toSend.count - made.count
    run.changes = made
  }

  /// Goes on past a title at which TMDB fails.
  ///
  /// - Returns: the last failure.
  /// - Throws: other errors, and the failure of the last of several titles in a row.
  func forEach(
    _ changes: [AccountChange], _ work: @LoopActor (AccountChange) async throws -> Void
  ) async throws -> RPCError? {
    var (last, inRow) = (RPCError?.none, 0)
    for change in changes {
      do {
        try await work(change)
        inRow = 0
      } catch let error as RPCError where error.reason == .upstreamError {
        failures.failed(change, error.text)
        (last, inRow) = (error, inRow + 1)
        if inRow == AccountFailures.maxInRow { throw error }
      }
    }
    return last
  }

  /// - Returns: false: TMDB does not know the title, or does not take it.
  private func send(
    _ change: AccountChange, _ account: StoredAccount, _ session: Secret, _ priority: TMDBAccount.Priority
  ) async throws -> Bool {
    let isMade = try await api.set(
      change.step.item, change.step.isAdded, of: account.number, session, priority)
    let name = profile.name
    if isMade {
      failures.succeeded(change)
    } else if !failures.rejected(change) {
      // The next comparison plans it again.
      return false
    }
    try await write { library throws(LibraryError) in
      if isMade {
        try await library.confirm(change, of: name, at: .now)
      } else {
        try await library.giveUp(change, of: name)
      }
    }
    return isMade
  }

  func use(_ lists: LibraryImported.Lists?) {
    if let lists { server.profiles.apply(lists, to: profile) }
  }

  func expectSession() async throws -> (StoredAccount, Secret) {
    guard let stored else { throw Self.notConnected }
    guard !stored.isRevoked else { throw Self.revoked }
    let name = profile.name
    let session = try await write { library throws(LibraryError) in
      try await library.accountSession(of: name)
    }
    guard let session else { throw Self.notConnected }
    return (stored, Secret(session))
  }

  /// What a failure means for the account. A single refusal may be a fault of TMDB's, so the account itself
  /// is asked for.
  func explain(_ failure: any Error, _ session: Secret, _ priority: TMDBAccount.Priority) async -> any Error {
    guard failure is TMDBAccount.Refusal else { return failure }
    do {
      _ = try await api.account(session, priority)
      return RPCError.refusedOnce
    } catch is TMDBAccount.Refusal {
      await markRevoked()
      return Self.revoked
    } catch {
      return error
    }
  }

  static var notConnected: RPCError {
    RPCError(
      .conflict, .noAccount, Advice(.connectAccount, .method(AccountConnectMethod.method.name)),
      details: ["state": "disconnected"])
  }

  static var revoked: RPCError {
    RPCError(
      .conflict, .accountRevoked, Advice(.connectAccount, .method(AccountConnectMethod.method.name)),
      details: ["state": "revoked"])
  }
}

extension RPCError {
  /// TMDB has refused one request of a session that it accepts.
  fileprivate static var refusedOnce: RPCError {
    unavailable(
      .tmdb, .upstreamError, .accountRefusedOnce, Advice(.daemonTriesAgain))
  }
}
