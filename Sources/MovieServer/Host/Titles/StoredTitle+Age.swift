import MovieStore

extension StoredTitle {
  /// The age of its facts from which on they are fetched again.
  static let renewsAfter: Duration = .seconds(30 * 86_400)
  /// From which on its texts are dropped: TMDB's terms (https://www.themoviedb.org/api-terms-of-use) allow six
  /// months.
  static let dropsAfter: Duration = .seconds(183 * 86_400)
}
