import JSONRPC

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

  init(_ title: JSONValue) {
    func text(_ name: String) -> String { TerminalText.cleaned(title[name]?.stringValue ?? "") }
    key = text("key")
    self.title = text("title").isEmpty ? key : text("title")
    year = title["year"]?.intValue.map(String.init) ?? ""
    type = Self.type(text("media_type"))
    rating = Self.rating(title)
    genres = TerminalText.cleaned(
      (title["genres"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", "))
  }

  /// `Dune (2021)`
  var name: String { year.isEmpty ? title : "\(title) (\(year))" }

  static func type(_ mediaType: String) -> String {
    switch mediaType {
    case "movie": "film"
    case "tv": "series"
    default: mediaType
    }
  }

  private static func rating(_ title: JSONValue) -> String {
    // TMDB reports 0 for a title without votes.
    guard let average = title["vote_average"]?.doubleValue, average > 0, average <= 10,
      title["vote_count"]?.intValue != 0
    else { return "" }
    let tenths = Int((average * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
