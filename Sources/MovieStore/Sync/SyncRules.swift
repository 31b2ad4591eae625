package import MovieSync

/// What a profile shares with its other machines.
///
/// The raw values are those of journals.
package enum SyncedList: String, Sendable, CaseIterable {
  case watchlist, favorites, history, settings, follow

  /// As in the setting `sync.share`.
  package var word: String { self == .history ? "searches" : rawValue }

  package init?(word: String) {
    guard let list = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = list
  }
}

/// What the library may hold, and which part of it is shared.
package struct SyncRules: Sendable {
  /// By the profile's name.
  package var shared: [String: Set<SyncedList>]
  package var maxEntries: Int
  package var maxSearches: Int
  /// Of all fields in a journal, removed items included. A batch of lines more still fits into a file.
  package var maxBytes = 24 << 20

  /// Of what one device wrote; and together of all devices that have no journal in the folder.
  package var maxDeviceBytes: Int { maxBytes / 3 }
  /// Of what this version, or this library, cannot use.
  package var maxUnknownBytes: Int { maxBytes / 12 }

  package init(shared: [String: Set<SyncedList>], maxEntries: Int, maxSearches: Int) {
    (self.shared, self.maxEntries, self.maxSearches) = (shared, maxEntries, maxSearches)
  }

  /// Differs if the library has to be compared with all that is recorded.
  package var text: String {
    let profiles = shared.sorted { $0.key < $1.key }.map { name, lists in
      "\(name):" + lists.map(\.rawValue).sorted().joined(separator: ",")
    }
    return "\(maxEntries) \(maxSearches) " + profiles.joined(separator: ";")
  }

  /// Whether this machine writes a change of an item to the folder. What is of another machine's profile, or of
  /// a later version, is passed on.
  package func exports(_ item: SyncItem) -> Bool {
    let list = item.list == RangeTombstones.list ? item.key : item.list
    guard let list = SyncedList(rawValue: list),
      let profile = shared.first(where: { Self.folded($0.key) == item.profile })
    else { return true }
    return profile.value.contains(list)
  }

  /// Whether this version, and this library, can use it. Removals of many items count whether or not their profile
  /// is here: it may have been removed by them.
  ///
  /// - Parameter profiles: those that this library has.
  func isKnown(_ list: String, _ profile: String, _ profiles: Set<String>) -> Bool {
    list == RangeTombstones.list || SyncedList(rawValue: list) != nil && profiles.contains(profile)
  }

  /// The profiles that this library has, as items name them.
  var profiles: Set<String> { Set(shared.keys.map(Self.folded)) }

  /// As SQLite does it.
  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
