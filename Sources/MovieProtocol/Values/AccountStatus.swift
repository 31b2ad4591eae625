package import JSONRPC

/// The profile's account at TMDB.
package struct AccountStatus: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable { case disconnected, waiting, connected, revoked }
  /// Why nothing is changed without a word from the person.
  package enum Question: String, JSONScalar, CaseIterable {
    case first
    case removesMuch = "removes_much"
  }

  package var state = State.disconnected
  package var link: String?
  package var expiresAt: Timestamp?
  package var username: String?
  package var connectedAt: Timestamp?
  package var syncedAt: Timestamp?
  package var nextSyncAt: Timestamp?
  package var question: Question?
  /// Changes of the lists that TMDB has not got yet.
  package var pendingChanges = 0
  /// Why the last try failed.
  package var error: Failure?
  /// The changes that TMDB has not made, one by one.
  package var rejected: [AccountFailure] = []

  package init() {}
}

/// A change that TMDB has not made, though it was sent.
package struct AccountFailure: Sendable, Equatable {
  /// The maximum number that is reported.
  package static let maxRows = 20

  package var list: LibraryList
  package var key: TitleKey
  package var title: String?
  package var action: AccountChangeRow.Action
  package var message: Message

  package init(
    _ list: LibraryList, _ key: TitleKey, title: String?, action: AccountChangeRow.Action, message: Message
  ) {
    (self.list, self.key, self.title, self.action, self.message) = (list, key, title, action, message)
  }
}

extension AccountFailure: JSONObject {
  package static let shape = Shape<Self>("AccountFailure") {
    Member("list", \.list, "The list.")
    Member("key", \.key, "The title.")
    Member("title", \.title, "Its name; null if it is unknown, or if an age limit hides it.")
    Member("action", \.action, "added: TMDB was to get the title; removed: it was to lose it.")
    Member.message(\.message, "What TMDB has answered, for people.")
  }
}

/// Whose account it is.
package enum AccountService: String, JSONScalar, CaseIterable { case tmdb }

extension AccountStatus: JSONObject {
  package static let shape = Shape<Self>("AccountStatus") {
    Member("service", "Whose account it is.") { _ in AccountService.tmdb }
    Member(
      "state", \.state,
      "waiting: for the approval at link; revoked: TMDB no longer accepts the session, connect again.")
    Member("link", \.link, "Where the person approves.")
    Member("expires_at", \.expiresAt, "Until then the daemon waits for it; UTC.")
    Member("username", \.username, "The account's name at TMDB.")
    Member("connected_at", \.connectedAt, "When the person approved.")
    Member("synced_at", \.syncedAt, "When both sides were last made the same; null: never.")
    Member("next_sync_at", \.nextSyncAt, "When the daemon compares them next by itself; null: not yet.")
    Member(
      "question", \.question,
      "What the last comparison asked: first or removes_much; see account.sync. Null: nothing.")
    Member.message(\.message, "The account in words; null: there is none.")
    Member("pending_changes", \.pendingChanges, "Changes of the lists that TMDB has not got yet.")
    Member("error", \.error, "Why the last try failed; null: it did not.")
    Member(
      "rejected", \.rejected, "Titles that TMDB did not take in the last comparison, at most 20.",
      each: "One title.")
  }
}

/// What `account.connect` answers.
package enum AccountLink {
  package static let shape = Shape<(link: String, expiresAt: Timestamp)>("AccountLink") {
    Member("link", \.link, "The page of TMDB on which the person approves.")
    Member("expires_at", \.expiresAt, "Until then the daemon waits for it; UTC.")
  }
}

/// What `account.disconnect` answers.
package enum AccountEnd {
  package static let shape = Shape<(isChanged: Bool, isEnded: Bool)>("AccountEnd") {
    Member("changed", \.isChanged, "There was an account, or the daemon waited for one.")
    Member(
      "ended", \.isEnded, "TMDB has ended the session; false: there was none, or TMDB could not be reached.")
  }
}
