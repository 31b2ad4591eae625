package import MovieProtocol

/// An import into a profile's library, applied completely or not at all.
///
/// No existing data is lost or replaced, so importing the same twice has the effect of importing it once.
package struct LibraryImport: Sendable {
  package struct Origin: Sendable, Equatable {
    var identity: String
    /// The import that it came with.
    var change: Int64?

    package init(_ title: PendingTitle) { (identity, change) = (title.identity, title.change) }
  }

  package struct Entry: Sendable, Equatable {
    package var list: LibraryList
    package var key: TitleKey
    /// Nil: the title is in the library.
    package var title: StoredTitle?
    package var addedAt: Timestamp
    package var note: String
    /// Nil: not watched.
    package var watchedAt: Timestamp?
    /// The pending title that was found: without it, it was cleared or undone meanwhile, and stays away.
    package var origin: Origin?

    package init(
      _ list: LibraryList, _ key: TitleKey, title: StoredTitle?, addedAt: Timestamp, note: String = "",
      watchedAt: Timestamp? = nil, origin: Origin? = nil
    ) {
      (self.list, self.key, self.title) = (list, key, title)
      (self.addedAt, self.note, self.watchedAt, self.origin) = (addedAt, note, watchedAt, origin)
    }
  }

  package var profile: String
  package var entries: [Entry] = []
  package var searches: [SearchTerm] = []
  package var followed: [FollowedPerson] = []
  /// Names with values, which are JSON.
  package var settings: [(name: String, value: String)] = []
  /// The maximum number of entries on a list, and of stored searches.
  package var maxEntries: Int
  package var maxSearches: Int
  /// Titles about which upstream could not be queried, stored to be tried again.
  package var pending: [PendingTitle] = []
  /// The identities of titles that are no longer pending.
  package var settled: [String] = []
  /// The maximum number of pending titles; 0: existing ones are updated, and none are added.
  package var maxPending = 0
  /// When the import was made, under which it can be undone; nil: it only goes on with earlier ones.
  package var begins: Timestamp?
  /// Report only; change nothing.
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

/// The outcome of a ``LibraryImport``.
package struct LibraryImported: Sendable {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  /// How many of `pending` are stored now.
  package var pending = 0
  /// What it can be undone by; nil: nothing was changed.
  package var change: Int64?
  /// Positions in `entries` whose titles turned out not to be in the library.
  package var missing: [Int] = []
  /// Positions in `entries` whose note, or day of watching, is another one in the library, and stays.
  package var otherNotes: [Int] = []
  package var otherDays: [Int] = []
  /// Positions in `settings` that are set to another value, which stays.
  package var otherSettings: [Int] = []
  /// People for whom there is no room.
  package var unfollowed = 0
  /// Other people are followed.
  package var followsOthers = false
  /// The lists afterwards; nil if unchanged.
  package var lists: Lists?
  /// All settings afterwards; nil if unchanged.
  package var settings: [StoredSetting]?
  /// The newest 20 afterwards; nil if unchanged.
  package var newestSearches: [SearchTerm]?

  package enum Lists: Sendable {
    /// Few enough to be reported one by one, oldest first.
    case changes([(key: TitleKey, result: EntryResult)])
    case all(revision: Int, userStates: [TitleKey: Title.UserState])
  }
}
