/// A film or a series as every list shows it. Names are TMDB's own
/// (https://developer.themoviedb.org/reference/search-movie), so anyone who knows its API can read them.
package struct Title: Sendable, Equatable {
  package enum MediaType: String, JSONScalar, CaseIterable { case movie, tv }
  package enum OverviewSource: String, JSONScalar, CaseIterable { case tmdb, itunes, movierpc }
  package enum Source: String, JSONScalar, CaseIterable { case tmdb, itunes, catalogue, library }

  /// What the requesting profile has done with a title.
  package struct UserState: Sendable, Equatable {
    package enum Download: String, JSONScalar, CaseIterable {
      case none, queued, active, paused, done, failed
    }
    package var isOnWatchlist = false
    package var isWatched = false
    package var isFavorite = false
    package var download = Download.none

    package init() {}
  }

  /// With TMDB's number, or that of iTunes; identifies the title everywhere.
  package var key: TitleKey
  /// TMDB's number; nil for a title only iTunes knows.
  package var id: Int?
  package var mediaType: MediaType
  package var title: String
  package var originalTitle: String
  package var originalLanguage: String?
  /// `2021-09-15`.
  package var releaseDate: String?
  package var year: Int?
  package var overview: String?
  package var overviewSource: OverviewSource?
  package var genres: [String]
  package var genreIDs: [Int]
  package var posterPath: String?
  package var backdropPath: String?
  package var voteAverage: Double?
  package var voteCount: Int?
  /// Comparable only within one answer.
  package var popularity: Double?
  package var isAdult: Bool
  package var source: Source
  package var userState: UserState
  /// Not on the wire.
  package var imdbFacts: IMDbFacts = []

  package init(
    key: TitleKey, id: Int? = nil, mediaType: MediaType, title: String, originalTitle: String,
    originalLanguage: String? = nil, releaseDate: String? = nil, year: Int? = nil, overview: String? = nil,
    overviewSource: OverviewSource? = nil, genres: [String] = [], genreIDs: [Int] = [],
    posterPath: String? = nil, backdropPath: String? = nil, voteAverage: Double? = nil, voteCount: Int? = nil,
    popularity: Double? = nil, isAdult: Bool = false, source: Source, userState: UserState = UserState()
  ) {
    self.key = key
    self.id = id
    self.mediaType = mediaType
    self.title = title
    self.originalTitle = originalTitle
    self.originalLanguage = originalLanguage
    self.releaseDate = releaseDate
    self.year = year
    self.overview = overview
    self.overviewSource = overviewSource
    self.genres = genres
    self.genreIDs = genreIDs
    self.posterPath = posterPath
    self.backdropPath = backdropPath
    self.voteAverage = voteAverage
    self.voteCount = voteCount
    self.popularity = popularity
    self.isAdult = isAdult
    self.source = source
    self.userState = userState
  }
}
