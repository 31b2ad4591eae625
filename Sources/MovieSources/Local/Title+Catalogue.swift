import MovieProtocol
import MovieStore

extension Title {
  /// Converts a title of the catalogue to the wire's type.
  ///
  /// - Parameter isSuggestion: a list of completions shows it, without an overview.
  init(_ row: CatalogueTitle, isSuggestion: Bool = false) {
    self.init(.tmdb(row.mediaType, row.id), row.title, source: .catalogue)
    // The catalogue has the titles that differ. An English one does not; of others it is unknown whether they do.
    originalTitle = row.originalTitle ?? (row.originalLanguage == "en" ? row.title : nil)
    originalLanguage = row.originalLanguage
    (releaseDate, year) = (row.releaseDate, row.year)
    overview = isSuggestion ? nil : OverviewSentence.make(row)
    overviewSource = overview == nil ? nil : .movierpc
    genres = row.genreIDs.compactMap { id in Genres.name(id).map { Genre(id, $0) } }
    (posterPath, backdropPath) = (row.posterPath, row.backdropPath)
    // Without an average, the number of votes is unknown.
    (voteAverage, voteCount) = (row.voteAverage, row.voteAverage == nil ? nil : row.voteCount)
    (popularity, imdbFacts) = (row.popularity, row.imdbFacts)
  }
}
