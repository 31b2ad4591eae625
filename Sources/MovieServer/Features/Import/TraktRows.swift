import JSONRPC
import MovieProtocol

/// A file of Trakt's export (https://trakt.tv/settings/data) or an answer of its API
/// (https://trakt.docs.apiary.io/#reference/sync): `lists-watchlist.json`, `lists-favorites.json`,
/// `watched-movies.json`, `watched-history-1.json`, `ratings-shows.json`, or several as members of one
/// object.
///
///     {"listed_at":..,"notes":..,"type":"movie","movie":{"title":"..","year":2010,"ids":{"tmdb":1,..}}}
///     {"watched_at":..,"type":"movie","movie":{...}}   {"rated_at":..,"rating":9,"type":"show","show":{...}}
///     {"plays":4,"last_watched_at":..,"show":{..., "aired_episodes":62},"seasons":[{"number":1,"episodes":[..]}]}
///
/// A film that was watched or rated is marked as watched, and a series only if all of it was: see
/// ``TraktSeries``. Seasons and episodes are reported as unmatched, once per series.
struct TraktRows {
  private static let lists = [
    "watchlist", "favorites", "watched", "watched_movies", "watched_shows", "movies", "shows", "history",
    "ratings", "items",
  ]
  /// Of these the file's name tells the list.
  private static let ofAnyList: Set = ["movies", "shows", "items"]
  /// They have the same items.
  private static let alike = ["lists-watchlist.json", "lists-favorites.json", "lists-list-N.json"]
  /// What an item has that is in no list, no history and no ratings.
  private static let foreign = ["collected_at", "last_collected_at", "hidden_at", "comment"]
  /// The members of which nothing is lost: those that are kept, and Trakt's own.
  private static let known: Set<String> = [
    "id", "type", "action", "movie", "show", "season", "episode", "listed_at", "notes", "rank", "watched_at",
    "last_watched_at", "last_updated_at", "rated_at", "plays", "seasons",
  ]

  /// The first season or episode of each series, of which a history may have ten thousand.
  private var parts: [String: ImportRow] = [:]
  private var order = ListOrder()

  mutating func read(_ text: Span<UInt8>, path: String, into plan: inout ImportPlan) throws(ImportError) {
    let name = FileName(path)
    let isNamed = ["watchlist", "favorites", "list", "lists"].contains { name.has($0) }
    let before = plan.unmatched.count
    var isTrakt = false
    order = ListOrder()
    try JSONRows.read(text, lists: Self.lists, into: &plan) { item, place, plan throws(ImportError) in
      guard let (type, facts) = Self.subject(item) else {
        return plan.refuse(place, .malformed, .itemOfNoKind)
      }
      isTrakt = true
      for field in item.fields(besides: Self.known) { plan.drop(field) }
      var title = ImportRow(place)
      title.title = facts["title"]?.visibleText
      title.year = facts["year"].flatMap { $0.isNull ? nil : plan.year($0.text(), of: "year") }
      title.keys = Self.keys(facts["ids"], type ?? .tv)
      guard title.title != nil || !title.keys.isEmpty else {
        return plan.refuse(place, .malformed, .itemWithoutTitle)
      }
      title.mediaType = type ?? .tv
      title.place.file = plan.file
      guard !Self.foreign.contains(where: { item[$0] != nil }) else {
        return plan.refuse(place, .unsupported, .itemOfNoList, title: title.title, year: title.year)
      }
      guard type != nil else {
        plan.drop(item["episode"] == nil ? "season" : "episode")
        if parts.count < Unmatched.maxRows, parts[title.identity] == nil { parts[title.identity] = title }
        return
      }
      title.imdbID = Self.imdbID(facts["ids"])
      (title.note, title.noteField) = (item["notes"]?.visibleText ?? "", "notes")
      let isOfAnyList = place.list.map(Self.ofAnyList.contains) ?? true
      if isOfAnyList, !isNamed, item["listed_at"] != nil { throw ImportError(anyOf: Self.alike) }
      if place.list == "favorites" || isOfAnyList && name.has("favorites") { title.list = .favorites }
      Self.readDates(item, facts, &title, &plan)
      if let rank = item["rank"]?.intValue { order.add(rank, title.addedAt) }
      try plan.add(title)
    }
    order.report("rank", &plan)
    if !isTrakt, plan.unmatched.count > before {
      throw ImportError(.lacksEntries("Trakt"), hint: .chooseFormat)
    }
  }

  /// After the last file: names the series of which nothing but parts was there.
  func finish(_ plan: inout ImportPlan) {
    for (identity, part) in parts where !plan.has(identity) {
      plan.unmatched.add(part, .unsupported, .onlyWholeSeries)
    }
  }

  private static func readDates(
    _ item: JSONValue, _ facts: JSONValue, _ title: inout ImportRow, _ plan: inout ImportPlan
  ) {
    let watched = date(item["watched_at"]) ?? date(item["last_watched_at"])
    let rated = date(item["rated_at"])
    for field in ["listed_at", "rated_at"] where isNoDate(item[field]) { plan.drop(field) }
    title.addedAt = date(item["listed_at"]) ?? watched ?? rated
    guard title.list == .watchlist else { return }
    let plays = item["plays"]?.intValue
    // A day that is null, "unknown" or missing is a viewing, too.
    let isSeen =
      plays != 0
      && (plays != nil || item["watched_at"] != nil || item["last_watched_at"] != nil
        || item["action"]?.stringValue.map(viewings.contains) == true)
    if title.mediaType == .tv {
      title.isWatched = TraktSeries.isWatched(item, aired: facts["aired_episodes"]?.intValue)
      if isSeen, !title.isWatched {
        plan.drop(["plays", "watched_at", "last_watched_at"].first { item[$0] != nil } ?? "action")
      }
      if item["seasons"]?.arrayValue?.isEmpty == false { plan.drop("seasons") }
    } else {
      title.isWatched = isSeen || rated != nil || item["rating"]?.intValue != nil
      if let plays, plays > 1 { plan.drop("plays") }
    }
    guard title.isWatched else { return }
    for field in ["watched_at", "last_watched_at"] where isNoDate(item[field]) { plan.drop(field) }
    (title.watchedAt, title.isDayOfWriting) = (watched ?? rated, watched == nil)
    title.watchedField = item["watched_at"] == nil ? "last_watched_at" : "watched_at"
  }

  /// The actions of a history.
  private static let viewings: Set = ["watch", "scrobble", "checkin"]

  /// It means a day, but none can be read from it.
  private static func isNoDate(_ json: JSONValue?) -> Bool {
    guard let json, json != .null, json != "unknown" else { return false }
    return json.stringValue.flatMap(ImportDate.time) == nil
  }

  /// The beginning of 1970 is Trakt's word for an unknown day, as null and "unknown" are.
  private static func date(_ json: JSONValue?) -> Timestamp? {
    json?.stringValue.flatMap(ImportDate.time).flatMap { $0.seconds == 0 ? nil : $0 }
  }

  /// The subject of the item; no type: a season or an episode. Nil: something else.
  private static func subject(_ item: JSONValue) -> (type: Title.MediaType?, facts: JSONValue)? {
    let isPart = item["episode"] != nil || item["season"] != nil
    if let facts = item["movie"], facts.objectValue != nil { return (.movie, facts) }
    if let facts = item["show"], facts.objectValue != nil { return (isPart ? nil : .tv, facts) }
    return nil
  }

  private static func keys(_ ids: JSONValue?, _ type: Title.MediaType) -> [TitleKey] {
    let tmdb = ids?["tmdb"]?.intValue.flatMap { TitleKey("\(type.rawValue)/\($0)") }
    return [tmdb, imdbID(ids).map(TitleKey.imdb)].compactMap(\.self)
  }

  private static func imdbID(_ ids: JSONValue?) -> String? {
    ids?["imdb"]?.stringValue.flatMap(TitleKey.imdbID)
  }
}
