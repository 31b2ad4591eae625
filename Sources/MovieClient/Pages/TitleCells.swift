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
