import MovieProtocol
import MovieStore

extension Title {
  /// A title of the catalogue as the wire has it.
  init(_ row: CatalogueTitle) {
    let overview = OverviewSentence.make(row)
    self.init(
      key: "\(row.mediaType.rawValue)/\(row.id)", id: row.id,
      mediaType: MediaType(rawValue: row.mediaType.rawValue) ?? .movie, title: row.title,
      originalTitle: row.originalTitle ?? row.title, originalLanguage: row.originalLanguage,
      releaseDate: row.releaseDate, year: row.year, overview: overview,
      overviewSource: overview == nil ? nil : .movierpc, genres: row.genreIDs.compactMap(Genres.name),
      genreIDs: row.genreIDs.filter { Genres.name($0) != nil }, posterPath: row.posterPath,
      backdropPath: row.backdropPath, voteAverage: row.voteAverage,
      // No votes are known of a title without an average.
      voteCount: row.voteAverage == nil ? nil : row.voteCount,
      popularity: row.popularity, isAdult: false, source: .catalogue)
  }
}

extension CatalogueTitle {
  /// A title of which nobody here knows more than that it won.
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
