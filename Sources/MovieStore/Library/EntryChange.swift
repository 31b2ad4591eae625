package import MovieProtocol

/// A change of a title on a profile's list.
package struct EntryChange: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// Nil: unchanged, or the default for a new entry.
    case add(note: String?, isWatched: Bool?)
    case update(note: String?, isWatched: Bool?)
    case remove
    /// Adds the title if it is not on the list, removes it otherwise.
    case toggle
  }

  package var profile: String
  package var list: LibraryList
  package var key: TitleKey
  package var action: Action
  /// Change only an entry with this revision; 0: only if there is no entry.
  package var expectedRevision: Int?
  /// Required to add a title that is on no list of the profile.
  package var title: StoredTitle?
  /// Of the texts in the answer.
  package var language: String
  /// The time of the change.
  package var at: Timestamp
  /// The maximum number of entries on a list.
  package var maxEntries: Int

  package init(
    profile: String, list: LibraryList, key: TitleKey, action: Action, expectedRevision: Int? = nil,
    title: StoredTitle? = nil, language: String = "", at: Timestamp,
    maxEntries: Int = Limits().libraryEntries
  ) {
    (self.profile, self.list, self.key, self.action) = (profile, list, key, action)
    (self.expectedRevision, self.title, self.language) = (expectedRevision, title, language)
    (self.at, self.maxEntries) = (at, maxEntries)
  }
}

/// The outcome of an ``EntryChange``.
package enum EntryOutcome: Sendable, Equatable {
  case done(EntryResult)
  /// The entry does not have the `expectedRevision`.
  case conflict(entry: LibraryEntry?)
  /// The title is not on the list, so it cannot be updated.
  case missing
  /// The title is on no list of the profile, and the change has none.
  case titleNeeded
  /// The list has its maximum of entries.
  case full
  /// The profile no longer exists.
  case profileGone
}

package struct EntryResult: Sendable, Equatable {
  package var isChanged: Bool
  /// The profile's revision after the change.
  package var revision: Int
  /// Nil: it is, and was, on no list of the profile; nothing was changed.
  package var title: Title?
  package var entry: LibraryEntry?
  /// The title's state after the change.
  package var userState: Title.UserState

  package init(
    isChanged: Bool, revision: Int, title: Title? = nil, entry: LibraryEntry? = nil,
    userState: Title.UserState
  ) {
    (self.isChanged, self.revision, self.title) = (isChanged, revision, title)
    (self.entry, self.userState) = (entry, userState)
  }
}
