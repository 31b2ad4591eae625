import JSONRPC
package import MovieProtocol

/// `KEY|WORDS` of `detail`, `watchlist add` and others, which the daemon looks up.
package enum KeyOrWords: Equatable, Sendable {
  case key(String)
  case words(String)

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
    self = .words(text)
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

  package func add(to params: inout MethodParams) {
    switch self {
    case .key(let key): params.add("key", key)
    case .words(let words): params.add("title", words)
    }
  }

  /// `alien` of `alien 1979` and `Alien (1979)`.
  private static func withoutYear(_ text: String) -> String {
    guard let blank = text.lastIndex(of: " "),
      let year = Int(text[blank...].filter { !" ()".contains($0) }), (1870...2100).contains(year)
    else { return text }
    return String(text[..<blank])
  }

  /// `Dune (2021), movie/438631`
  package static func found(_ title: JSONView<Title>) -> String {
    let cells = TitleCells(title)
    return "\(cells.name), \(cells.key)"
  }

  /// `Arrival (2016), movie/329865; found by another name or by the name of a person`
  package static func found(
    _ match: JSONView<BestMatch>, _ words: String
  ) -> (text: String, hasReason: Bool) {
    let title = JSONView<Title>(match.json)
    let reason = reason(title, words, match.corrected)
    return (found(title) + (reason.map { "; \($0)" } ?? ""), reason != nil)
  }

  /// Why this title was found, if not by its own name.
  private static func reason(
    _ title: JSONView<Title>, _ words: String, _ corrected: String?
  ) -> String? {
    let names = [title.title, title.originalTitle].compactMap(\.self).map { " " + TitleFold.text($0) }
    let typed = TitleFold.text(withoutYear(words)).split(separator: " ")
    guard !names.contains(where: { name in typed.allSatisfy { name.contains(" \($0)") } }) else { return nil }
    return corrected.map { localized("searched for \"\($0)\"") }
      ?? localized("found by another name or by the name of a person")
  }
}

/// Names of titles, compared as people type them.
enum TitleFold {
  /// Lowercase words without punctuation, and without a leading article. A name of signs alone stays as it is.
  static func text(_ text: String) -> String {
    let kept = text.lowercased().filter { $0.isLetter || $0.isNumber || $0.isWhitespace || $0 == "-" }
    var words = kept.split { $0.isWhitespace || $0 == "-" }
    if words.count > 1, let first = words.first, ["the", "a", "an"].contains(first) { words.removeFirst() }
    return words.isEmpty ? text : words.joined(separator: " ")
  }
}
