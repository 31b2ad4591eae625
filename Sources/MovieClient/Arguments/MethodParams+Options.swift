import JSONRPC
import MovieProtocol

/// The names that parameters have on the command line.
extension MethodParams {
  /// `--type` for `media_type`, `LIST` for the list of `browse LIST`, `region` for the setting `set.region`.
  static func option(_ parameter: String) -> String {
    if parameter.hasPrefix("set.") { return String(parameter.dropFirst(4)) }
    return words[parameter] ?? "--" + String(parameter.map { $0 == "_" ? "-" : $0 })
  }

  /// Those that are no option, or one of another name.
  private static let words = [
    "q": "WORDS", "list": "LIST", "key": "KEY", "title": "WORDS", "term": "TERM", "name": "NAME",
    "seconds": "SECONDS",
    "volume": "VOLUME", "file": "FILE", "topics": "TOPIC", "set": "VALUE", "reset": "NAME",
    "media_type": "--type", "new_name": "--name", "pin": "the PIN", "new_pin": "the PIN",
    "duration_ms": "--minutes", "id": "ID",
  ]

  /// A sentence of the daemon about this request, with options in place of parameters.
  ///
  /// - Parameter parameter: the one that it is about, which it may begin with.
  func inOptions(_ sentence: String, about parameter: String? = nil) -> String {
    var text = sentence[...]
    if text.hasPrefix(method + ": ") { text = text.dropFirst(method.count + 2) }
    if let parameter, text.hasPrefix(parameter + " ") {
      text = Self.option(parameter) + text.dropFirst(parameter.count)
    }
    if let choice = parameter.flatMap(self.parameter)?.type.namesAndWords {
      text = text.replacing(choice.names, with: choice.words)[...]
    }
    // A list is typed as words.
    text = text.replacing("must be an array of ", with: "must be ")[...]
    if text.contains("not [\""), text.hasSuffix("\"]") {
      text = text.dropLast().replacing("not [\"", with: "not \"")[...]
    }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = word.prefix { $0.isLetter || $0 == "_" }
      return name.contains("_") && names.contains(String(name))
        ? Self.option(String(name)) + word.dropFirst(name.count) : String(word)
    }.joined(separator: " ")
  }

  /// A remedy of the daemon, which names what to type in place of what to send: `give --year 2021` for
  /// `send {"year":2021}`.
  func remedy(_ hint: String) -> String {
    // No option sets how long the daemon may take.
    guard !hint.contains("timeout_ms") else { return localized("try again later") }
    let words = inOptions(hint).split(separator: " ", omittingEmptySubsequences: false)
    let typed = zip(words, words.dropFirst() + [""]).map { word, next in
      // `send it again` is about the whole request.
      word == "send" && next != "it" ? "give" : Self.typed(word)
    }
    return DaemonText.localized(typed.joined(separator: " "))
  }

  private static func typed(_ word: Substring) -> String {
    var json = word
    while let last = json.last, ",;.".contains(last) { json.removeLast() }
    guard let first = json.first, "{[\"".contains(first), let value = try? JSONValue(parsing: String(json))
    else { return String(word) }
    return typed(value) + word.dropFirst(json.count)
  }

  private static func typed(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      members.map { member in
        let name = option(member.name)
        return (name.hasPrefix("-") ? name + " " : "") + typed(member.value)
      }.joined(separator: " ")
    case .array(let items): items.map(typed).joined(separator: ",")
    case .string(let text): text
    default: value.text()
    }
  }
}
