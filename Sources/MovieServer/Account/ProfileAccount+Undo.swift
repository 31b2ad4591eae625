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
      let (name, library) = (self.profile.name, self.server.profiles.library)
      var undo = try await library.perform { library throws(LibraryError) in
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
      try await self.server.profiles.library.perform { library throws(LibraryError) in
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
      missing("nothing was changed because of the account")
    case (.noSuchChange, let id?):
      missing("the profile's journal has no change \(id)")
    case (.alreadyUndone, nil):
      conflict(
        "the changes of the last comparison are undone already", .undone,
        hint: "movierpc account undo ID undoes an earlier change, with an ID of movierpc account journal")
    case (.alreadyUndone, let id?):
      conflict(
        "change \(id) is undone already", .undone, hint: "to have it again, add or remove the title")
    case (.unconfirmed, _):
      conflict(
        "TMDB has not confirmed the change yet", .sent,
        hint: "movierpc account sync tells whether it was made")
    }
  }

  private static func missing(_ message: String) -> RPCError {
    RPCError(
      .notFound, message, hint: "movierpc account journal lists the changes", details: ["resource": "change"])
  }

  private static func conflict(
    _ message: String, _ state: AccountChangeRow.State, hint: String
  ) -> RPCError {
    RPCError(.conflict, message, hint: hint, details: ["state": .string(state.rawValue)])
  }
}
