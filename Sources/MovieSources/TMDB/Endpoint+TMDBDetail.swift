import JSONRPC
import MovieProtocol

/// https://developer.themoviedb.org/reference/movie-details and tv-series-details, with appended responses:
/// https://developer.themoviedb.org/docs/append-to-response
extension Endpoint where Answer == TMDBDetail {
  /// All in one request, for all users of that language: the blocks that depend on a country contain all
  /// countries.
  static func detail(_ mediaType: Title.MediaType, _ id: Int, language: String) -> Endpoint {
    let blocks = [
      mediaType == .movie ? "credits" : "aggregate_credits", "videos", "similar", "recommendations",
      "watch/providers",
      TMDBCertifications.block(mediaType), "external_ids", "keywords", "images",
    ]
    var languages = [Video.language(of: language)]
    if languages[0] != "en" { languages.append("en") }
    return .tmdb(
      mediaType, id,
      [
        QueryItem("append_to_response", blocks.joined(separator: ",")),
        // Without them a German user gets no English trailer, and hardly any pictures.
        QueryItem("include_video_language", (languages + ["null"]).joined(separator: ",")),
        QueryItem("include_image_language", (languages + ["null"]).joined(separator: ",")),
        QueryItem("language", language),
      ])
  }

  /// The title's own texts, in a language that has more of them.
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
  /// - Returns: nil for a malformed IMDb ID, because it becomes part of a path.
  static func find(imdbID: String, language: String) -> Endpoint? {
    guard TitleKey(imdb: imdbID) != nil else { return nil }
    return find(imdbID, in: "imdb_id", language: language)
  }

  /// - Parameter id: letters and digits only.
  static func find(_ id: String, in source: String, language: String) -> Endpoint {
    Endpoint(
      .tmdb, "/find/\(id)", [QueryItem("external_source", source), QueryItem("language", language)],
      kind: .detail
    ) { body throws(UndecodableAnswer) in try TMDBFound(body) }
  }
}

/// Titles with an ID of another service; films first. There may be more than one if TMDB has an error.
struct TMDBFound: Sendable, Equatable {
  struct Name: Sendable, Equatable {
    let mediaType: Title.MediaType
    let id: Int
  }

  let names: [Name]
  let titles: [Title]
  let people: [Person]

  /// They are requested one after another, so only few.
  static let maxNames = 3

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["movie_results"]?.arrayValue != nil || json["tv_results"]?.arrayValue != nil else {
      throw UndecodableAnswer("the response has neither movie_results nor tv_results")
    }
    let films = json.items("movie_results", max: 10).compactMap { $0.id() }
    let series = json.items("tv_results", max: 10).compactMap { $0.id() }
    titles =
      json.items("movie_results", max: 10).compactMap { TMDBRow($0, of: .movie)?.title }
      + json.items("tv_results", max: 10).compactMap { TMDBRow($0, of: .tv)?.title }
    people = json.items("person_results", max: 10).compactMap { Person(tmdb: $0) }
    names = Array(
      (films.map { Name(mediaType: .movie, id: $0) } + series.map { Name(mediaType: .tv, id: $0) })
        .prefix(Self.maxNames))
  }
}
