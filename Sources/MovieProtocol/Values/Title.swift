/// A film or a series as every list shows it. Names are TMDB's own
/// (https://developer.themoviedb.org/reference/search-movie), so anyone who knows its API can read them.
package struct Title: Sendable, Equatable {
  package enum MediaType: String, JSONScalar, CaseIterable {
    case movie, tv

    /// Of the enumeration in documents.
    static let name = "MediaType"

    /// There will be no others.
    package static func schema(_ about: String) -> Schema {
      Schema.NamedSchema(name, .only(allCases.map(\.rawValue), "")).meaning(about)
    }
  }
  package enum OverviewSource: String, JSONScalar, CaseIterable { case tmdb, itunes, movierpc }
  package enum Source: String, JSONScalar, CaseIterable { case tmdb, itunes, catalogue, library }

  package struct Genre: Sendable, Equatable {
    /// TMDB's number.
    package var id: Int
    package var name: String

    package init(_ id: Int, _ name: String) { (self.id, self.name) = (id, name) }
  }

  /// What the requesting profile has done with a title.
  package struct UserState: Sendable, Equatable {
    package enum Download: String, JSONScalar, CaseIterable {
      case none, queued, active, paused, done, failed
    }
    package var isOnWatchlist = false
    package var isWatched = false
    package var isFavorite = false
    package var download = Download.none

    /// It is on a list of the profile.
    package var isListed: Bool { isOnWatchlist || isFavorite }

    package init() {}
  }

  /// With TMDB's number, or that of iTunes; identifies the title everywhere.
  package var key: TitleKey
  /// TMDB's number; nil for a title only iTunes knows.
  package var id: Int?
  package var mediaType: MediaType
  package var title: String
  /// Nil if it is unknown.
  package var originalTitle: String?
  package var originalLanguage: String?
  /// `2021-09-15`.
  package var releaseDate: String?
  package var year: Int?
  package var overview: String?
  package var overviewSource: OverviewSource?
  package var genres: [Genre] = []
  package var posterPath: String?
  package var backdropPath: String?
  package var voteAverage: Double?
  package var voteCount: Int?
  /// Comparable only within one answer.
  package var popularity: Double?
  package var isAdult = false
  /// TMDB has deleted it.
  package var isGone = false
  package var source: Source
  package var userState = UserState()
  /// Of a search.
  package var matched: [MatchedWord] = []
  /// Not on the wire.
  package var imdbFacts: IMDbFacts = []

  /// A title of which no more is known.
  package init(_ key: TitleKey, _ title: String, source: Source) {
    (self.key, self.title, self.source) = (key, title, source)
    mediaType = key.mediaType ?? .movie
    if case .tmdb(_, let id) = key { self.id = id }
  }

  package var genreIDs: [Int] { genres.map(\.id) }
}
