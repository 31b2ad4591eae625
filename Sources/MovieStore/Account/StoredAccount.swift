package import MovieProtocol

/// The TMDB account of a profile, without its session: see ``Library/accountSession(of:)``.
package struct StoredAccount: Sendable, Equatable {
  package var profile: String
  /// TMDB's number of the account.
  package var number: Int
  package var username: String
  package var connectedAt: Timestamp
  /// When the person agreed to the first changes; nil: nothing is changed yet.
  package var consentedAt: Timestamp?
  /// The last time that both sides were the same, or all that could be done was done.
  package var syncedAt: Timestamp?
  /// TMDB has refused the session.
  package var isRevoked = false

  package init(profile: String, number: Int, username: String, connectedAt: Timestamp) {
    (self.profile, self.number, self.username) = (profile, number, username)
    self.connectedAt = connectedAt
  }
}

/// All lists of an account at TMDB, each page of which was read.
package struct AccountSnapshot: Sendable {
  package struct Row: Sendable {
    package var item: AccountItem
    /// Nil: TMDB's row could not be read, except for its number.
    package var title: StoredTitle?

    package init(_ item: AccountItem, _ title: StoredTitle?) { (self.item, self.title) = (item, title) }
  }

  package var profile: String
  /// Each item once, those added first at the beginning.
  package var rows: [Row]
  /// Of the names of titles.
  package var language: String
  /// The `plan` that the person has agreed to.
  package var consent: String?
  package var at: Timestamp
  /// The maximum number of entries on a list.
  package var maxEntries: Int

  package init(
    profile: String, rows: [Row], language: String = "", consent: String? = nil, at: Timestamp,
    maxEntries: Int
  ) {
    (self.profile, self.rows, self.language, self.consent) = (profile, rows, language, consent)
    (self.at, self.maxEntries) = (at, maxEntries)
  }
}

/// A step with the name of its title, and its number in the journal.
package struct AccountChange: Sendable, Equatable {
  package enum State: String, Sendable {
    /// It is only planned.
    case planned
    /// It was to be sent to TMDB, and TMDB has not confirmed it.
    case sent
    case done, undone
  }

  /// 0: it is only planned.
  package var id: Int64 = 0
  package var step: AccountStep
  package var title: String?
  package var state = State.planned
  package var at: Timestamp

  package init(_ step: AccountStep, title: String?, at: Timestamp) {
    (self.step, self.title, self.at) = (step, title, at)
  }

  package func undone(at now: Timestamp) -> AccountChange {
    var change = self
    (change.state, change.at) = (.undone, now)
    return change
  }
}

/// The outcome of a comparison.
package enum AccountOutcome: Sendable {
  case done(AccountRun)
  /// The profile or its account is gone.
  case gone
}

package struct AccountRun: Sendable {
  package enum Question: Sendable { case first, removesMuch }

  /// Identifies `changes`.
  package var plan: String
  /// Those of the library are made, those of TMDB are to be sent; while there is a question nothing is changed.
  package var changes: [AccountChange] = []
  /// Nothing is changed until the person agrees to `plan`.
  package var question: Question?
  /// Removals that wait for the second comparison.
  package var pendingRemovals = 0
  /// Titles that the library has no room for, or that TMDB sent no facts of.
  package var skipped = 0
  /// The lists afterwards; nil if unchanged.
  package var lists: LibraryImported.Lists?

  package var toSend: [AccountChange] { changes.filter { $0.state == .sent } }
}
