import JSONRPC
import MovieProtocol
import MovieStore

extension Title {
  /// In bytes of JSON: 20 rows stay under 64 KiB, and so does a detail with 24 of them.
  struct TextBounds {
    let title: Int
    let overview: Int

    /// TMDB allows at most 1,000 characters, which fit in most scripts.
    static let row = TextBounds(title: 200, overview: 1500)
    static let related = TextBounds(title: 160, overview: 400)
    static let detail = TextBounds(title: 600, overview: 6000)
  }

  private static let maxGenres = 8

  /// A row of a list or the body of a detail; nil: it has no ID or no title.
  init?(tmdb json: JSONValue, _ mediaType: MediaType, _ bounds: TextBounds) {
    let isFilm = mediaType == .movie
    let original = json.text(isFilm ? "original_title" : "original_name", max: bounds.title)
    guard let id = json.id(), let title = json.text(isFilm ? "title" : "name", max: bounds.title) ?? original
    else { return nil }
    self.init(.tmdb(mediaType, id), title, source: .tmdb)
    originalTitle = original
    originalLanguage = json.code("original_language")
    releaseDate = json.day(isFilm ? "release_date" : "first_air_date")
    year = releaseDate.flatMap { Int($0.prefix(4)) }
    overview = json.text("overview", max: bounds.overview)
    overviewSource = overview == nil ? nil : .tmdb
    genres = Self.genres(json)
    (posterPath, backdropPath) = (json.imagePath("poster_path"), json.imagePath("backdrop_path"))
    voteCount = json.count("vote_count")
    // Without votes TMDB's average is 0, which means nothing.
    voteAverage = voteCount == 0 ? nil : json.number("vote_average", in: 0...10)
    popularity = json.number("popularity", in: 0...1e12)
    // TMDB has two flags since 2026.
    isAdult = json.flag("adult") || json.flag("softcore")
  }

  /// Rows have `genre_ids`; a detail has `genres` with names in the requested language.
  private static func genres(_ json: JSONValue) -> [Genre] {
    if json["genres"]?.arrayValue != nil {
      return json.items("genres", max: maxGenres).compactMap { genre in
        guard let id = genre.id() else { return nil }
        return (genre.text("name", max: 60) ?? Genres.name(id)).map { Genre(id, $0) }
      }
    }
    return json.items("genre_ids", max: maxGenres).compactMap { item in
      guard let id = item.intValue else { return nil }
      return Genres.name(id).map { Genre(id, $0) }
    }
  }

  mutating func clip(_ bounds: TextBounds) {
    title = title.clipped(toJSONBytes: bounds.title)
    originalTitle = originalTitle?.clipped(toJSONBytes: bounds.title)
    overview = overview?.clipped(toJSONBytes: bounds.overview)
  }
}
