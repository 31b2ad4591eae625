import MovieProtocol

/// The command as it was typed, for messages that suggest to type it again.
package struct TypedCommand: Sendable {
  private let words: [String]

  package static let current = TypedCommand(CommandLine.arguments.dropFirst())

  package init(_ words: some Sequence<String>) { self.words = Array(words) }

  /// These options of every command, as far as they were given: `--profile kids`.
  func given(_ names: [String]) -> [String] {
    let shared = ConnectionUse.usual.options.filter { names.contains($0.name) }
    return CommandParser(words).options.flatMap { given -> [String] in
      guard let option = shared.first(where: { $0.spellings.contains(given.spelling) }) else { return [] }
      return (given.values ?? []).flatMap { ["--" + option.name, $0] }
    }
  }

  /// `movierpc detail 'blade runner'`
  package var line: String { Self.line(words) }

  /// With a key in place of a title's name.
  ///
  /// - Parameters:
  ///   - name: the words of the name.
  ///   - command: that it follows, used alone if the words are not there: `watchlist remove`.
  package func line(replacing name: [String], of command: String, with key: String) -> String {
    // The name is the last of the words, but for options: a title may be called like the verb.
    guard let place = words.indices.last(where: { words[$0...].starts(with: name) }), !name.isEmpty else {
      return Self.line(command.split(separator: " ").map(String.init) + [key])
    }
    return Self.line(words[..<place] + [key] + words[(place + name.count)...])
  }

  private static func line(_ words: some Sequence<String>) -> String {
    (["movierpc"] + words.map { ShellWord.quoted(TerminalText.cleaned($0)) }).joined(separator: " ")
  }
}
