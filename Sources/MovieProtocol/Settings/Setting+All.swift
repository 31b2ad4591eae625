extension Setting {
  /// In the order in which `settings` reports them.
  package static let all: [Setting] =
    [
      language, region, countries, includeAdult, pageSize, debounce, recordHistory,
      tmdbKey, youtubeKey, itunes, unknownAge,
      tmdbAddress, tmdbImageAddress, itunesAddress, youtubeAddress, proxy, player, playerStays, downloads,
      dataFolder,
      cacheFolder, embedded, logLevel,
    ] + limits

  // One per profile.
  package static let language = Setting(
    "language", .language, .profile, "Language of titles and texts, from TMDB; default: LANG.")
  package static let region = Setting(
    "region", .country, .profile, "Country whose dates and certificates count; default: LANG.")
  package static let countries = Setting(
    "countries", .list(.country, 1...20), .profile,
    "Where where_to_watch looks; default: the region.")
  package static let includeAdult = Setting(
    "include_adult", .boolean, default: .boolean(false), .profile,
    "Titles that TMDB marks as adult are shown.")
  package static let pageSize = Setting(
    "page_size", .integer(1...100), default: .integer(20), .profile,
    "Titles a page where a request does not say.")
  package static let debounce = Setting(
    "debounce_ms", .integer(0...2000), default: .integer(250), .profile,
    "Milliseconds a search with supersedes waits that does not say.")
  package static let recordHistory = Setting(
    "record_history", .boolean, default: .boolean(true), .profile,
    "Searches go into the history.")

  // Shared by all profiles.
  package static let tmdbKey = Setting(
    "tmdb.key", .form(.key), .shared, isSecret: true, variable: "TMDB_API_KEY",
    "TMDB's v3 key or v4 token, from https://www.themoviedb.org/settings/api.")
  package static let youtubeKey = Setting(
    "youtube.key", .form(.key), .shared, isSecret: true, variable: "YOUTUBE_API_KEY",
    "Key for searching YouTube, where TMDB has no video.")
  package static let itunes = Setting(
    "itunes.enabled", .boolean, default: .boolean(false), .shared,
    "The first page of a search asks iTunes too.")
  package static let unknownAge = Setting(
    "unknown_age", .choice(["hide", "show"]), default: .text("hide"), .shared,
    "What a profile with an age limit sees of titles without certificate.")

  // Only in the file.
  package static let tmdbAddress = Setting(
    "tmdb.base_url", .form(.webAddress), default: .text("https://api.themoviedb.org/3"), .fileOnly,
    "Where TMDB's API is.")
  package static let tmdbImageAddress = Setting(
    "tmdb.image_base_url", .form(.webAddress), default: .text("https://image.tmdb.org/t/p"), .fileOnly,
    "Where TMDB's pictures are.")
  package static let itunesAddress = Setting(
    "itunes.base_url", .form(.webAddress), default: .text("https://itunes.apple.com"), .fileOnly,
    "Where iTunes is searched.")
  package static let youtubeAddress = Setting(
    "youtube.base_url", .form(.webAddress), default: .text("https://www.googleapis.com/youtube/v3"),
    .fileOnly, "Where YouTube is searched.")
  package static let proxy = Setting(
    "http.proxy", .form(.proxy), .fileOnly,
    "Through which upstream is asked; default: what https_proxy, all_proxy and no_proxy say.")
  package static let player = Setting(
    "player.command", .list(.word, 1...64), default: .texts(["mpv"]), .fileOnly,
    "The player, which has to be an mpv, and its arguments.")
  package static let playerStays = Setting(
    "player.stays", .boolean, default: .boolean(false), .fileOnly,
    "The player goes on when the daemon ends.")
  package static let downloads = Setting(
    "downloads.command", .list(.word, 0...64), .fileOnly,
    "What fetches trailers: yt-dlp and its arguments; default: yt-dlp where PATH has it; []: nothing does.")
  package static let dataFolder = Setting(
    "folders.data", .form(.folder), .fileOnly, "Where the library is. Counts from the next start.")
  package static let cacheFolder = Setting(
    "folders.cache", .form(.folder), .fileOnly, "Where the catalogue is. Counts from the next start.")
  package static let embedded = Setting(
    "catalogue.embedded", .boolean, default: .boolean(true), .fileOnly,
    "The facts in the program are searched. Counts from the next start.")
  package static let logLevel = Setting(
    "log.level", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]),
    default: .text("info"), .fileOnly, "The least to be logged.")

  package static let limits = Limits.entries.map { entry in
    Setting(
      "limits." + entry.name, .integer(entry.range), default: .integer(Limits()[keyPath: entry.field]),
      .fileOnly,
      entry.summary)
  }
}
