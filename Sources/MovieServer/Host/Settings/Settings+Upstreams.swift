import EventLoop
import MovieProtocol
import MovieSources

extension FetchOptions {
  /// From the settings, for the daemon itself.
  init(_ settings: Settings, day: String) {
    self.init(day: day)
    language = settings.language
    region = settings.region
    countries = settings.countries
    includesAdult = settings.includesAdult
  }
}

extension Upstreams.Settings {
  init(_ settings: Settings) {
    self.init(
      tmdbAddress: settings.tmdbAddress, itunesAddress: settings.itunesAddress,
      youtubeAddress: settings.youtubeAddress)
    (tmdbKey, youtubeKey) = (settings.tmdbKey, settings.youtubeKey)
    tmdbImageAddress = settings.tmdbImageAddress
    (asksITunes, downloader) = (settings.asksITunes, settings.downloadsCommand)
    proxy = settings.proxy
    sharedCache = settings.sharedCache
  }
}
