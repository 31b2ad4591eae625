import GRDB
package import MovieProtocol

/// A profile as it is stored.
package struct StoredProfile: Sendable, Equatable {
  package var name: String
  /// Years; nil: no limit.
  package var ageLimit: Int?
  /// The country whose certificates the limit uses; nil: the configuration's region.
  package var ageRegion: String?
  /// A salted hash; nil: there is no PIN.
  package var pin: String?
  /// The number of wrong PINs in a row.
  package var wrongPINs = 0
  /// No PIN is tried before this time; milliseconds since 1970.
  package var pinBlockedUntil: Int64 = 0
  /// New connections start in it.
  package var isDefault = false
  /// Counts the changes of its lists.
  package var revision = 0
  /// Of the titles on its lists, by key.
  package var userStates: [String: Title.UserState] = [:]

  /// An empty profile.
  package init(_ name: String, ageLimit: Int? = nil, ageRegion: String? = nil, pin: String? = nil) {
    self.name = name
    self.ageLimit = ageLimit
    self.ageRegion = ageRegion
    self.pin = pin
  }
}

/// The data that the daemon needs before it can answer.
package struct LibraryState: Sendable {
  package var settings: [StoredSetting]
  /// The oldest first, which is `default`.
  package var profiles: [StoredProfile]
  /// In queue order.
  package var downloads: [StoredDownload]
  /// Some imported titles are to be tried again.
  package var hasPending: Bool
}

extension Library {
  package func load() throws(LibraryError) -> LibraryState {
    try withDatabase { queue in
      try queue.inDatabase { database in
        LibraryState(
          settings: try Self.settings(database), profiles: try Self.profiles(database),
          downloads: try Self.downloads(database), hasPending: try PendingRow.isAnyToTry(database))
      }
    }
  }

  static func profiles(_ database: Database) throws -> [StoredProfile] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, age_limit, age_region, pin, wrong_pins, pin_blocked_until, is_default
        FROM profile ORDER BY name != 'default', name
        """)
    return try rows.map { row in
      let name: String = try row.decode(atIndex: 0)
      var profile = StoredProfile(
        name, ageLimit: try row.numberIfPresent(at: 1, in: 0...21), ageRegion: try row.decode(atIndex: 2),
        pin: try row.decode(atIndex: 3))
      profile.wrongPINs = try row.number(at: 4, in: StoredBounds.count)
      profile.pinBlockedUntil = try row.number(at: 5, in: StoredBounds.milliseconds)
      profile.isDefault = try row.decode(atIndex: 6)
      profile.revision = try ProfileRevision.current(of: name, database) ?? 0
      profile.userStates = try userStates(of: name, database)
      return profile
    }
  }

  static func userStates(
    of profile: String, _ database: Database
  ) throws -> [String: Title.UserState] {
    var userStates: [String: Title.UserState] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT list, key, watched_at IS NOT NULL FROM entry WHERE profile = ?",
      arguments: [profile])
    while let row = try rows.next() {
      let (list, key): (String, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
      switch LibraryList(rawValue: list) {
      case .watchlist?:
        userStates[key, default: .init()].isOnWatchlist = true
        userStates[key, default: .init()].isWatched = try row.decode(atIndex: 2)
      case .favorites?: userStates[key, default: .init()].isFavorite = true
      case nil: break
      }
    }
    return userStates
  }
}
