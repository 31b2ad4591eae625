package import JSONRPC

/// Every method of this version, in the order the documents list them.
package enum MethodTable {
  package static let all: [Method] = [
    BrowseMethod.method, HomeMethod.method, SearchMethod.method, SuggestMethod.method, DetailMethod.method,
    TrailerMethod.method, ImageMethod.method, GenresMethod.method, CountriesMethod.method,
    LanguagesMethod.method,
    ProvidersMethod.method, WatchlistMethod.method, WatchlistAddMethod.method, WatchlistUpdateMethod.method,
    WatchlistRemoveMethod.method, FavoritesMethod.method, FavoritesAddMethod.method,
    FavoritesRemoveMethod.method,
    FavoritesToggleMethod.method, HistoryMethod.method, HistoryRemoveMethod.method, HistoryClearMethod.method,
    LibraryExportMethod.method, LibraryImportMethod.method, LibraryPendingMethod.method,
    LibraryPendingClearMethod.method, ReleasesMethod.method, DownloadsMethod.method,
    DownloadsAddMethod.method, DownloadsGetMethod.method, DownloadsPauseMethod.method,
    DownloadsResumeMethod.method, DownloadsRemoveMethod.method,
    PlayerMethod.method, PlayerPlayMethod.method, PlayerPauseMethod.method, PlayerResumeMethod.method,
    PlayerToggleMethod.method, PlayerStopMethod.method, PlayerSeekMethod.method, PlayerVolumeMethod.method,
    SettingsMethod.method, ProfilesMethod.method, ProfilesCreateMethod.method, ProfilesUpdateMethod.method,
    ProfilesSelectMethod.method, ProfilesUnlockMethod.method, ProfilesLockMethod.method,
    ProfilesRemoveMethod.method,
    SubscribeMethod.method, UnsubscribeMethod.method, CancelMethod.method, HelloMethod.method,
    StatusMethod.method,
    ClientsMethod.method, PingMethod.method, ShutdownMethod.method, DiscoverMethod.method,
  ]

  package static func method(named name: String) -> Method? {
    all.first { $0.name == name }
  }

  /// `method_not_found`, suggesting the method that was probably meant.
  package static func unknown(_ name: String) -> RPCError {
    let near = Spelling.nearest(to: name, among: all.map(\.name))
    return RPCError(
      .methodNotFound, "there is no method \"\(Spelling.shortened(name))\"",
      hint: near.map { "did you mean \($0)?" } ?? "movierpc methods lists them",
      details: [JSONMember("did_you_mean", near.map { .string($0) } ?? .null)])
  }
}
