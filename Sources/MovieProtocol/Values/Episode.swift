/// An episode of a series. Names are TMDB's
/// (https://developer.themoviedb.org/reference/tv-episode-details).
package struct Episode: Sendable, Equatable {
  package var seasonNumber: Int
  package var number: Int
  package var name: String?
  /// `2021-09-15`; nil: it has no date yet.
  package var airDate: String?
  /// Minutes.
  package var runtime: Int?
  package var overview: String?
  package var stillPath: String?
  package var voteAverage: Double?
  package var voteCount: Int?

  package init(season: Int, number: Int) { (seasonNumber, self.number) = (season, number) }

  /// `S02E09 Name`, as people write it. A name like `Episode 9` says no more than its number.
  package static func label(season: Int, number: Int, name: String?) -> String {
    let code = "S\(padded(season))E\(padded(number))"
    guard let name, !name.isEmpty, !isNumber(name, number) else { return code }
    return "\(code) \(name)"
  }

  private static func isNumber(_ name: String, _ number: Int) -> Bool {
    let words = name.split(separator: " ")
    return words.count == 2 && words[1] == String(number)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension Episode: JSONObject {
  package static let shape = Shape("Episode", from: Self(season: 0, number: 0)) {
    Member("season_number", \.seasonNumber, required: .count, "0: specials.")
    Member("episode_number", \.number, required: .count, "Within the season, from 1.")
    Member("name", \.name, .bytes(1...500), "Name of the episode.")
    Member("air_date", \.airDate, .day, "2021-09-15; null if it is not known yet.")
    Member("runtime", \.runtime, .count, "Minutes.")
    Member("overview", \.overview, .bytes(1...8000), "Summary of the plot.")
    Member("still_path", \.stillPath, .bytes(1...500), "TMDB's path of a picture from it.")
    Member("vote_average", \.voteAverage, .within(0...10), "0 to 10.")
    Member("vote_count", \.voteCount, .count, "Votes at TMDB.")
  }
}
