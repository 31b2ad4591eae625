import JSONRPC
import MovieProtocol

/// A title of any result (Title, suggestion) as text for people. All of it is cleaned.
struct TitleCells {
  let view: JSONView<Title>
  let key: String
  let title: String
  let year: String
  /// `film`, `series`, or a type of a later version.
  let type: String
  /// `7.8`, empty if there are no votes.
  let rating: String
  let genres: String
  /// `cast Al Pacino`: why a search found it.
  let matched: String

  init(_ title: JSONView<Title>) {
    view = title
    key = TerminalText.cleaned(title.text(\.key) ?? "")
    let name = TerminalText.cleaned(title.title ?? "")
    self.title = name.isEmpty ? key : name
    year = title.year.map(String.init) ?? ""
    type = Self.type(title[\.mediaType])
    rating = Self.rating(title)
    genres = TerminalText.cleaned(title.genres.compactMap(\.name).joined(separator: ", "))
    matched = TerminalText.cleaned(title.matched.compactMap(Self.reason).joined(separator: ", "))
  }

  /// `Dune (2021)`
  var name: String { year.isEmpty ? title : "\(title) (\(year))" }

  /// `Dune · movie/438631`, the first line of a page about one title. A long name is cut, never the key.
  static func heading(_ title: String, _ key: String, on screen: Screen) -> String {
    let (title, key) = (TerminalText.cleaned(title), TerminalText.cleaned(key))
    guard !title.isEmpty, !key.isEmpty else { return screen.show(title + key, .strong) }
    let room = screen.width - TerminalText.width(screen.separator + key)
    return screen.show(TerminalText.cut(title, to: room, ellipsis: screen.ellipsis), .strong)
      + screen.separator + screen.show(key, .accent)
  }

  static func type(_ mediaType: JSONValue?) -> String {
    switch mediaType.flatMap(Title.MediaType.init(json:)) {
    case .movie: localized("film")
    case .tv: localized("series")
    case nil: TerminalText.cleaned(mediaType?.stringValue ?? "")
    }
  }

  /// The fact, with the field where the fact does not say it: a person or a keyword may have any name.
  private static func reason(_ matched: JSONView<MatchedWord>) -> String? {
    guard let text = matched.text(\.text) else { return nil }
    return switch matched.field {
    case .director: localized("director \(text)")
    case .cast: localized("cast \(text)")
    case .keyword: localized("keyword \(text)")
    case .network: localized("network \(text)")
    case .type: type(.string(text))
    case .collection, .genre, .year, .country, nil: text
    }
  }

  private static func rating(_ title: JSONView<Title>) -> String {
    // TMDB reports 0 for a title without votes.
    guard let average = title.voteAverage, average > 0, average <= 10, title.voteCount != 0 else { return "" }
    return Quantity.tenths(Int((average * 10).rounded()))
  }
}

/// The marks of titles in the profile (watched, favourite): signs in their rows, and a legend below the page.
enum TitleMarks {
  enum Mark: CaseIterable {
    case watchlist, watched, favorite, gone

    func sign(on screen: Screen) -> String {
      switch self {
      case .watchlist: screen.hasSigns ? "•" : "-"
      case .watched: screen.hasSigns ? "✓" : "x"
      case .favorite: screen.hasSigns ? "★" : "*"
      case .gone: screen.hasSigns ? "✗" : "!"
      }
    }

    var meaning: String {
      switch self {
      case .watchlist: localized("on the watchlist")
      case .watched: localized("watched")
      case .favorite: localized("favourite")
      case .gone: localized("no longer at TMDB")
      }
    }
  }

  /// Their column, before the title.
  ///
  /// - Parameter implied: a mark that all titles of the page have.
  static func column<Row>(
    without implied: Mark? = nil, on screen: Screen, of title: @escaping (Row) -> JSONView<Title>
  ) -> Table<Row>.Column {
    .column("", style: .accent, leavesAs: 4) { row in
      of(title(row)).filter { $0 != implied }.map { $0.sign(on: screen) }.joined()
    }
  }

  /// A watched title is also on the watchlist, and gets only the watched mark.
  static func of(_ title: JSONView<Title>) -> [Mark] {
    let state = title.userState
    let place: [Mark] = state.isWatched == true ? [.watched] : state.isOnWatchlist == true ? [.watchlist] : []
    return place + (state.isFavorite == true ? [.favorite] : []) + (title.isGone == true ? [.gone] : [])
  }

  /// `• on the watchlist, ✓ watched`, a dim line with its end; empty if the table shows no mark.
  ///
  /// - Parameter table: its first column is that of the marks.
  static func legend(
    _ titles: [JSONView<Title>], without implied: Mark? = nil, in table: Table<some Any>, on screen: Screen
  ) -> String {
    guard table.shows(0, on: screen) else { return "" }
    let found = titles.flatMap(of)
    let shown = Mark.allCases.filter { $0 != implied && found.contains($0) }
    guard !shown.isEmpty else { return "" }
    let text = shown.map { "\($0.sign(on: screen)) \($0.meaning)" }.joined(separator: ", ")
    return screen.remark(text)
  }
}
