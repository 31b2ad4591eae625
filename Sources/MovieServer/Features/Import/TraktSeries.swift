import JSONRPC

/// Whether all of a series was watched, by an item of Trakt's `watched-shows.json`.
enum TraktSeries {
  /// Each episode that has aired was played. Plays of one episode again do not count, and nor do specials, which
  /// are season 0 and no part of `aired`.
  ///
  /// - Parameter aired: nil: it cannot be known.
  static func isWatched(_ item: JSONValue, aired: Int?) -> Bool {
    guard let aired, aired > 0 else { return false }
    var played: [Int: Set<Int>] = [:]
    for season in item["seasons"]?.arrayValue ?? [] {
      guard let number = season["number"]?.intValue, number > 0 else { continue }
      for episode in season["episodes"]?.arrayValue ?? [] where episode["plays"]?.intValue != 0 {
        if let episode = episode["number"]?.intValue { played[number, default: []].insert(episode) }
      }
    }
    return played.values.reduce(0) { $0 + $1.count } >= aired
  }
}
