import EventLoop
import MovieSources

extension Upstreams.Settings {
  init(_ settings: Settings) {
    self.init(
      tmdbAddress: settings.tmdbAddress, tmdbKey: settings.tmdbKey, itunesAddress: settings.itunesAddress,
      asksITunes: settings.asksITunes, youtubeAddress: settings.youtubeAddress,
      youtubeKey: settings.youtubeKey, proxy: settings.proxy)
  }
}
