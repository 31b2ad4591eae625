import MovieProtocol

/// Suggestions for commands that are not right. Each is one that can be pasted.
package struct CommandHint: Sendable {
  /// The existing commands.
  package let commands: [String]
  /// Of the commands with subcommands: their verbs, aliases included.
  package let verbs: [String: [String]]
  /// Whether the words are a whole command.
  private let parses: @Sendable ([String]) -> Bool

  package init(commands: [String], verbs: [String: [String]], parses: @escaping @Sendable ([String]) -> Bool)
  {
    (self.commands, self.verbs, self.parses) = (commands, verbs, parses)
  }

  /// When the first word is not a command.
  package func line(_ words: [String]) -> String {
    let word = words.first ?? ""
    if case .key? = try? KeyOrWords([word]) { return suggestion(["detail", word]) }
    if let command = command(for: word) { return suggestion(command + words.dropFirst()) }
    if let line = CallSuggestion.line(command: words) { return localized("call a method like this: \(line)") }
    if let near = Spelling.nearest(to: word, among: commands) {
      return suggestion([near] + words.dropFirst())
    }
    let search = words.filter { !$0.hasPrefix("-") }.joined(separator: " ")
    let quoted = ShellWord.quoted(Spelling.shortened(TerminalText.cleaned(search)))
    return localized("to find a title: movierpc search \(quoted)") + "\n"
      + localized("movierpc --help lists the commands")
  }

  /// When the word after a command is none of its verbs.
  ///
  /// - Parameter usual: the verb to suggest for a word that is no verb.
  package func verbLine(_ words: [String], usual: String? = nil) -> String {
    let (group, word) = (words[0], words[1])
    let verbs = verbs[group] ?? []
    let begun = verbs.filter { word.count > 1 && $0.hasPrefix(word) }
    if let verb = VerbHint.meant(by: word, among: verbs) ?? (begun.count == 1 ? begun.first : nil) {
      return suggestion([group, verb] + words.dropFirst(2))
    }
    guard let usual, !VerbHint.isVerb(word, among: verbs) else {
      return localized("see movierpc \(group) --help")
    }
    return suggestion([group, usual] + words.dropFirst())
  }

  /// A line with the command, or with its help if something is missing.
  package func suggestion(_ words: [String]) -> String {
    if let line = complete(words) { return line }
    let isVerb = words.count > 1 && verbs[words[0]]?.contains(words[1]) == true
    return localized("see movierpc \(words.prefix(isVerb ? 2 : 1).joined(separator: " ")) --help")
  }

  /// Nil if the command would not be accepted.
  private func complete(_ words: [String]) -> String? {
    let line = words.map { ShellWord.quoted(TerminalText.cleaned($0)) }.joined(separator: " ")
    return parses(words) ? localized("did you mean: movierpc \(line)") : nil
  }

  /// ArgumentParser's message, without an option that does not resemble the unknown one.
  package static func withoutFarOption(_ message: String) -> String {
    guard message.hasPrefix("Unknown option '"), nearOption(message) == nil else { return message }
    let kept = message.firstRange(of: " Did you mean").map { message[..<$0.lowerBound] } ?? message[...]
    // The question has a full stop before it.
    return String(kept.hasSuffix(".") ? kept.dropLast() : kept)
  }

  /// The words of the command, with the option that ArgumentParser suggests: `Unknown option '--yaer'. Did you
  /// mean '--year'?`
  package func corrected(_ words: [String], _ message: String) -> String? {
    guard let (wrong, meant) = Self.nearOption(message) else { return nil }
    return complete(
      words.map { $0 == wrong ? meant : $0.hasPrefix(wrong + "=") ? meant + $0.dropFirst(wrong.count) : $0 })
  }

  /// The unknown option, and the one that ArgumentParser suggests, if they resemble each other.
  package static func nearOption(_ message: String) -> (wrong: String, meant: String)? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard message.hasPrefix("Unknown option '"), parts.count == 5 else { return nil }
    let (wrong, meant) = (String(parts[1]), String(parts[3]))
    let (name, other) = (wrong.drop { $0 == "-" }, meant.drop { $0 == "-" })
    // A wrong guess may be pasted: of a short name, one letter may differ.
    let isNear =
      Spelling.distance(String(name), String(other)) <= (name.count < 6 ? 1 : 2)
      || name.sorted() == other.sorted() || name.count > 2 && other.hasPrefix(name)
    return isNear ? (wrong, meant) : nil
  }

  /// The words of the command, with the word that `failure` corrects; nil: it does not correct one.
  package func corrected(_ words: [String], _ failure: CommandError) -> String? {
    guard let correction = failure.correction else { return nil }
    let (wrong, meant) = (correction.wrong, correction.meant)
    for (place, word) in words.enumerated() {
      var words = words
      if word == wrong {
        words[place] = meant
      } else if word.hasPrefix("--"), word.hasSuffix("=" + wrong) {
        words[place] = word.dropLast(wrong.count) + meant
      } else if word.contains("{\(wrong)}") {
        words[place] = word.replacing("{\(wrong)}", with: "{\(meant)}")
      } else {
        continue
      }
      return suggestion(words)
    }
    return nil
  }

  /// The command for a word that is a verb of one group, or a method, or another program's command.
  private func command(for word: String) -> [String]? {
    if let command = Self.others[word.lowercased()] { return command }
    // `watchlist.add`
    let parts = word.split(separator: ".").map(String.init)
    if parts.count == 2 {
      let group = verbs[parts[0]] == nil ? String(parts[0].dropLast()) : parts[0]
      if verbs[group]?.contains(parts[1]) == true { return [group, parts[1]] }
    }
    let groups = verbs.filter { $0.value.contains(word) }.keys
    return groups.count == 1 ? groups.map { [$0, word] }.first : nil
  }

  private static let others: [String: [String]] = [
    "downloads": ["download", "list"], "list": ["watchlist", "list"], "ls": ["watchlist", "list"],
    "add": ["watchlist", "add"], "remove": ["watchlist", "remove"], "rm": ["watchlist", "remove"],
    "delete": ["watchlist", "remove"], "find": ["search"], "query": ["search"], "show": ["detail"],
    "info": ["detail"], "details": ["detail"], "get": ["detail"], "set": ["settings", "set"],
    "reset": ["settings", "reset"], "config": ["settings"], "setting": ["settings"],
    "start": ["daemon", "start"], "restart": ["daemon", "restart"], "shutdown": ["daemon", "stop"],
    "run": ["daemon", "run"], "log": ["daemon", "log"], "logs": ["daemon", "log"],
    "stop": ["player", "stop"],
    "pause": ["player", "pause"], "resume": ["player", "resume"], "toggle": ["player", "toggle"],
    "fav": ["favorites"], "favorite": ["favorites"], "favourite": ["favorites"], "favourites": ["favorites"],
    "profile": ["profiles"], "wishlist": ["watchlist"], "image": ["poster"], "subscribe": ["watch"],
    "calendar": ["releases"], "streaming": ["providers"], "player.play": ["play"], "version": ["--version"],
    "completion": ["completions"], "method": ["methods"], "trending": ["browse", "trending"],
    "popular": ["browse", "popular"], "top_rated": ["browse", "top_rated"],
    "discover": ["browse", "discover"],
    // German and Spanish.
    "suche": ["search"], "suchen": ["search"], "finden": ["search"], "buscar": ["search"],
    "busca": ["search"], "hilfe": ["help"], "ayuda": ["help"], "merkliste": ["watchlist"],
    "liste": ["watchlist", "list"], "lista": ["watchlist", "list"], "favoriten": ["favorites"],
    "history": ["searches"], "verlauf": ["searches"], "historial": ["searches"],
    "einstellungen": ["settings"], "ajustes": ["settings"],
    "bibliothek": ["library"], "biblioteca": ["library"], "katalog": ["catalogue"],
    "catálogo": ["catalogue"], "profil": ["profiles"], "perfil": ["profiles"],
    "perfiles": ["profiles"], "herunterladen": ["download"], "descargar": ["download"],
    "descargas": ["download", "list"], "abspielen": ["play"], "reproducir": ["play"],
  ]
}
