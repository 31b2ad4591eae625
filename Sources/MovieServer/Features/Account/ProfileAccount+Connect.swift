import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

// Connecting and disconnecting.
extension ProfileAccount {
  /// - Returns: where the person approves, and until when. While the daemon waits it is the same each time.
  func connect(_ priority: TMDBAccount.Priority) async throws -> (link: String, expiresAt: Timestamp) {
    try await mutex.withLock { () async throws -> (link: String, expiresAt: Timestamp) in
      if let approval = self.approval { return (approval.link, approval.expiresAt) }
      if let stored = self.stored, !stored.isRevoked {
        throw RPCError(
          .conflict, .accountConnected(stored.username),
          Advice(.disconnectFirst, .method(AccountDisconnectMethod.method.name)),
          details: ["state": "connected"])
      }
      let token = try await self.api.requestToken(priority)
      let end = EventLoop.now + self.pace.approvalLimit
      let approval = Approval(
        link: TMDBAccount.link(token), expiresAt: .now + self.pace.approvalLimit,
        task: LoopTask.start { [server = self.server] in
          await self.wait(for: token, until: end)
          withExtendedLifetime(server) {}
        })
      self.begin(approval)
      return (approval.link, approval.expiresAt)
    }
  }

  private func wait(for token: String, until end: LoopInstant) async {
    let work = server.tasks.begin(AccountConnectMethod.method.name) { [weak self] in
      self?.approval?.task.cancel()
    }
    defer {
      work.end()
      // Another one may have begun since this one was ended.
      if approval?.link == TMDBAccount.link(token) { approval = nil }
    }
    var session: Secret?
    var isStored = false
    var obstacle = Message.accountNotApproved
    defer {
      // In a task of its own: this one may be cancelled.
      if !isStored, let session { LoopTask.start { [api] in try? await api.end(session, .background) } }
    }
    while EventLoop.now < end, !Task.isCancelled {
      do {
        let priority = TMDBAccount.Priority(client: 0, isInteractive: true)
        if session == nil { session = try await api.session(token, priority) }
        if let session {
          isStored = try await connected(session, try await api.account(session, priority))
          if !isStored, !Task.isCancelled { didNotConnect(.notFound, .accountProfileRemoved) }
          return
        }
      } catch TMDBAccount.Refusal.token {
        return didNotConnect(.conflict, .accountLinkUsed)
      } catch is LibraryError {
        return didNotConnect(.storageError, .accountLibraryFailed)
      } catch {
        // Not approved yet, or no network: the next try may have it.
        if session != nil {
          obstacle = .accountApprovedBut((error as? RPCError)?.text ?? .words("\(error)"))
        }
      }
      try? await EventLoop.sleep(for: pace.approval)
    }
    if !Task.isCancelled { didNotConnect(.timeout, obstacle) }
  }

  /// - Returns: whether the account is in the library now.
  private func connected(
    _ session: Secret, _ account: (number: Int, username: String)
  ) async throws -> Bool {
    try await mutex.withLock { () async throws -> Bool in
      // A disconnection may have come first.
      guard !Task.isCancelled else { return false }
      let new = StoredAccount(
        profile: self.profile.name, number: account.number, username: account.username, connectedAt: .now)
      let stored = try await self.write { library throws(LibraryError) in
        try await library.connect(new, session: session.text)
      }
      guard let stored else { return false }
      self.server.logger.notice("TMDB account connected")
      self.load(stored)
      return true
    }
  }

  /// Ends the session also at TMDB, if it can be reached.
  ///
  /// - Returns: whether there was something to end, and whether TMDB has ended it.
  func disconnect(_ priority: TMDBAccount.Priority) async throws -> (isChanged: Bool, isEnded: Bool) {
    let wasWaiting = approval != nil
    approval?.task.cancel()
    approval = nil
    endWork()
    return try await mutex.withLock { () async throws -> (isChanged: Bool, isEnded: Bool) in
      let name = self.profile.name
      let session = try await self.write { library throws(LibraryError) in
        try await library.disconnectAccount(of: name)
      }
      self.forget()
      guard let session else { return (wasWaiting, false) }
      let isEnded = (try? await self.api.end(Secret(session), priority)) != nil
      self.server.logger.notice("TMDB account disconnected", metadata: ["ended": "\(isEnded)"])
      return (true, isEnded)
    }
  }
}
