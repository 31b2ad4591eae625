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
  /// No PIN is tried before this time.
  package var pinBlockedUntil = Timestamp.epoch
  /// New connections start in it.
  package var isDefault = false
  /// Counts the changes of its lists.
  package var revision = 0
  /// Of the titles on its lists, by key.
  package var userStates: [TitleKey: Title.UserState] = [:]

  /// An empty profile.
  package init(_ name: String, ageLimit: Int? = nil, ageRegion: String? = nil, pin: String? = nil) {
    (self.name, self.ageLimit, self.ageRegion, self.pin) = (name, ageLimit, ageRegion, pin)
  }
}

extension StoredProfile: StoredRow {
  static let empty = Self("")
  static let columns: [Column<Self>] = [
    Column("name", \.name),
    Column("age_limit", \.ageLimit, from: { $0.map((0...21).nearest) }, to: { $0.map(Int64.init) }),
    Column("age_region", \.ageRegion),
    Column("pin", \.pin), Column("wrong_pins", \.wrongPINs, in: StoredBounds.count),
    Column(
      "pin_blocked_until", \.pinBlockedUntil, from: Timestamp.init(storedMilliseconds:),
      to: { $0.milliseconds }), Column("is_default", \.isDefault),
  ]
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
  package var accounts: [StoredAccount]
}

extension Library {
  package func load() async throws(LibraryError) -> LibraryState {
    try await read { database in
      LibraryState(
        settings: try SettingTable(database).all(), profiles: try Self.profiles(database),
        downloads: try Self.downloads(database), hasPending: try PendingTable.isAnyToTry(database),
        accounts: try StoredAccount.all("FROM account", [], database))
    }
  }
}
