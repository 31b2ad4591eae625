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
  package let recordsHistory: Bool
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
    func value(_ setting: Setting) -> ArgumentValue? { layers.resolved(of: setting).value }
    // Each value has been checked, and each of these has a default: the value after ?? is never used.
    language = value(.language)?.text ?? SystemLanguage.fallback.language
    region = value(.region)?.text ?? SystemLanguage.fallback.region
    var configured = layers
    configured.library = [:]
    configuredRegion = configured.resolved(of: .region).value?.text ?? SystemLanguage.fallback.region
    countries = value(.countries)?.texts ?? []
    includesAdult = value(.includeAdult)?.boolean ?? false
    pageSize = value(.pageSize)?.integer ?? 20
    debounce = value(.debounce)?.integer ?? 250
    recordsHistory = value(.recordHistory)?.boolean ?? true
    tmdbKey = value(.tmdbKey)?.text.map(Secret.init)
    youtubeKey = value(.youtubeKey)?.text.map(Secret.init)
    asksITunes = value(.itunes)?.boolean ?? false
    hidesUnknownAge = value(.unknownAge)?.text != "show"
    updatesCatalogueWeekly = value(.catalogueUpdate)?.text == "weekly"
    tmdbAddress = value(.tmdbAddress)?.text ?? ""
    tmdbImageAddress = value(.tmdbImageAddress)?.text ?? ""
    tmdbExportAddress = value(.tmdbExportAddress)?.text ?? ""
    itunesAddress = value(.itunesAddress)?.text ?? ""
    youtubeAddress = value(.youtubeAddress)?.text ?? ""
    proxy = value(.proxy)?.text
    sharedCache = value(.sharedCache)?.text.flatMap { RedisURL($0) }
    playerCommand = value(.player)?.texts ?? []
    playerStays = value(.playerStays)?.boolean ?? false
    downloadsCommand = value(.downloads)?.texts ?? []
    syncFolder = value(.syncFolder)?.text
    syncPassphraseFile = value(.syncPassphrase)?.text
    shared = Set((value(.syncShare)?.texts ?? []).compactMap { SyncedList(rawValue: $0) })
  }
}
