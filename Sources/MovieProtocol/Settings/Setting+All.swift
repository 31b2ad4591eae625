extension Setting {
  /// In the order in which `settings` reports them.
  package static let all: [Setting] =
    [
      language, region, countries, includeAdult, pageSize, debounce, recordSearches, syncShare,
      tmdbKey, youtubeKey, itunes, unknownAge, catalogueUpdate,
      tmdbAddress, tmdbImageAddress, tmdbExportAddress, itunesAddress, youtubeAddress, proxy,
      sharedCache, player, playerStays, downloads, syncFolder,
      syncPassphrase, dataFolder,
      cacheFolder, embedded, logLevel,
    ] + limits

  // One per profile.
  package static let language = Setting(
    "language", .language, .profile, "Language of titles and texts, from TMDB; default: LANG.")
  package static let region = Setting(
    "region", .country, .profile, "Country of dates and certificates; default: LANG.")
  package static let countries = Setting(
    "countries", .list(.country, 1...20), .profile,
    "Countries of where_to_watch; default: the region.")
  package static let includeAdult = Setting(
    "include_adult", .boolean, default: .boolean(false), .profile,
    "Show titles that TMDB marks as adult.")
  package static let pageSize = Setting(
    "page_size", .integer(1...100), default: .integer(20), .profile,
    "Titles per page, unless the request sets page_size.")
  package static let debounce = Setting(
    "debounce_ms", .integer(0...2000), default: .integer(250), .profile,
    "Milliseconds a search with supersedes waits, unless it sets debounce_ms.")
  package static let recordSearches = Setting(
    "record_searches", .boolean, default: .boolean(true), .profile,
    "Record searches.")

  package static let syncShare = Setting(
    "sync.share", .choices(["watchlist", "favorites", "searches", "settings", "follow"]),
    .profile, "What the profile shares with its other machines through sync.folder; default: all.")

  // Shared by all profiles.
  package static let tmdbKey = Setting(
    "tmdb.key", .form(.key), .shared, isSecret: true, variable: "TMDB_API_KEY",
    "TMDB's v3 key or v4 token, from https://www.themoviedb.org/settings/api.")
  package static let youtubeKey = Setting(
    "youtube.key", .form(.key), .shared, isSecret: true, variable: "YOUTUBE_API_KEY",
    "Key for YouTube, searched if TMDB has no video; without it downloads.command searches.")
  package static let itunes = Setting(
    "itunes.enabled", .boolean, default: .boolean(false), .shared,
    "Search iTunes as well, for the first page of a search.")
  package static let unknownAge = Setting(
    "unknown_age", .choice(["hide", "show"]), default: .text("hide"), .shared,
    "Whether a profile with an age limit shows titles without a certificate.")
  package static let catalogueUpdate = Setting(
    "catalogue.update", .choice(["manual", "weekly"]), default: .text("manual"), .shared,
    "weekly: fetch TMDB's export each week, but not if metered or on battery; manual: by command only.")

  // Only in the file.
  package static let tmdbAddress = Setting(
    "tmdb.base_url", .form(.webAddress), default: .text("https://api.themoviedb.org/3"), .fileOnly,
    "Address of TMDB's API.")
  package static let tmdbImageAddress = Setting(
    "tmdb.image_base_url", .form(.webAddress), default: .text("https://image.tmdb.org/t/p"), .fileOnly,
    "Address of TMDB's pictures.")
  package static let tmdbExportAddress = Setting(
    "tmdb.export_base_url", .form(.webAddress), default: .text("https://files.tmdb.org/p/exports"), .fileOnly,
    "Address of TMDB's daily exports.")
  package static let itunesAddress = Setting(
    "itunes.base_url", .form(.webAddress), default: .text("https://itunes.apple.com"), .fileOnly,
    "Address of iTunes' search.")
  package static let youtubeAddress = Setting(
    "youtube.base_url", .form(.webAddress), default: .text("https://www.googleapis.com/youtube/v3"),
    .fileOnly, "Address of YouTube's API.")
  package static let proxy = Setting(
    "http.proxy", .form(.proxy), .fileOnly,
    "Proxy for upstream requests; default: https_proxy, all_proxy and no_proxy.")
  package static let sharedCache = Setting(
    "cache.shared", .form(.redis), .fileOnly, isSecret: true,
    "A Redis or Valkey server in which several machines share upstreams' answers and one rate limit.")
  package static let player = Setting(
    "player.command", .list(.word, 1...64), default: .texts(["mpv"]), .fileOnly,
    "The player (mpv) and its arguments.")
  package static let playerStays = Setting(
    "player.keep_running", .boolean, default: .boolean(false), .fileOnly,
    "Leave the player running when the daemon ends.")
  package static let downloads = Setting(
    "downloads.command", .list(.word, 0...64), .fileOnly,
    "yt-dlp and its arguments, to find and fetch trailers; default: yt-dlp if it is in PATH; []: do neither.")
  package static let syncFolder = Setting(
    "sync.folder", .form(.folder), .fileOnly,
    "Folder shared with your other machines, to have the same lists on all of them; default: none.")
  package static let syncPassphrase = Setting(
    "sync.passphrase_file", .form(.file), .fileOnly,
    "File with the passphrase that encrypts what is written to sync.folder; default: none, not encrypted.")
  package static let dataFolder = Setting(
    "folders.data", .form(.folder), .fileOnly, "Folder of the library. Applies from the next start.")
  package static let cacheFolder = Setting(
    "folders.cache", .form(.folder), .fileOnly,
    "Folder of the catalogue and the caches. Applies from the next start.")
  package static let embedded = Setting(
    "catalogue.embedded", .boolean, default: .boolean(true), .fileOnly,
    "Search the built-in catalogue. Applies from the next start.")
  package static let logLevel = Setting(
    "log.level", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]),
    default: .text("info"), .fileOnly, "Lowest level that is logged.")

  package static let limits = Limits.entries.map { entry in
    Setting(
      "limits." + entry.name, .integer(entry.range), default: .integer(Limits()[keyPath: entry.field]),
      .fileOnly,
      entry.summary)
  }
}
