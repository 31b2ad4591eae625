/// A season with its episodes. Names are TMDB's
/// (https://developer.themoviedb.org/reference/tv-season-details).
package struct SeasonDetail: Sendable, Equatable {
  /// Of the series.
  package var key: TitleKey
  package var title: String
  package var number: Int
  package var name: String
  package var overview: String?
  package var airDate: String?
  package var posterPath: String?
  package var voteAverage: Double?
  package var episodes: [Episode] = []

  package init(of key: TitleKey, _ title: String, number: Int, name: String) {
    (self.key, self.title, self.number, self.name) = (key, title, number, name)
  }

  package static let maxEpisodes = 1000
}

extension SeasonDetail: JSONObject {
  package static let shape = Shape<Self>("SeasonDetail") {
    Member("key", \.key, "Key of the series.")
    Member("title", \.title, "Name of the series.")
    Member("season_number", \.number, "0: specials.")
    Member("name", \.name, "Season 2.")
    Member("overview", \.overview, "Summary of the season.")
    Member("air_date", \.airDate, .day, "Air date of the first episode.")
    Member("poster_path", \.posterPath, "TMDB's path.")
    Member("vote_average", \.voteAverage, "0 to 10.")
    Member("episodes", \.episodes, "In their order; at most 1000.")
  }
}
