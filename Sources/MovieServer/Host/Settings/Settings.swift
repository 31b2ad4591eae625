package import MovieProtocol
package import MovieSources
import MovieStore

/// The values in force, for the code that uses them.
package struct Settings: Sendable, Equatable {
  /// `de` or `de-DE`.
  package let language: String
  package let region: String
  /// The region of the configuration or of LANG, which no profile can change.
  let configuredRegion: String
  package let countries: [String]
  package let includesAdult: Bool
  /// Titles per page if a request does not specify it; `limits.page_size` may be less.
  package let pageSize: Int
  /// Milliseconds.
  package let debounce: Int
  package let recordsSearches: Bool
  package let tmdbKey: Secret?
  package let youtubeKey: Secret?
  package let asksITunes: Bool
  package let hidesUnknownAge: Bool
  let updatesCatalogueWeekly: Bool
  package let tmdbAddress: String
  package let tmdbImageAddress: String
  package let tmdbExportAddress: String
  package let itunesAddress: String
  package let youtubeAddress: String
  package let proxy: String?
  package let sharedCache: RedisURL?
  package let playerCommand: [String]
  package let playerStays: Bool
  package let downloadsCommand: [String]
  let syncFolder: String?
  let syncPassphraseFile: String?
  let shared: Set<SyncedList>

  init(_ layers: SettingLayers) {
    language = layers.value(of: .language, \.text)
    region = layers.value(of: .region, \.text)
    var configured = layers
    configured.library = [:]
    configuredRegion = configured.value(of: .region, \.text)
    countries = layers.value(of: .countries, \.texts)
    includesAdult = layers.value(of: .includeAdult, \.boolean)
    pageSize = layers.value(of: .pageSize, \.integer)
    debounce = layers.value(of: .debounce, \.integer)
    recordsSearches = layers.value(of: .recordSearches, \.boolean)
    tmdbKey = layers[.tmdbKey]?.text.map(Secret.init)
    youtubeKey = layers[.youtubeKey]?.text.map(Secret.init)
    asksITunes = layers.value(of: .itunes, \.boolean)
    hidesUnknownAge = layers[.unknownAge]?.text != "show"
    updatesCatalogueWeekly = layers[.catalogueUpdate]?.text == "weekly"
    tmdbAddress = layers.value(of: .tmdbAddress, \.text)
    tmdbImageAddress = layers.value(of: .tmdbImageAddress, \.text)
    tmdbExportAddress = layers.value(of: .tmdbExportAddress, \.text)
    itunesAddress = layers.value(of: .itunesAddress, \.text)
    youtubeAddress = layers.value(of: .youtubeAddress, \.text)
    proxy = layers[.proxy]?.text
    sharedCache = layers[.sharedCache]?.text.flatMap { RedisURL($0) }
    playerCommand = layers.value(of: .player, \.texts)
    playerStays = layers.value(of: .playerStays, \.boolean)
    downloadsCommand = layers[.downloads]?.texts ?? []
    syncFolder = layers[.syncFolder]?.text
    syncPassphraseFile = layers[.syncPassphrase]?.text
    shared = Set(layers.value(of: .syncShare, \.texts).compactMap { SyncedList(word: $0) })
  }
}
