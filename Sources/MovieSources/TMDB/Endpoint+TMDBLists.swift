import JSONRPC
import MovieProtocol

/// TMDB's lists: https://developer.themoviedb.org/reference/trending-all and the pages beside it.
extension Endpoint where Answer == TMDBPage {
  /// - Parameter mediaType: nil: films, series and people; people are dropped.
  static func trending(
    _ mediaType: Title.MediaType?, _ window: TrendingWindow, page: Int, language: String
  ) -> Endpoint {
    .tmdb(
      "/trending/\(mediaType?.rawValue ?? "all")/\(window.rawValue)",
      [QueryItem("language", language), QueryItem("page", String(page))], kind: .trending, of: mediaType)
  }

  enum List: String {
    case popular
    case topRated = "top_rated"
    case upcoming
    case nowPlaying = "now_playing"
    case airingToday = "airing_today"
    case onTheAir = "on_the_air"
  }

  /// - Parameter region: the country whose releases count, for films.
  static func list(
    _ list: List, _ mediaType: Title.MediaType, page: Int, language: String, region: String
  ) -> Endpoint {
    var query = [QueryItem("language", language), QueryItem("page", String(page))]
    if mediaType == .movie { query.append(QueryItem("region", region)) }
    return .tmdb("/\(mediaType.rawValue)/\(list.rawValue)", query, kind: .list, of: mediaType)
  }

  /// https://developer.themoviedb.org/reference/discover-movie
  static func discover(
    _ mediaType: Title.MediaType, _ filters: TMDBFilters, page: Int, language: String
  ) -> Endpoint {
    .tmdb(
      "/discover/\(mediaType.rawValue)",
      filters.query(mediaType) + [QueryItem("language", language), QueryItem("page", String(page))],
      kind: .list, of: mediaType)
  }

  /// https://developer.themoviedb.org/reference/search-multi, search-movie and search-tv.
  ///
  /// - Parameters:
  ///   - mediaType: nil: films, series and people; people are dropped. TMDB supports no year in this case.
  ///   - year: of the first release, or of the first episode.
  static func search(
    _ q: String, _ mediaType: Title.MediaType?, year: Int?, includesAdult: Bool, page: Int, language: String
  ) -> Endpoint {
    var query = [
      QueryItem("query", q.asQuery), QueryItem("language", language), QueryItem("page", String(page)),
    ]
    if includesAdult { query.append(QueryItem("include_adult", "true")) }
    if let mediaType, let year {
      query.append(
        QueryItem(mediaType == .movie ? "primary_release_year" : "first_air_date_year", String(year)))
    }
    return .tmdb("/search/\(mediaType?.rawValue ?? "multi")", query, kind: .search, of: mediaType)
  }

  private static func tmdb(
    _ path: String, _ query: [QueryItem], kind: AnswerKind, of mediaType: Title.MediaType?
  ) -> Endpoint {
    Endpoint(.tmdb, path, query, kind: kind) { body throws(UndecodableAnswer) in
      try TMDBPage(body, of: mediaType)
    }
  }
}
