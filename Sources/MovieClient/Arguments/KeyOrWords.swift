package import JSONRPC
package import MovieProtocol

/// `KEY|WORDS` of `detail`, `watchlist add` and others: a key is sent as it is, words are searched for.
package enum KeyOrWords: Equatable, Sendable {
  case key(String)
  case words(String, year: Int?)

  /// - Parameter command: the command that takes them, for the hint.
  package init(_ words: [String], for command: String = "detail") throws(CommandError) {
    let text = words.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .usage(
        "name a title",
        hint: "for example: movierpc \(command) movie/438631, or movierpc \(command) dune")
    }
    // The daemon checks whether the number is valid.
    if words.count == 1, Self.kinds.contains(where: text.hasPrefix) {
      self = .key(text)
      return
    }
    let (name, year) = Self.divided(text)
    self = .words(name, year: year)
  }

  private static let kinds = ["movie/", "tv/", "imdb/", "itunes/"]

  /// Splits `Dune (2021)`, the way titles are shown and copied, into title and year.
  private static func divided(_ text: String) -> (String, Int?) {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      let year = Int(text[text.index(after: open)...].dropLast()), (1870...2100).contains(year)
    else { return (text, nil) }
    let name = text[..<open]
    return name.contains { !$0.isWhitespace } ? (String(name), year) : (text, nil)
  }

  /// The key, searched for if words were given.
  ///
  /// - Parameters:
  ///   - search: `search` with the given options for language and freshness.
  ///   - isPreferred: the best match for which this is true is chosen, if there is one.
  ///   - ask: sends the request and returns the result.
  /// - Returns: the key, and for words the line that names the title: `Dune (2021), movie/438631`.
  package func resolved(
    _ search: MethodParams, preferring isPreferred: ((JSONView<Title>) -> Bool)? = nil,
    _ ask: (MethodParams) throws(CommandError) -> JSONValue
  ) throws(CommandError) -> (key: String, found: String?) {
    switch self {
    case .key(let key): return (key, nil)
    case .words(let words, let year):
      var search = search
      search.add("q", words)
      search.add("year", year.map(String.init))
      search.add("page_size", isPreferred == nil ? "1" : "20")
      // This search is not worth recording in the history.
      search.add("record", json: false)
      let found = JSONView<TitlePage>(try ask(search))
      let matches = found.results
      guard let best = matches.first(where: { isPreferred?($0) ?? true }) ?? matches.first,
        let key = best.text(\.key)
      else {
        let advice = "movierpc search also finds incomplete words; use a key from its list here"
        throw CommandError(
          .notFound, "nothing found for \"\(words)\"", kind: "not_found",
          hint: (SearchNotes.ifEmpty(words, found.json, ask) + [advice]).joined(separator: "\n"))
      }
      let cells = TitleCells(best)
      return (key, "\(cells.name), \(cells.key)")
    }
  }
}
