package import MovieProtocol

/// The catalogue's data of one film or series. Names, IDs and paths are TMDB's.
package struct CatalogueTitle: Sendable, Hashable {
  package enum MediaType: String, Sendable, CaseIterable {
    case movie, tv
  }

  package var mediaType: MediaType
  /// TMDB's ID: unique among films and among series, not among both.
  package var id: Int
  package var title: String
  /// nil if it is not known to differ from `title`.
  package var originalTitle: String?
  /// ISO 639-1, e.g. `en`.
  package var originalLanguage: String?
  /// `2021-09-15`; for a series the day of its first episode. nil if at most the year is known.
  package var releaseDate: String?
  package var year: Int?
  /// In minutes.
  package var runtime: Int?
  /// See `Genres`, best match first.
  package var genreIDs: [Int]
  package var director: [String]
  /// The first names in billing order.
  package var cast: [String]
  /// 0 to 10; nil without votes.
  package var voteAverage: Double?
  /// 0 also if it is unknown, as for most series.
  package var voteCount: Int
  /// Comparable only among films and series of 2026.
  package var popularity: Double?
  /// `/d5NXSklXo0qyIYkgV94XAgMIckC.jpg`
  package var posterPath: String?
  package var backdropPath: String?
  package var collection: String?
  package var keywords: [String]
  /// Which of these facts are IMDb's.
  package var imdbFacts: IMDbFacts = []
  package init(
    mediaType: MediaType, id: Int, title: String, originalTitle: String? = nil,
    originalLanguage: String? = nil, releaseDate: String? = nil, year: Int? = nil, runtime: Int? = nil,
    genreIDs: [Int] = [], director: [String] = [], cast: [String] = [], voteAverage: Double? = nil,
    voteCount: Int = 0,
    popularity: Double? = nil, posterPath: String? = nil, backdropPath: String? = nil,
    collection: String? = nil, keywords: [String] = []
  ) {
    self.mediaType = mediaType
    self.id = id
    self.title = title
    self.originalTitle = originalTitle
    self.originalLanguage = originalLanguage
    self.releaseDate = releaseDate
    self.year = year ?? releaseDate.flatMap { Int($0.prefix(4)) }
    self.runtime = runtime
    self.genreIDs = genreIDs
    self.director = director
    self.cast = cast
    self.voteAverage = voteAverage
    self.voteCount = voteCount
    self.popularity = popularity
    self.posterPath = posterPath
    self.backdropPath = backdropPath
    self.collection = collection
    self.keywords = keywords
  }
}
