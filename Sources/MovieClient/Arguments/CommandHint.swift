import MovieProtocol

/// A suggestion when the first word is not a command.
package enum CommandHint {
  /// - Parameter commands: the existing commands.
  package static func line(_ words: [String], commands: [String]) -> String {
    let word = words.first ?? ""
    if let line = CallSuggestion.line(command: words) { return "call a method like this: " + line }
    if case .key(let key)? = try? KeyOrWords([word]) {
      return "did you mean: movierpc detail \(ShellWord.quoted(key))"
    }
    if let near = Spelling.nearest(to: word, among: commands) { return "did you mean: movierpc \(near)" }
    let search = TerminalText.cleaned(words.filter { !$0.hasPrefix("-") }.joined(separator: " "))
    return
      "to find a title: movierpc search \(Spelling.shortened(search))\nmovierpc --help lists the commands"
  }
}
