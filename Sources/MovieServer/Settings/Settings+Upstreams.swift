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

extension Downloads.Setup {
  init(_ settings: Settings, _ limits: Limits) {
    self.init()
    bounds = DownloadQueue.Bounds(
      atOnce: limits.downloadsAtOnce, perHost: limits.downloadsPerHost, tries: limits.downloadTries,
      titles: limits.downloads, pictureHost: DownloadQueue.host(of: settings.tmdbImageAddress))
    maxBytes = limits.downloadBytes
    command = settings.downloadsCommand
    proxy = settings.proxy
  }
}

extension Upstreams.Settings {
  init(_ settings: Settings) {
    self.init(
      tmdbAddress: settings.tmdbAddress, tmdbKey: settings.tmdbKey,
      tmdbImageAddress: settings.tmdbImageAddress, itunesAddress: settings.itunesAddress,
      asksITunes: settings.asksITunes, youtubeAddress: settings.youtubeAddress,
      youtubeKey: settings.youtubeKey, proxy: settings.proxy, sharedCache: settings.sharedCache)
  }
}
