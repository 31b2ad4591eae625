import MovieProtocol
import MovieStore

extension Title {
  /// Converts a title of the catalogue to the wire's type.
  ///
  /// - Parameter isSuggestion: a list of completions shows it, without an overview.
  init(_ row: CatalogueTitle, isSuggestion: Bool = false) {
    let overview = isSuggestion ? nil : OverviewSentence.make(row)
    let mediaType = MediaType(rawValue: row.mediaType.rawValue) ?? .movie
    self.init(
      key: .tmdb(mediaType, row.id), id: row.id, mediaType: mediaType, title: row.title,
      originalTitle: row.originalTitle ?? row.title, originalLanguage: row.originalLanguage,
      releaseDate: row.releaseDate, year: row.year, overview: overview,
      overviewSource: overview == nil ? nil : .movierpc, genres: row.genreIDs.compactMap(Genres.name),
      genreIDs: row.genreIDs.filter { Genres.name($0) != nil }, posterPath: row.posterPath,
      backdropPath: row.backdropPath, voteAverage: row.voteAverage,
      // Without an average, the number of votes is unknown.
      voteCount: row.voteAverage == nil ? nil : row.voteCount,
      popularity: row.popularity, isAdult: false, source: .catalogue)
    imdbFacts = row.imdbFacts
  }
}

extension CatalogueTitle {
  /// A title of which only the award is known.
  init(_ winner: AwardWinner) {
    self.init(mediaType: .movie, id: winner.id, title: winner.title, releaseDate: winner.releaseDate)
  }
}

extension CatalogueTitle.MediaType {
  init(_ mediaType: Title.MediaType) {
    self =
      switch mediaType {
      case .movie: .movie
      case .tv: .tv
      }
  }
}
