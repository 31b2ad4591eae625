package import MovieProtocol

/// What is to become of a title on a list of a profile.
package struct EntryChange: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// Nil: as it is, or as it is at first.
    case add(note: String?, isWatched: Bool?)
    case update(note: String?, isWatched: Bool?)
    case remove
    /// Added where it is not there, removed where it is.
    case toggle
  }

  package var profile: String
  package var list: LibraryList
  package var key: String
  package var action: Action
  /// Only where the entry has this revision; 0: only where there is none.
  package var expectedRevision: Int?
  /// Needed to add one that the library does not know.
  package var title: StoredTitle?
  /// When it is made, in seconds since 1970.
  package var at: Int64
  /// Entries that a list may have.
  package var maximum: Int

  package init(
    profile: String, list: LibraryList, key: String, action: Action, expectedRevision: Int? = nil,
    title: StoredTitle? = nil, at: Int64, maximum: Int = 20_000
  ) {
    self.profile = profile
    self.list = list
    self.key = key
    self.action = action
    self.expectedRevision = expectedRevision
    self.title = title
    self.at = at
    self.maximum = maximum
  }
}

/// What became of an ``EntryChange``.
package enum EntryOutcome: Sendable, Equatable {
  case done(EntryResult)
  /// It is not as `expectedRevision` has it.
  case conflict(entry: LibraryEntry?)
  /// It is not on the list, so it cannot be updated.
  case missing
  /// The library does not know the title, and none was given.
  case titleNeeded
  /// The list has its maximum of entries.
  case full
  /// There is no such profile any more.
  case profileGone
}

package struct EntryResult: Sendable, Equatable {
  package var isChanged: Bool
  /// The profile's, after it.
  package var revision: Int
  /// Nil: neither given nor known, which is so only where nothing was changed.
  package var title: Title?
  package var entry: LibraryEntry?
  /// The title's, after it.
  package var userState: Title.UserState

  package init(
    isChanged: Bool, revision: Int, title: Title? = nil, entry: LibraryEntry? = nil,
    userState: Title.UserState
  ) {
    self.isChanged = isChanged
    self.revision = revision
    self.title = title
    self.entry = entry
    self.userState = userState
  }
}
