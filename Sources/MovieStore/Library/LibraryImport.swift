package import MovieProtocol

/// What is to be taken into a profile's library, all of it or nothing.
///
/// Nothing that is there is lost or replaced, so taking the same in twice is taking it in once.
package struct LibraryImport: Sendable {
  package struct Entry: Sendable, Equatable {
    package var list: LibraryList
    package var key: String
    /// Nil: the library knows it.
    package var title: StoredTitle?
    /// Seconds since 1970.
    package var addedAt: Int64
    package var note: String
    /// Nil: not watched.
    package var watchedAt: Int64?

    package init(
      _ list: LibraryList, _ key: String, title: StoredTitle?, addedAt: Int64, note: String = "",
      watchedAt: Int64? = nil
    ) {
      self.list = list
      self.key = key
      self.title = title
      self.addedAt = addedAt
      self.note = note
      self.watchedAt = watchedAt
    }
  }

  package var profile: String
  package var entries: [Entry] = []
  package var searches: [HistoryTerm] = []
  /// By name; values are JSON.
  package var settings: [(name: String, value: String)] = []
  /// Entries that a list may have, and searches that are kept.
  package var maxEntries: Int
  package var maxSearches: Int
  /// What upstream could not be asked about, kept to be tried again.
  package var pending: [PendingTitle] = []
  /// The identities of what is pending no longer.
  package var settled: [String] = []
  /// Titles that may be pending; 0: those that are there are changed, and no others come.
  package var maxPending = 0
  /// Only told, not done.
  package var isDryRun = false

  package init(profile: String, maxEntries: Int, maxSearches: Int) {
    (self.profile, self.maxEntries, self.maxSearches) = (profile, maxEntries, maxSearches)
  }
}

package enum LibraryImportOutcome: Sendable {
  case done(LibraryImported)
  /// A list would have more than its maximum of entries.
  case full(LibraryList)
  case profileGone
}

/// What became of a ``LibraryImport``.
package struct LibraryImported: Sendable {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  /// Of `pending`, so many are there now.
  package var pending = 0
  /// Places in `entries` whose titles the library does not know after all.
  package var missing: [Int] = []
  /// The lists after it; nil where they are as they were.
  package var lists: Lists?
  /// All settings after it; nil where they are as they were.
  package var settings: [StoredSetting]?
  /// The newest 20 after it; nil where they are as they were.
  package var newestSearches: [HistoryTerm]?

  package enum Lists: Sendable {
    /// Few enough to be told one by one, oldest first.
    case changes([(key: String, result: EntryResult)])
    case all(revision: Int, userStates: [String: Title.UserState])
  }
}
