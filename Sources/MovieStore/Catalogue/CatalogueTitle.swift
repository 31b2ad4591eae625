package import MovieProtocol

/// The catalogue's data of one film or series. Names, IDs and paths are TMDB's.
package struct CatalogueTitle: Sendable, Hashable {
  package var mediaType: Title.MediaType
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
  package var genreIDs: [Int] = []
  package var director: [String] = []
  /// The first names in billing order.
  package var cast: [String] = []
  /// 0 to 10; nil without votes.
  package var voteAverage: Double?
  /// 0 also if it is unknown, as for most series.
  package var voteCount = 0
  /// Comparable only among films and series of 2026.
  package var popularity: Double?
  /// `/d5NXSklXo0qyIYkgV94XAgMIckC.jpg`
  package var posterPath: String?
  package var backdropPath: String?
  package var collection: String?
  package var keywords: [String] = []
  /// ISO 3166-1: of films where they were produced, of series where they come from.
  package var countries: [String] = []
  /// Of a series.
  package var networks: [String] = []
  /// Other names under which it is found.
  package var aliases: [String] = []
  /// Which of these facts are IMDb's.
  package var imdbFacts: IMDbFacts = []
}

extension CatalogueTitle {
  /// A title of which only the award is known.
  package init(_ winner: AwardWinner) {
    self.init(
      mediaType: .movie, id: winner.id, title: winner.title, releaseDate: winner.releaseDate,
      year: Int(winner.releaseDate.prefix(4)))
  }

  /// What a list of completions shows, and the pictures that its client may ask for next.
  var asSuggestion: CatalogueTitle {
    var shown = CatalogueTitle(
      mediaType: mediaType, id: id, title: title, releaseDate: releaseDate, year: year)
    (shown.voteAverage, shown.voteCount) = (voteAverage, voteCount)
    (shown.posterPath, shown.backdropPath, shown.imdbFacts) = (posterPath, backdropPath, imdbFacts)
    return shown
  }
}
