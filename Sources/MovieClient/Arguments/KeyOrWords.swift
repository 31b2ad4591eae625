package import JSONRPC
package import MovieProtocol

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

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
    let keys = words.compactMap(Self.key)
    if let key = keys.first {
      guard words.count == 1 else {
        throw .usage(
          keys.count == words.count
            ? "\(command) takes one title, not \(keys.count)" : "keys and words cannot be mixed",
          hint: "for example: movierpc \(command) \(ShellWord.quoted(key))")
      }
      self = .key(key)
      return
    }
    guard words.count > 1 || !TitleAddress.isAddress(text) else {
      throw .usage(
        "\(Spelling.shortened(text)) is not the address of a title at TMDB or IMDb",
        hint: "for example: movierpc \(command) https://www.themoviedb.org/movie/438631")
    }
    let (name, year) = Self.divided(text)
    self = .words(name, year: year)
  }

  /// The titles of a command that takes many: keys, `-` for keys on standard input, or the words of one. A line
  /// that begins with no key is a failure in its place, unless no line does.
  package static func list(
    _ words: [String], for command: String,
    readInput: () throws(CommandError) -> [UInt8] = { () throws(CommandError) in
      try Input.all(limit: maxInputLength)
    }
  ) throws(CommandError) -> [Result<KeyOrWords, CommandError>] {
    if words == ["-"] { return try keys(input: String(decoding: try readInput(), as: UTF8.self)) }
    let keys = words.compactMap(Self.key)
    return keys.count == words.count && keys.count > 1
      ? keys.map { .success(.key($0)) } : [.success(try KeyOrWords(words, for: command))]
  }

  /// Twenty seconds: building the catalogue takes some of them, and `--timeout` is thirty.
  private static let maxPauses = 80
  private static let maxInputLength = 1 << 20

  /// The first word of each line, so that lines of `search --as fzf` serve as well.
  private static func keys(input: String) throws(CommandError) -> [Result<KeyOrWords, CommandError>] {
    var keys: [Result<KeyOrWords, CommandError>] = []
    for (number, line) in input.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard let word = line.split(whereSeparator: \.isWhitespace).first else { continue }
      keys.append(
        key(String(word)).map { .success(.key($0)) }
          ?? .failure(
            CommandError(
              .failed,
              "line \(number + 1) of standard input does not begin with a key: \(Spelling.shortened(String(line)))"
            )))
    }
    guard keys.contains(where: { (try? $0.get()) != nil }) else {
      throw .usage(
        "standard input has no keys", hint: "lines with keys: movierpc search dune --format '{key}'")
    }
    return keys
  }

  /// The daemon checks whether the number is valid.
  private static func key(_ word: String) -> String? {
    kinds.contains(where: word.hasPrefix) && !word.contains(where: \.isWhitespace)
      ? word : TitleAddress.key(word)
  }

  private static let kinds = ["movie/", "tv/", "imdb/", "itunes/"]

  /// The words as they were typed, which the daemon looks up.
  package func add(to params: inout MethodParams) {
    switch self {
    case .key(let key): params.add("key", key)
    case .words(let words, let year): params.add("title", words + (year.map { " (\($0))" } ?? ""))
    }
  }

  /// Splits `Dune (2021)`, the way titles are shown and copied, into title and year.
  private static func divided(_ text: String) -> (String, Int?) {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      let year = year(text[text.index(after: open)...].dropLast())
    else { return (text, nil) }
    let name = text[..<open].trimmed
    return name.isEmpty ? (text, nil) : (name, year)
  }

  /// Splits `alien 1979`; nil if there is no year after a name.
  static func trailingYear(_ text: String) -> (name: String, year: Int)? {
    guard let blank = text.lastIndex(of: " "), let year = year(text[text.index(after: blank)...]) else {
      return nil
    }
    let name = text[..<blank].trimmed
    return name.isEmpty ? nil : (name, year)
  }

  private static func year(_ text: Substring) -> Int? {
    Int(text).flatMap { (1870...2100).contains($0) ? $0 : nil }
  }

  /// The key, searched for if words were given.
  ///
  /// - Parameters:
  ///   - search: `search` with the given options for language and freshness.
  ///   - ask: sends the request and returns the result.
  ///   - pause: before the same is asked again, a quarter of a second.
  /// - Returns: the key, and for words the line that names the title: `Dune (2021), movie/438631`.
  package func resolved(
    _ search: MethodParams, pause: () -> Void = { usleep(250_000) },
    _ ask: (MethodParams) throws(CommandError) -> JSONValue
  ) throws(CommandError) -> (key: String, found: String?) {
    switch self {
    case .key(let key): return (key, nil)
    case .words(let words, let year):
      func find(_ words: String, _ year: Int?) throws(CommandError) -> JSONView<TitlePage> {
        var search = search
        search.add("q", words)
        search.add("year", year.map(String.init))
        search.add("page_size", "1")
        // This search is not worth recording in the history.
        search.add("record", json: false)
        var found = JSONView<TitlePage>(try ask(search))
        // Among the best-known titles another one may be first: "taxi" would be Taxi Driver.
        var pauses = 0
        while MetaLines.isBuilding(found.meta), let title = found.results.first?.title,
          !Self.isNamed(title, words)
        {
          guard pauses < Self.maxPauses else { throw Self.nothingFound(words, year, found, ask) }
          pauses += 1
          pause()
          found = JSONView<TitlePage>(try ask(search))
        }
        return found
      }
      var found = try find(words, year)
      // `blade runner 2049` is a whole name, `alien 1979` is not.
      if year == nil, let (name, year) = Self.trailingYear(words),
        found.results.first?.title?.contains(String(year)) != true
      {
        let dated = try find(name, year)
        if !dated.results.isEmpty { found = dated }
      }
      guard let best = found.results.first, let key = best.text(\.key) else {
        throw Self.nothingFound(words, year, found, ask)
      }
      return (key, Self.found(best) + (Self.reason(best, words, found.meta).map { "; \($0)" } ?? ""))
    }
  }

  /// `Dune (2021), movie/438631`
  package static func found(_ title: JSONView<Title>) -> String {
    let cells = TitleCells(title)
    return "\(cells.name), \(cells.key)"
  }

  /// Why this title was found, if not by its own name.
  private static func reason(
    _ title: JSONView<Title>, _ words: String, _ meta: JSONView<Meta>
  ) -> String? {
    let names = [title.title, title.originalTitle].compactMap(\.self).map { " " + TitleFold.text($0) }
    let typed = TitleFold.text(trailingYear(words)?.name ?? words).split(separator: " ")
    guard !names.contains(where: { name in typed.allSatisfy { name.contains(" \($0)") } }) else { return nil }
    return meta.corrected.map { localized("searched for \"\($0)\"") }
      ?? localized("found by another name or by the name of a person")
  }

  /// Whether the title is called so, perhaps with an article before it or a year behind it.
  private static func isNamed(_ title: String, _ words: String) -> Bool {
    let names = [words, trailingYear(words)?.name ?? words].map { $0.lowercased() }
    return ["", "the ", "a ", "an "].contains { article in
      names.contains { article + $0 == title.lowercased() }
    }
  }

  private static func nothingFound(
    _ words: String, _ year: Int?, _ found: JSONView<TitlePage>,
    _ ask: (MethodParams) throws(CommandError) -> JSONValue
  ) -> CommandError {
    let reasons = SearchNotes.ifEmpty(words, found.json, ask)
    let isBuilding = MetaLines.isBuilding(found.meta)
    return CommandError(
      isBuilding ? .tryLater : .notFound, nothingFound(words, year, isBuilding: isBuilding),
      kind: isBuilding ? nil : RPCError.Kind.notFound.name,
      hint: reasons.isEmpty ? nil : "\(reasons.joined(separator: "\n"))")
  }

  private static func nothingFound(_ words: String, _ year: Int?, isBuilding: Bool) -> LocalizedText {
    let place = year.map { localized(" of \($0)") } ?? ""
    let text =
      isBuilding
      ? localized("nothing found yet for \"\(words)\"\(place)")
      : localized("nothing found for \"\(words)\"\(place)")
    return "\(text)"
  }
}
