import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

// Undoing what comparisons have changed.
extension ProfileAccount {
  /// - Parameter id: nil: all changes of the last comparison.
  func undo(_ id: Int64?, _ priority: TMDBAccount.Priority) async throws -> AccountUndo {
    try await mutex.withLock { () async throws -> AccountUndo in
      let (account, session) = try await self.expectSession()
      let name = self.profile.name
      var undo = try await self.write { library throws(LibraryError) in
        try await library.undo(id, of: name, at: .now)
      }
      if let obstacle = undo.obstacle { throw Self.error(obstacle, id) }
      self.use(undo.lists)
      do {
        let toSend = undo.toSend
        undo.undone += try await self.doWork { try await self.undo(toSend, account, session, priority) }
      } catch {
        throw await self.explain(error, session, priority)
      }
      return undo
    }
  }

  private func undo(
    _ changes: [AccountChange], _ account: StoredAccount, _ session: Secret, _ priority: TMDBAccount.Priority
  ) async throws -> [AccountChange] {
    let name = profile.name
    var undone: [AccountChange] = []
    let failure = try await forEach(changes) { change in
      // A title that TMDB does not know is not there either.
      _ = try await self.api.set(
        change.step.item, !change.step.isAdded, of: account.number, session, priority)
      try await self.write { library throws(LibraryError) in
        try await library.confirmUndo(of: change, profile: name, at: .now)
      }
      undone.append(change.undone(at: .now))
    }
    // To be done again, which leaves alone what is undone.
    if let failure { throw failure }
    return undone
  }

  private static func error(_ obstacle: AccountUndo.Obstacle, _ id: Int64?) -> RPCError {
    switch (obstacle, id) {
    case (.noSuchChange, nil):
      missing(.accountNothingChanged)
    case (.noSuchChange, let id?):
      missing(.accountNoChange(Int(id)))
    case (.alreadyUndone, nil):
      conflict(
        .accountAllUndone, .undone,
        Advice(.undoOneChange, .method(AccountUndoMethod.method.name, ask: ["id"])))
    case (.alreadyUndone, let id?):
      conflict(
        .accountChangeUndone(Int(id)), .undone, Advice(.changeTitleAgain))
    case (.unconfirmed, _):
      conflict(
        .accountUnconfirmed, .sent, Advice(.compareAccount, .method(AccountSyncMethod.method.name)))
    }
  }

  private static func missing(_ text: Message) -> RPCError {
    RPCError(
      .notFound, text, Advice(.seeAccountChanges, .method(AccountJournalMethod.method.name)),
      details: ["resource": "change"])
  }

  private static func conflict(
    _ text: Message, _ state: AccountChangeRow.State, _ advice: Advice
  ) -> RPCError {
    RPCError(.conflict, text, advice, details: ["state": .string(state.rawValue)])
  }
}
