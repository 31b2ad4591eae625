/// The names that parameters have on the command line.
extension MethodParams {
  /// `--type` for `media_type`, `LIST` for the list of `browse LIST`, `region` for the setting `set.region`.
  static func option(_ parameter: String) -> String {
    if parameter.hasPrefix("set.") { return String(parameter.dropFirst(4)) }
    return words[parameter] ?? "--" + String(parameter.map { $0 == "_" ? "-" : $0 })
  }

  /// Those that are no option, or one of another name.
  private static let words = [
    "q": "WORDS", "list": "LIST", "key": "KEY", "term": "TERM", "name": "NAME", "seconds": "SECONDS",
    "volume": "VOLUME", "file": "FILE", "topics": "TOPIC", "set": "VALUE", "reset": "NAME",
    "media_type": "--type", "new_name": "--name", "pin": "the PIN", "new_pin": "the PIN",
    "duration_ms": "--minutes",
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
    // A list is typed as words.
    text = text.replacing("must be an array of ", with: "must be ")[...]
    if text.hasSuffix("\"]") { text = text.dropLast().replacing("not [\"", with: "not \"")[...] }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = word.prefix { $0.isLetter || $0 == "_" }
      return name.contains("_") && names.contains(String(name))
        ? Self.option(String(name)) + word.dropFirst(name.count) : String(word)
    }.joined(separator: " ")
  }
}
