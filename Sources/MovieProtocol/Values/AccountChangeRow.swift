/// A title that one side got or lost because of the other.
package struct AccountChangeRow: Sendable, Equatable {
  package enum Side: String, JSONScalar, CaseIterable { case library, tmdb }
  package enum Action: String, JSONScalar, CaseIterable { case added, removed }
  package enum State: String, JSONScalar, CaseIterable { case planned, sent, done, undone }

  /// Nil: it is only planned.
  package var id: Int64?
  package var at: Timestamp
  package var side: Side
  package var list: LibraryList
  package var key: TitleKey
  package var title: String?
  package var action: Action
  package var state: State

  package init(
    id: Int64?, at: Timestamp, side: Side, list: LibraryList, key: TitleKey, title: String?, action: Action,
    state: State
  ) {
    (self.id, self.at, self.side, self.list) = (id, at, side, list)
    (self.key, self.title, self.action, self.state) = (key, title, action, state)
  }
}

extension AccountChangeRow: JSONObject {
  package static let shape = Shape<Self>("AccountChange") {
    Member("id", \.id, "Of the change in the journal; null: it is only planned.")
    Member("changed_at", \.at, "When it was made, undone or planned; UTC.")
    Member("side", \.side, "Where: in the library, or at tmdb.")
    Member("list", \.list, "The list.")
    Member("key", \.key, "The title.")
    Member("title", \.title, "Its name; null if it is unknown, or if an age limit hides it.")
    Member("action", \.action, "added: the side got the title; removed: it lost it.")
    Member("state", \.state, "sent: TMDB has not confirmed it; the next comparison tells.")
  }

  package static let page = Shape<Page<AccountChangeRow>>("AccountJournal") { Page.members() }
}

/// What `account.sync` answers.
package enum AccountSync {
  package static let shape = Shape<
    (
      question: AccountStatus.Question?, plan: String, changes: [AccountChangeRow], total: Int,
      pendingRemovals: Int, skipped: Int
    )
  >("AccountSync") {
    Member(
      "question", \.question,
      "Not null: nothing was changed, and the person is to agree to changes: it is the first comparison, or "
        + "most titles would be removed.")
    Member("plan", \.plan, "Identifies changes; send it as consent.")
    Member("changes", \.changes, "What was done, or would be done; at most 1,000.", each: "One title.")
    Member("total", \.total, "Number of changes.")
    Member(
      "pending_removals", \.pendingRemovals,
      "Removals that wait for a second look, at least 10 minutes later.")
    Member(
      "rejected_total", \.skipped,
      "Titles that one side could not take: its list is full, or it does not know or take them."
    )
  }
}

/// What `account.undo` answers.
package enum AccountUndone {
  package static let shape = Shape<(undone: [AccountChangeRow], kept: [AccountChangeRow])>("AccountUndone") {
    Member("undone", \.undone, "Changes that were undone.", each: "One title.")
    Member("kept", \.kept, "Changes that stay, because the title was changed since.", each: "One title.")
  }
}
