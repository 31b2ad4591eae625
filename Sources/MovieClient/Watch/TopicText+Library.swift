import JSONRPC
import MovieProtocol

/// The user's library, and lists of titles.
extension TopicText {
  /// `{"watchlist":12,"unwatched":9,"favorites":4,"changed":[...]}`
  static func library(_ data: JSONValue) -> TopicText {
    let data = JSONView(data, LibraryTopicState.shape)
    let watchlist = count(data[\.watchlist])
    let unwatched = min(count(data[\.unwatched]), watchlist)
    let favorites = count(data[\.favorites])
    let toWatch = localized("\(unwatched) to watch")
    var words: [String] = []
    if watchlist > 0 { words += [localized("\(watchlist) on the watchlist"), toWatch] }
    if favorites > 0 { words.append(Quantity.count(favorites, .favourite)) }
    let isEmpty = words.isEmpty
    return TopicText(
      isEmpty ? "empty" : "some", short: unwatched > 0 ? toWatch : "",
      words: isEmpty ? localized("the lists are empty") : words.joined(separator: ", "),
      percentage: watchlist > 0 ? (watchlist - unwatched) * 100 / watchlist : 0, isIdle: isEmpty)
  }

  /// A page of the titles to watch, the newest first: `{"results":[LibraryTitle, ...],"total_results":12,...}`
  static func watchlist(_ data: JSONValue) -> TopicText {
    let count = count(JSONView<PageCount>(data)[\.totalResults])
    let titles = JSONView<LibraryPage>(data).results.prefix(maxLines).map { named($0.title) }
    guard count > 0 else { return TopicText("empty", words: localized("nothing to watch"), isIdle: true) }
    func with(_ shown: [String]) -> [String] {
      shown + (count > shown.count && !shown.isEmpty ? [localized("and \(count - shown.count) more")] : [])
    }
    let short = localized("\(count) to watch")
    let names = with(Array(titles.prefix(maxListed))).joined(separator: ", ")
    return TopicText(
      "some", short: short, words: names.isEmpty ? short : "\(short): \(names)",
      lines: titles.isEmpty ? [short] : with(titles))
  }

  /// `{"results":[{"term":"dune","searched_at":"2026-11-21T09:30:00Z","count":2,"total_results":3}]}`, newest first
  static func searches(_ data: JSONValue) -> TopicText {
    let terms = JSONView(data, SearchTerm.list).rows().prefix(maxLines)
    return list(terms.map { part($0[\.term]) }, none: localized("no searches"))
  }

  /// `{"results":[{"key":"movie/438631","title":"Dune","date":"2021-09-15","kind":"cinema","country":"DE"}]}`
  static func releases(_ data: JSONValue) -> TopicText {
    // All of them count, even if a tooltip has no room for all.
    let names = JSONView(data, TitleRelease.list).rows().map { release in
      part(release[\.title])
        + (optional(release[\.release.kind]).map { " (\(ValueWord.text($0)))" } ?? "")
    }
    var text = list(names, none: localized("nothing out today"))
    if names.count > 1 { text.short = localized("\(names.count) out today") }
    text.lines = Array(text.lines.prefix(maxLines))
    return text
  }

  /// A page of titles: `{"results":[Title, ...],"page":1,...}`
  static func browse(_ data: JSONValue) -> TopicText {
    list(JSONView<TitlePage>(data).results.prefix(maxLines).map(named), none: localized("no titles"))
  }

  private static func named(_ title: JSONView<Title>) -> String {
    part(title[\.title]) + (title.year.map { " (\($0))" } ?? "")
  }

  /// The short text is the first name.
  private static func list(_ names: [String], none: String) -> TopicText {
    guard let first = names.first else { return TopicText("empty", words: none, isIdle: true) }
    return TopicText("some", short: first, words: listed(names), lines: names)
  }
}
