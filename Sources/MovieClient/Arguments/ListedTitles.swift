package import JSONRPC
import MovieProtocol

/// The titles on a list, for commands that change them. Words name one of them by its whole name: never
/// another title, and never one that only resembles them.
package struct ListedTitles {
  /// A list of the user, in the command line's words.
  package struct Kind: Sendable {
    /// The method that reads it.
    package let method: String
    /// The command that lists it.
    let command: String
    /// Of a name that none of its titles has.
    let absence: @Sendable (_ name: String) -> String
    package let emptiness: String
    /// - Parameter place: of the page, if it is not the first.
    package let nothingFound: @Sendable (_ place: String) -> String

    package static var watchlist: Kind {
      Kind(
        method: "watchlist", command: "watchlist",
        absence: { localized("\($0) is not on the watchlist") },
        emptiness: localized("the watchlist is empty"),
        nothingFound: { localized("nothing found on the watchlist\($0)") })
    }
    package static var favorites: Kind {
      Kind(
        method: "favorites", command: "favorites", absence: { localized("\($0) is not a favourite") },
        emptiness: localized("the list of favourites is empty"),
        nothingFound: { localized("nothing found on the list of favourites\($0)") })
    }
    package static var downloads: Kind {
      Kind(
        method: "downloads", command: "download list", absence: { localized("\($0) has no download") },
        emptiness: localized("there are no downloads"),
        nothingFound: { localized("no such download\($0)") })
    }
  }

  private let kind: Kind
  private let titles: [JSONView<Title>]
  /// The command that names the title by its key, to be pasted.
  private let command: (_ key: String) -> String

  /// - Parameter list: all pages of the list's method.
  package init(_ kind: Kind, _ list: JSONValue, command: @escaping (_ key: String) -> String) {
    (self.kind, self.command) = (kind, command)
    titles = (list["results"]?.arrayValue ?? []).map { JSONView<Title>($0) }
  }

  /// - Returns: the key, and the line that names the title: `Dune (2021), movie/438631`.
  package func title(_ title: KeyOrWords) throws(CommandError) -> (key: String, found: String?) {
    let (words, year): (String, Int?)
    switch title {
    case .key(let key): return (key, nil)
    case .words(let text, let number): (words, year) = (text, number)
    }
    var matches = named(words, year)
    if matches.isEmpty, year == nil, let dated = KeyOrWords.trailingYear(words) {
      matches = named(dated.name, dated.year)
    }
    guard let match = matches.first, let key = match.text(\.key) else { throw absent(words, year) }
    guard matches.count == 1 else {
      throw .usage(
        "\(Quantity.count(matches.count, .title)) on the list are named \"\(words)\"; nothing was done",
        hint: "\(matches.prefix(Self.maxMatches).map(remedy).joined(separator: "\n"))")
    }
    let cells = TitleCells(match)
    return (key, "\(cells.name), \(cells.key)")
  }

  private static let maxMatches = 5
  private static let maxNear = 3

  /// Rows of downloads have no year.
  private func named(_ words: String, _ year: Int?) -> [JSONView<Title>] {
    let wanted = TitleFold.text(words)
    return titles.filter { title in
      names(title).contains(wanted) && (year == nil || title.year == nil || title.year == year)
    }
  }

  private func names(_ title: JSONView<Title>) -> [String] {
    [title.title, title.originalTitle].compactMap(\.self).map(TitleFold.text)
  }

  private func absent(_ words: String, _ year: Int?) -> CommandError {
    let name = "\"\(Spelling.shortened(words))\"" + (year.map { localized(" of \($0)") } ?? "")
    let hint =
      titles.isEmpty
      ? kind.emptiness : near(words).map { localized("did you mean \(remedy($0))") }.joined(separator: "\n")
    return CommandError(
      .notFound, "\(kind.absence(name))", kind: "not_found",
      hint: hint.isEmpty ? "movierpc \(kind.command) shows what is there" : "\(hint)")
  }

  private func remedy(_ title: JSONView<Title>) -> String {
    "\(TitleCells(title).name): \(command(title.text(\.key) ?? ""))"
  }

  /// The nearest first.
  private func near(_ words: String) -> [JSONView<Title>] {
    let wanted = TitleFold.text(words)
    guard wanted.count <= TitleFold.maxLetters else { return [] }
    let found = titles.compactMap { title in
      names(title).compactMap { TitleFold.distance(wanted, $0) }.min().map { (title: title, distance: $0) }
    }
    return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(Self.maxNear).map(\.element.title)
  }
}
