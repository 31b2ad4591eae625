import JSONRPC
import MovieProtocol
import MovieSources

extension RPCError {
  /// - Parameters:
  ///   - options: of a request that may have excluded upstream.
  ///   - match: the key is that of what words found here, and TMDB does not have it.
  static func unknown(
    _ key: TitleKey, _ settings: Settings, _ options: FetchOptions? = nil, found match: BestMatch? = nil
  ) -> RPCError {
    if let match, options?.isCacheOnly != true {
      return RPCError(
        .notFound, .titleNotAtTMDB(match.name, key.text), .searchForTitle, details: ["resource": "title"])
    }
    if case .imdb = key, settings.tmdbKey == nil { return needsTMDB(.titleByIMDb) }
    let advice =
      switch key {
      case .itunes where !settings.asksITunes:
        Advice(.titlesNeedITunes(Setting.itunes.name), .setting(Setting.itunes.name))
      case .tmdb, .imdb:
        settings.tmdbKey == nil
          ? Advice(.searchedLocally(Setting.tmdbKey.name), .setting(Setting.tmdbKey.name)) : .searchForTitle
      default: Advice.searchForTitle
      }
    guard options?.isCacheOnly == true else {
      return RPCError(.notFound, .noTitle(key.text), advice, details: ["resource": "title"])
    }
    // Without the upstream's setting, no request would be sent either.
    var isSetting = false
    if case .setting? = advice.remedy { isSetting = true }
    return RPCError(
      .notFound, .titleNotCached(key.text), isSetting ? advice : .omitCacheOnly,
      details: ["resource": "title"])
  }
}
