import JSONRPC
import MovieProtocol

/// A file of Trakt's export (https://trakt.tv/settings/data) or an answer of its API
/// (https://trakt.docs.apiary.io/#reference/sync): `lists-watchlist.json`, `lists-favorites.json`,
/// `watched-movies.json`, `watched-history-1.json`, `ratings-shows.json`, or several as members of one
/// object.
///
///     {"listed_at":..,"notes":..,"type":"movie","movie":{"title":"..","year":2010,"ids":{"tmdb":1,..}}}
///     {"watched_at":..,"type":"movie","movie":{...}}   {"rated_at":..,"rating":9,"type":"show","show":{...}}
///     {"plays":4,"last_watched_at":..,"show":{..., "aired_episodes":62}}
///
/// Titles that were watched or rated are marked as watched; a series that has episodes left according to
/// Trakt is only put on the watchlist. Seasons and episodes are reported as unmatched, once per series.
enum TraktRows {
  private static let lists = [
    "watchlist", "favorites", "watched", "watched_movies", "watched_shows", "movies", "shows", "history",
    "ratings", "items",
  ]

  static func read(_ text: Span<UInt8>, path: String, into plan: inout ImportPlan) throws(ImportError) {
    let isFavorites = path.split(separator: "/").last?.lowercased().contains("favorites") == true
    // A history may have ten thousand episodes.
    var named: Set<String> = []
    var isTrakt = false
    try JSONRows.read(text, lists: lists, into: &plan) { list, item, line, plan throws(ImportError) in
      let isFavorite = list == "favorites" || list == nil && isFavorites
      guard let (type, facts) = subject(item) else {
        return plan.refuse(line, .malformed, "the item is neither a film nor a series")
      }
      isTrakt = true
      var title = ImportRow(line: line)
      title.title = facts["title"]?.stringValue
      title.year = facts["year"]?.intValue.flatMap { (1870...2100).contains($0) ? $0 : nil }
      guard let type else {
        if named.count < Unmatched.maxRows, named.insert(title.title ?? "").inserted {
          plan.unmatched.add(
            title, .unsupported, "seasons and episodes cannot be imported, only whole series")
        }
        return
      }
      title.mediaType = type
      title.keys = keys(facts["ids"], type)
      guard title.title != nil || !title.keys.isEmpty else {
        return plan.refuse(line, .malformed, "the item has neither a title nor ids")
      }
      title.imdbID = imdbID(facts["ids"])
      title.note = item["notes"]?.stringValue ?? ""
      read(item, facts, isFavorite, &title)
      try plan.add(title)
    }
    if !isTrakt, plan.unmatched.count > 0 {
      throw ImportError("has no entries of Trakt", hint: "choose the file's format")
    }
  }

  private static func read(
    _ item: JSONValue, _ facts: JSONValue, _ isFavorite: Bool, _ title: inout ImportRow
  ) {
    func date(_ name: String) -> Timestamp? { item[name]?.stringValue.flatMap(ImportDate.time) }
    let watched = date("watched_at") ?? date("last_watched_at")
    let rated = date("rated_at")
    title.addedAt = date("listed_at") ?? watched ?? rated
    guard !isFavorite else {
      title.list = .favorites
      return
    }
    title.isWatched =
      watched != nil || rated != nil || item["rating"]?.intValue != nil || item["plays"]?.intValue != nil
    if let plays = item["plays"]?.intValue, let aired = facts["aired_episodes"]?.intValue, plays < aired {
      title.isWatched = false
    }
    if title.isWatched { title.watchedAt = watched ?? rated }
  }

  /// The subject of the item; no type: a season or an episode. Nil: something else.
  private static func subject(_ item: JSONValue) -> (type: Title.MediaType?, facts: JSONValue)? {
    let isPart = item["episode"] != nil || item["season"] != nil
    if let facts = item["movie"], facts.objectValue != nil { return (.movie, facts) }
    if let facts = item["show"], facts.objectValue != nil { return (isPart ? nil : .tv, facts) }
    return isPart ? (nil, .object([])) : nil
  }

  private static func keys(_ ids: JSONValue?, _ type: Title.MediaType) -> [TitleKey] {
    let tmdb = ids?["tmdb"]?.intValue.flatMap { TitleKey("\(type.rawValue)/\($0)") }
    return [tmdb, imdbID(ids).map(TitleKey.imdb)].compactMap(\.self)
  }

  private static func imdbID(_ ids: JSONValue?) -> String? {
    ids?["imdb"]?.stringValue.flatMap(TitleKey.imdbID)
  }
}
