package import MovieProtocol

/// A title on one of the lists that are kept the same in the library and in the person's TMDB account.
package struct AccountItem: Sendable, Hashable {
  package var list: LibraryList
  package var key: TitleKey

  package init(_ list: LibraryList, _ key: TitleKey) { (self.list, self.key) = (list, key) }

  /// An order for people and for tests: by list, then by key.
  package static func isBefore(_ one: AccountItem, _ other: AccountItem) -> Bool {
    (one.list.rawValue, one.key.text) < (other.list.rawValue, other.key.text)
  }
}

/// The two places that have the lists.
package enum AccountSide: String, Sendable, CaseIterable {
  case library, tmdb

  var other: AccountSide { self == .library ? .tmdb : .library }
}

/// Which of both sides had an item when they were last compared. An item that neither had is not stored.
///
/// Both sides of an agreement are usually the same. They differ after an undo: then the difference is what the
/// person wants, and only a later change of one side counts.
package struct AccountAgreement: Sendable, Hashable {
  package var isInLibrary: Bool
  package var isAtTMDB: Bool
  /// The side from which it vanished, and when that was first seen: it is removed from the other side after
  /// another comparison.
  package var pendingRemoval: PendingRemoval?

  package struct PendingRemoval: Sendable, Hashable {
    package var side: AccountSide
    package var since: Timestamp

    package init(_ side: AccountSide, since: Timestamp) { (self.side, self.since) = (side, since) }
  }

  package static let both = AccountAgreement(isInLibrary: true, isAtTMDB: true)
  package static let neither = AccountAgreement(isInLibrary: false, isAtTMDB: false)

  package subscript(side: AccountSide) -> Bool {
    get { side == .library ? isInLibrary : isAtTMDB }
    set { if side == .library { isInLibrary = newValue } else { isAtTMDB = newValue } }
  }
}

/// One item that one side gets or loses because of the other.
package struct AccountStep: Sendable, Hashable {
  package var side: AccountSide
  package var item: AccountItem
  package var isAdded: Bool

  package init(_ side: AccountSide, _ item: AccountItem, isAdded: Bool) {
    (self.side, self.item, self.isAdded) = (side, item, isAdded)
  }
}
