import MovieProtocol

/// Suggestions for a command line that is not right. Each is one that can be pasted.
struct CommandHint {
  /// The words as typed.
  private let words: [String]
  private let root: Command

  init(words: [String], root: Command = CommandTable.root) { (self.words, self.root) = (words, root) }

  /// The error with what helps.
  ///
  /// - Parameter path: the words that name the command, as far as it is known.
  func error(_ mistake: CommandMistake, _ path: [String]) -> CommandError {
    switch mistake {
    case .noCommand(let place):
      return .usage(
        "there is no command \"\(Spelling.shortened(words[place]))\"", hint: "\(line(insteadOf: place))")
    case .noVerb(let group, let place):
      return .usage(
        "\(group.name) has no command \"\(Spelling.shortened(words[place]))\"",
        hint: "\(verbLine(group, insteadOf: place))")
    case .noOption(let spelling, let command) where command.name == "call":
      // A parameter that is typed like an option.
      guard let pair = words.lazy.compactMap({ Self.pair($0, spelling) }).first else { break }
      return .usage(
        "there is no option \(spelling + "=" + pair.text)", hint: "a parameter has no dashes: \(pair.word)")
    default: break
    }
    return corrected(mistake.error, path)
  }

  private static func pair(_ word: String, _ spelling: String) -> Pair? {
    word.hasPrefix(spelling + "=") ? Pair(String(word.drop { $0 == "-" })) : nil
  }

  /// The error with the whole command, in which the wrong word is replaced, or with where to read about it.
  func corrected(_ failure: CommandError, _ path: [String]) -> CommandError {
    var failure = failure
    if let correction = failure.correction, let line = line(correction, path) {
      failure.hint = line
    } else if failure.status == .usage, failure.hint == nil {
      failure.hint = help(path)
    }
    return failure
  }

  private func line(_ correction: CommandError.Correction, _ path: [String]) -> String? {
    let (wrong, meant) = (correction.wrong, correction.meant)
    for (place, word) in words.enumerated() {
      if word == wrong { return suggestion(replacing: place, with: [meant]) }
      if word.hasPrefix("-"), word.hasPrefix(wrong + "=") {
        return suggestion(replacing: place, with: [meant + word.dropFirst(wrong.count)])
      }
      if word.hasPrefix("--"), word.hasSuffix("=" + wrong) {
        return suggestion(replacing: place, with: [word.dropLast(wrong.count) + meant])
      }
      if word.contains("{\(wrong)}") {
        return suggestion(replacing: place, with: [word.replacing("{\(wrong)}", with: "{\(meant)}")])
      }
    }
    return nil
  }

  /// When the word is no command.
  private func line(insteadOf place: Int) -> String {
    let word = words[place]
    if case .key? = try? KeyOrWords([word]) { return suggestion(replacing: place, with: ["detail", word]) }
    if let command = command(for: word) { return suggestion(replacing: place, with: command) }
    let rest = Array(words[place...])
    if MethodTable.method(named: word) != nil {
      let line = CallSuggestion.line(method: word, bare: rest.dropFirst().filter { !$0.hasPrefix("-") })
      return localized("call a method like this: \(line)")
    }
    if let near = Spelling.nearest(to: word, among: root.verbs) {
      return suggestion(replacing: place, with: [near])
    }
    let search = rest.filter { !$0.hasPrefix("-") }.joined(separator: " ")
    let quoted = ShellWord.quoted(Spelling.shortened(TerminalText.cleaned(search)))
    return localized("to find a title: movierpc search \(quoted)") + "\n"
      + localized("movierpc --help lists the commands")
  }

  /// When the word is none of the group's verbs.
  private func verbLine(_ group: Command, insteadOf place: Int) -> String {
    let (word, verbs) = (words[place], group.verbs)
    let begun = verbs.filter { word.count > 1 && $0.hasPrefix(word) }
    let isVerb = VerbHint.isVerb(word, among: verbs)
    var lines: [String] = []
    if let verb = VerbHint.meant(by: word, among: verbs) ?? (begun.count == 1 ? begun.first : nil) {
      lines.append(suggestion(replacing: place, with: [verb]))
    } else if let usual = group.usualVerb, !isVerb {
      lines.append(suggestion(replacing: place, with: [usual, word]))
    } else {
      lines.append(help([group.name]))
    }
    // It may be the title after all.
    if group.usualVerb != nil, group.standardSubcommand?.arguments.isEmpty == false {
      let title = words[place...].filter { !$0.hasPrefix("-") }.map(ShellWord.quoted).joined(separator: " ")
      lines.append(localized("to download the title: movierpc download add \(title)"))
    }
    return lines.joined(separator: "\n")
  }

  /// A line with the command, or with its help if something is missing.
  private func suggestion(replacing place: Int, with meant: [String]) -> String {
    let words = Array(words[..<place]) + meant + words[(place + 1)...]
    let parser = CommandParser(words, root: root)
    guard parser.has(Option.version) || (try? parser.invocation()) != nil else { return help(parser.path) }
    let line = words.map { ShellWord.quoted(TerminalText.cleaned($0)) }.joined(separator: " ")
    return localized("did you mean: movierpc \(line)")
  }

  private func help(_ path: [String]) -> String {
    let command = path.joined(separator: " ")
    return command.isEmpty ? localized("see movierpc --help") : localized("see movierpc \(command) --help")
  }

  /// The command for a word that is a verb of one group, or a method, or another program's command.
  private func command(for word: String) -> [String]? {
    if let command = Self.others[word.lowercased()] { return command }
    // `watchlist.add`
    let parts = word.split(separator: ".").map(String.init)
    if parts.count == 2 {
      let group = root.subcommand(named: parts[0]) ?? root.subcommand(named: String(parts[0].dropLast()))
      if let group, group.verbs.contains(parts[1]) { return [group.name, parts[1]] }
    }
    let groups = root.subcommands.filter { $0.verbs.contains(word) }
    return groups.count == 1 ? [groups[0].name, word] : nil
  }

  private static let others: [String: [String]] = [
    "downloads": ["download", "list"], "list": ["watchlist", "list"], "ls": ["watchlist", "list"],
    "add": ["watchlist", "add"], "remove": ["watchlist", "remove"], "rm": ["watchlist", "remove"],
    "delete": ["watchlist", "remove"], "query": ["search"], "show": ["detail"],
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
