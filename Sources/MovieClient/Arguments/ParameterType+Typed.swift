import JSONRPC
import MovieProtocol

/// Values as people type them: in any case, and as the tables print them.
extension ParameterType {
  /// The daemon's spelling of a choice or a code; any other text as it is.
  func mended(_ text: String) -> String {
    switch self {
    case .choice(let names): Self.choice(text, among: names)
    case .language, .country: check(.string(mendedCode(text))) == nil ? text : mendedCode(text)
    default: text
    }
  }

  /// The same for the value of a setting.
  func mended(_ value: JSONValue) -> JSONValue {
    switch (self, value) {
    case (_, .string(let text)): .string(mended(text))
    case (.list(let form, _), .array(let items)):
      .array(
        items.map { item in
          let text = item.stringValue ?? ""
          return !form.fits(text) && form.fits(text.uppercased()) ? .string(text.uppercased()) : item
        })
    default: value
    }
  }

  /// The values of a choice with the words of the tables: `any`, `movie (film)`, `tv (series)`.
  static func shownWords(_ names: [String]) -> [String] {
    names.map { name in
      let word = word(name)
      return word == name ? name : "\(name) (\(word))"
    }
  }

  private static func choice(_ text: String, among names: [String]) -> String {
    let word = text.lowercased()
    if names.contains(word) { return word }
    let english = printed.first { names.contains($0.key) && $0.value.contains(word) }?.key
    return english ?? names.first { shown($0).contains(word) } ?? text
  }

  /// In the current language.
  private static func shown(_ name: String) -> [String] {
    let others =
      switch name {
      case "movie": [localized("films")]
      case "active": [ValueWord.text(name)]
      default: [String]()
      }
    return ([word(name)] + others).map { $0.lowercased() }
  }

  /// The word of the tables.
  private static func word(_ name: String) -> String {
    switch name {
    case "movie": localized("film")
    case "tv": localized("series")
    case "active": ValueWord.text("downloading")
    default: ValueWord.text(name)
    }
  }

  /// The words of the tables, and of people, for choices.
  private static let printed = [
    "movie": ["film", "films", "movies"], "tv": ["series", "show", "shows"], "any": ["all", "both"],
    "active": ["downloading"],
  ]
}
