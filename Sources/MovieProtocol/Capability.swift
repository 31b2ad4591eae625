/// A part of this version that a client can require by its name in `hello`, without comparing versions. Every
/// method and every topic belongs to one.
package struct Capability: Sendable {
  package let name: String
  package let methods: [Method]
  package let topics: [TopicDescription]

  private init(_ name: String, _ methods: [Method] = [], topics: [TopicDescription] = []) {
    (self.name, self.methods, self.topics) = (name, methods, topics)
  }

  /// In the order of the documents. A method or topic that is added to a released version gets a capability of
  /// its own: clients that require an old one must find what it had.
  package static let all: [Capability] = [
    Capability(
      "titles",
      [
        BrowseMethod.method, DiscoverTitlesMethod.method, HomeMethod.method, SearchMethod.method,
        SuggestMethod.method,
        DetailMethod.method, TrailerMethod.method, ImageMethod.method, GenresMethod.method,
        CountriesMethod.method, LanguagesMethod.method, ProvidersMethod.method,
      ], topics: [.browse]),
    Capability(
      "library",
      [
        WatchlistMethod.method, WatchlistAddMethod.method, WatchlistUpdateMethod.method,
        WatchlistRemoveMethod.method, FavoritesMethod.method, FavoritesAddMethod.method,
        FavoritesRemoveMethod.method, FavoritesToggleMethod.method, SearchesMethod.method,
        SearchesRemoveMethod.method, SearchesClearMethod.method, LibraryExportMethod.method,
        LibraryImportMethod.method, LibraryImportCancelMethod.method, LibraryUndoMethod.method,
        LibraryPendingMethod.method, LibraryPendingClearMethod.method, SyncResetMethod.method,
      ], topics: [.library, .watchlist, .searches]),
    Capability("people", [PeopleMethod.method, PersonMethod.method, PersonCreditsMethod.method]),
    Capability(
      "follow", [FollowMethod.method, FollowAddMethod.method, FollowRemoveMethod.method], topics: [.follow]),
    Capability("seasons", [SeasonMethod.method]),
    Capability(
      "related",
      [
        CollectionMethod.method, RelatedMethod.method, ReviewsMethod.method, GalleryMethod.method,
        FindMethod.method,
      ]),
    Capability("releases", [ReleasesMethod.method], topics: [.releases]),
    Capability(
      "downloads",
      [
        DownloadsMethod.method, DownloadsAddMethod.method, DownloadsGetMethod.method,
        DownloadsPauseMethod.method, DownloadsPauseAllMethod.method, DownloadsResumeMethod.method,
        DownloadsResumeAllMethod.method, DownloadsRemoveMethod.method,
      ], topics: [.downloads]),
    Capability(
      "player",
      [
        PlayerMethod.method, PlayerPlayMethod.method, PlayerPauseMethod.method, PlayerResumeMethod.method,
        PlayerToggleMethod.method, PlayerStopMethod.method, PlayerSeekMethod.method,
        PlayerVolumeMethod.method,
      ], topics: [.player]),
    Capability(
      "settings", [SettingsMethod.method, SettingsUpdateMethod.method, SettingsDescribeMethod.method],
      topics: [.settings]),
    Capability(
      "profiles",
      [
        ProfilesMethod.method, ProfilesCreateMethod.method, ProfilesUpdateMethod.method,
        ProfilesSelectMethod.method, ProfilesUnlockMethod.method, ProfilesLockMethod.method,
        ProfilesRemoveMethod.method,
      ], topics: [.profiles]),
    Capability("topics", [SubscribeMethod.method, UnsubscribeMethod.method]),
    Capability(
      "server",
      [
        CancelMethod.method, HelloMethod.method, StatusMethod.method, ClientsMethod.method,
        PingMethod.method, ShutdownMethod.method, DiscoverMethod.method,
      ], topics: [.server]),
    Capability(
      "catalogue", [CatalogueImportMethod.method, CatalogueUpdateMethod.method, CatalogueCancelMethod.method]),
    Capability(
      "account",
      [
        AccountConnectMethod.method, AccountStatusMethod.method, AccountSyncMethod.method,
        AccountJournalMethod.method, AccountUndoMethod.method, AccountDisconnectMethod.method,
      ], topics: [.account]),
    Capability("doctor", [DoctorMethod.method]),
    // How requests are sent.
    Capability("batch"), Capability("content-length"),
  ]

  package static func of(_ method: Method) -> Capability? {
    all.first { $0.methods.contains { $0 === method } }
  }
}
