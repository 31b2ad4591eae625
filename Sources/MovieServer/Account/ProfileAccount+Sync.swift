import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

// Comparing the lists with the account.
extension ProfileAccount {
  /// - Parameter consent: the plan that the person has agreed to.
  func sync(consent: String?, _ haste: TMDBAccount.Haste) async throws -> AccountRun {
    try await mutex.withLock { () async throws -> AccountRun in
      let (account, session) = try await self.expectSession()
      do {
        let run = try await self.run(account, session, consent, haste)
        self.hasRun(run, at: .now)
        return run
      } catch let error as RPCError {
        self.hasFailed(error)
        throw error
      } catch is TMDBAccount.Refusal {
        throw try await self.refused(session, haste)
      }
    }
  }

  private func run(
    _ account: StoredAccount, _ session: Secret, _ consent: String?, _ haste: TMDBAccount.Haste
  ) async throws -> AccountRun {
    let rows = try await api.look(account.number, session, language: profile.settings.language, haste)
    let look = AccountLook(
      profile: profile.name, rows: rows, consent: consent, at: .now,
      maxEntries: server.limits.libraryEntries)
    let outcome = try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.compare(look)
    }
    guard case .done(var run) = outcome else { throw Self.notConnected }
    use(run.lists)
    for index in run.changes.indices where run.changes[index].state == .sent {
      if try await send(run.changes[index], account, session, haste) {
        run.changes[index].state = .done
      } else {
        run.skipped += 1
      }
    }
    guard run.question == nil else { return run }
    let (name, now) = (profile.name, Timestamp.now)
    try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.accountIsSynced(of: name, at: now)
    }
    if !run.changes.isEmpty {
      server.logger.info("lists compared with TMDB", metadata: ["changes": "\(run.changes.count)"])
    }
    return run
  }

  /// - Returns: false: TMDB does not know the title.
  private func send(
    _ change: AccountChange, _ account: StoredAccount, _ session: Secret, _ haste: TMDBAccount.Haste
  ) async throws -> Bool {
    let isMade = try await api.set(
      change.step.item, change.step.isAdded, of: account.number, session, haste)
    let name = profile.name
    try await server.profiles.library.perform { library throws(LibraryError) in
      if isMade {
        try await library.confirm(change, of: name, at: .now)
      } else {
        try await library.giveUp(change, of: name)
      }
    }
    return isMade
  }

  /// - Parameter id: nil: all changes of the last comparison.
  func undo(_ id: Int64?, _ haste: TMDBAccount.Haste) async throws -> AccountUndo {
    try await mutex.withLock { () async throws -> AccountUndo in
      let (account, session) = try await self.expectSession()
      let (name, library) = (self.profile.name, self.server.profiles.library)
      var undo = try await library.perform { library throws(LibraryError) in
        try await library.undo(id, of: name, at: .now)
      }
      self.use(undo.lists)
      for change in undo.toSend {
        do {
          _ = try await self.api.set(
            change.step.item, !change.step.isAdded, of: account.number, session, haste)
        } catch is TMDBAccount.Refusal {
          throw try await self.refused(session, haste)
        }
        try await library.perform { library throws(LibraryError) in
          try await library.confirmUndo(of: change, profile: name, at: .now)
        }
        undo.undone.append(change.undone(at: .now))
      }
      return undo
    }
  }

  private func use(_ lists: LibraryImported.Lists?) {
    guard let lists else { return }
    profile.apply(lists)
    server.profiles.invalidateCaches()
  }

  private func expectSession() async throws -> (StoredAccount, Secret) {
    guard let stored else { throw Self.notConnected }
    guard !stored.isRevoked else { throw Self.revoked }
    let name = profile.name
    let session = try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.accountSession(of: name)
    }
    guard let session else { throw Self.notConnected }
    return (stored, Secret(session))
  }

  /// A single refusal may be a fault of TMDB's: the account itself is asked for.
  private func refused(_ session: Secret, _ haste: TMDBAccount.Haste) async throws -> RPCError {
    do {
      _ = try await api.account(session, haste)
    } catch is TMDBAccount.Refusal {
      try await isRevoked()
      hasFailed(Self.revoked)
      return Self.revoked
    }
    let error = RPCError.silently
    hasFailed(error)
    return error
  }

  static var notConnected: RPCError {
    RPCError(
      .conflict, "the profile has no account at TMDB", hint: "movierpc account connect",
      details: [JSONMember("state", "disconnected")])
  }

  static var revoked: RPCError {
    RPCError(
      .conflict, "TMDB no longer accepts the session of the account", hint: "movierpc account connect",
      details: [JSONMember("state", "revoked")])
  }
}

extension RPCError {
  /// TMDB has refused one request of a session that it accepts.
  fileprivate static var silently: RPCError {
    RPCError(
      .upstreamUnavailable, "TMDB refused a request of the account once", hint: "the daemon tries again",
      details: [
        JSONMember("source", "tmdb"), JSONMember("reason", .string(Meta.Reason.upstreamError.rawValue)),
        JSONMember("retry_after_ms", .null),
      ])
  }
}
