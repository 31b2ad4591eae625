import JSONRPC
import MovieProtocol

/// A title of any result (Title, suggestion) as text for people. All of it is cleaned.
struct TitleCells {
  let key: String
  let title: String
  let year: String
  /// `film`, `series`, or a type of a later version.
  let type: String
  /// `7.8`, empty if there are no votes.
  let rating: String
  let genres: String

  init(_ title: JSONView<Title>) {
    key = TerminalText.cleaned(title.text(\.key) ?? "")
    let name = TerminalText.cleaned(title.title ?? "")
    self.title = name.isEmpty ? key : name
    year = title.year.map(String.init) ?? ""
    type = Self.type(title[\.mediaType])
    rating = Self.rating(title)
    genres = TerminalText.cleaned(title.genres.joined(separator: ", "))
  }

  /// `Dune (2021)`
  var name: String { year.isEmpty ? title : "\(title) (\(year))" }

  static func type(_ mediaType: JSONValue?) -> String {
    switch mediaType.flatMap(Title.MediaType.init(json:)) {
    case .movie: "film"
    case .tv: "series"
    case nil: TerminalText.cleaned(mediaType?.stringValue ?? "")
    }
  }

  private static func rating(_ title: JSONView<Title>) -> String {
    // TMDB reports 0 for a title without votes.
    guard let average = title.voteAverage, average > 0, average <= 10, title.voteCount != 0 else { return "" }
    let tenths = Int((average * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
