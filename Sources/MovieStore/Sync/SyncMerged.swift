package import MovieProtocol

/// What a merge has changed in the library.
package struct SyncMerged: Sendable {
  /// By the profile's name.
  package var lists: [String: LibraryImported.Lists] = [:]
  /// The newest 20, by the profile's name.
  package var searches: [String: [SearchTerm]] = [:]
  /// The names of the profiles that follow other people now.
  package var followed: Set<String> = []
  /// All settings afterwards; nil if unchanged.
  package var settings: [StoredSetting]?
  /// Titles that have no texts yet.
  package var addedTitles = 0
  /// Lists with their maximum of entries, to which some could not be added.
  package var full: Set<ProfileList> = []
  /// Changes for which their devices, or what cannot be used here, have no room: they are to be read again.
  package var refused = 0
  /// For the next changes of the file; nil: there is plenty.
  package var room: SyncRoom?
  /// There are too many fields to remember more: nothing was merged.
  package var isFull = false
}

/// A list of a profile.
package struct ProfileList: Hashable, Sendable {
  package var profile: String
  package var list: LibraryList

  /// As `sync_state.full_lists` has them: a line for each.
  static func parse(_ text: String) -> Set<ProfileList> {
    Set(
      text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let list = LibraryList(rawValue: String(words[0])) else { return nil }
        return ProfileList(profile: String(words[1]), list: list)
      })
  }

  static func text(_ lists: Set<ProfileList>) -> String {
    lists.map { "\($0.list.rawValue) \($0.profile)" }.sorted().joined(separator: "\n")
  }
}
