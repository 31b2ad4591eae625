import JSONRPC

// The profile's account at TMDB, whose watchlist and favourites are kept the same as those of the library.

package enum AccountConnectMethod: RPCMethod {
  package static let method = Method(
    "account.connect", "begin to connect the profile with an account at TMDB",
    description: """
      The answer has a link. The person opens it, signs in at TMDB and approves; the daemon waits for that \
      until expires_at, which `account.status` with wait reports, and `account.disconnect` ends the \
      waiting. Sent again meanwhile, it answers the same link; a profile that is connected is a `conflict` \
      with the state connected. Nothing is changed before `account.sync` has a word of consent. A profile \
      with an age limit cannot have an account: TMDB does not know the limit. The session is stored in the \
      library, which only the user can read; no method shows it.
      """,
    parameters: [.service], result: AccountLink.shape.schema,
    errors: [
      .notFound, .conflict, .forbidden, .storageError, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited,
    ])
}

package enum AccountStatusMethod: RPCMethod {
  package static let wait = Param(
    "wait", .boolean, default: false, handling: true,
    "While state is waiting, answer when that is over, at the latest shortly before timeout_ms.")

  package static let method = Method(
    "account.status", "show the profile's account and whether something is wrong",
    description: "Sends no request to TMDB.",
    parameters: [wait, .service], result: AccountStatus.schema,
    errors: [.notFound, .forbidden, .storageError])
}

package enum AccountSyncMethod: RPCMethod {
  package static let consent = Param(
    "consent", .text(1...64, trimmed: true), "The plan that the person has agreed to, from an earlier answer."
  )

  package static let method = Method(
    "account.sync", "compare both lists with the account, and make them the same",
    description: """
      What one side has got, the other gets; what one side has lost, the other loses after a second look, \
      at least 10 minutes later. A title whose note or mark was changed here since is not removed. Titles \
      that only iTunes has, notes and marks are not sent. The first time, if anything would change, and \
      when more than 10 titles and more than half of a list would be removed, nothing is changed: the \
      answer has a question, and changes shows what would be done. To agree, send its plan as consent. \
      From then on the daemon compares by itself every 30 minutes and soon after changes of the lists. A \
      title at which TMDB fails is sent again later; one that it rejects three times is not, and \
      `account.status` names both. Without an account the answer is a `conflict` with the state \
      disconnected or revoked. There is no timeout.
      """,
    parameters: [consent, .service], result: AccountSync.shape.schema,
    errors: [
      .notFound, .conflict, .forbidden, .storageError, .limitExceeded, .upstreamUnavailable,
      .upstreamUnauthorized, .rateLimited,
    ])
}

package enum AccountJournalMethod: RPCMethod {
  package static let method = Method(
    "account.journal", "list what was changed because of the account",
    description: "The newest first; at most 20,000 changes of the last 180 days.",
    parameters: [.page, .pageSize, .service], result: AccountChangeRow.page.schema,
    errors: [.notFound, .forbidden, .storageError])
}

package enum AccountUndoMethod: RPCMethod {
  package static let id = Param(
    "id", .integer(1...9_007_199_254_740_991), "Of the change; default: all changes of the last comparison.")

  package static let method = Method(
    "account.undo", "undo changes that were made because of the account",
    description: """
      Here and at TMDB, where it was done, with the note, the mark and the dates that the entry had. \
      Afterwards both sides differ, and stay so until the title is changed on one of them. A title that \
      was changed since stays, and is in kept. A change that is not in the journal is `not_found`; one \
      that is undone already, or that TMDB has not confirmed, is a `conflict` with the state undone or \
      sent.
      """,
    parameters: [id, .service], result: AccountUndone.shape.schema,
    errors: [
      .notFound, .conflict, .forbidden, .storageError, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited,
    ], example: ["id": 3])
}

package enum AccountDisconnectMethod: RPCMethod {
  package static let method = Method(
    "account.disconnect", "disconnect the profile from its account at TMDB",
    description: """
      Ends the session at TMDB, and forgets it and the journal. Both lists stay as they are. Also ends the \
      waiting of `account.connect`, and an `account.sync` or `account.undo` in progress.
      """,
    parameters: [.service], result: AccountEnd.shape.schema, errors: [.notFound, .forbidden, .storageError])
}

extension Parameter {
  /// Of all methods of the account.
  package static let service = Param(
    "service", .choice(AccountService.self), default: .tmdb, "Whose account; later versions may know others.")
}
