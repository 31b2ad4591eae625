import JSONRPC
import MovieProtocol

/// https://developer.themoviedb.org/reference/movie-details and tv-series-details, with what is appended to
/// them: https://developer.themoviedb.org/docs/append-to-response
extension Endpoint where Answer == TMDBDetail {
  /// All in one request, for all who ask in that language: what depends on a country is for all countries in
  /// it.
  static func detail(_ mediaType: Title.MediaType, _ id: Int, language: String) -> Endpoint {
    let blocks = [
      mediaType == .movie ? "credits" : "aggregate_credits", "videos", "similar", "recommendations",
      "watch/providers",
      TMDBCertificates.block(mediaType), "external_ids", "keywords", "images",
    ]
    var languages = [Video.language(of: language)]
    if languages[0] != "en" { languages.append("en") }
    return .tmdb(
      mediaType, id,
      [
        QueryItem("append_to_response", blocks.joined(separator: ",")),
        // Without them a German sees no English trailer, and nearly no picture.
        QueryItem("include_video_language", (languages + ["null"]).joined(separator: ",")),
        QueryItem("include_image_language", (languages + ["null"]).joined(separator: ",")),
        QueryItem("language", language),
      ])
  }

  /// The title's own texts, in a language where there are more of them.
  static func texts(_ mediaType: Title.MediaType, _ id: Int, language: String) -> Endpoint {
    .tmdb(mediaType, id, [QueryItem("language", language)])
  }

  private static func tmdb(_ mediaType: Title.MediaType, _ id: Int, _ query: [QueryItem]) -> Endpoint {
    Endpoint(.tmdb, "/\(mediaType.rawValue)/\(id)", query, kind: .detail) { body throws(UndecodableAnswer) in
      try TMDBDetail(body, mediaType, id)
    }
  }
}

/// https://developer.themoviedb.org/reference/find-by-id
extension Endpoint where Answer == TMDBFound {
  /// - Returns: nil for what is no number of IMDb: it becomes part of a path.
  static func find(imdbID: String) -> Endpoint? {
    guard TitleKey("imdb/\(imdbID)") == .imdb(imdbID) else { return nil }
    return Endpoint(.tmdb, "/find/\(imdbID)", [QueryItem("external_source", "imdb_id")], kind: .detail) {
      body throws(UndecodableAnswer) in try TMDBFound(body)
    }
  }
}

/// Titles with a number of another service; films first. More than one may be named, where TMDB has them
/// wrong.
struct TMDBFound: Sendable, Equatable {
  struct Name: Sendable, Equatable {
    let mediaType: Title.MediaType
    let id: Int
  }

  let names: [Name]

  /// Asked for one after the other, so few.
  static let most = 3

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["movie_results"]?.arrayValue != nil || json["tv_results"]?.arrayValue != nil else {
      throw UndecodableAnswer("has neither movie_results nor tv_results")
    }
    let films = json.items("movie_results", most: 10).compactMap { $0.id() }
    let series = json.items("tv_results", most: 10).compactMap { $0.id() }
    names = Array(
      (films.map { Name(mediaType: .movie, id: $0) } + series.map { Name(mediaType: .tv, id: $0) })
        .prefix(Self.most))
  }
}
