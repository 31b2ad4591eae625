package import JSONRPC
import MovieProtocol

/// `settings set NAME [VALUE]`.
package struct SettingChange: Equatable, Sendable {
  package let name: String
  private let words: [String]

  /// The settings that clients may change, for completions.
  package static let names = Setting.all.filter { $0.permission != .fileOnly }.map(\.name)

  package init(_ name: String, _ words: [String]) throws(CommandError) {
    self.name = name
    self.words = words
    if words.isEmpty { try Self.expectName(name) }
    guard let setting = Setting.named(name) else { return }
    guard setting.isSecret || !words.isEmpty else { throw Self.missing(name) }
    if setting.isSecret { try expectNoWords() }
  }

  /// - Throws: for `page_size=30`, and for the names `page_size` and `30`.
  package static func expectNames(_ words: [String]) throws(CommandError) {
    if words.count == 2, names.contains(words[0]), Setting.named(words[1]) == nil {
      throw try meantChange(words[0], to: words[1], of: words[1])
    }
    for word in words { try expectName(word) }
  }

  private static func expectName(_ word: String) throws(CommandError) {
    guard let sign = word.firstIndex(of: "=") else { return }
    let name = String(word[..<sign])
    guard names.contains(name) else { return }
    throw try meantChange(name, to: String(word[word.index(after: sign)...]), of: word)
  }

  /// The error whose remedy is `settings set`.
  ///
  /// - Throws: for a secret, which must not be an argument.
  private static func meantChange(
    _ name: String, to value: String, of word: String
  ) throws(CommandError) -> CommandError {
    _ = try SettingChange(name, [value])
    let line = ["settings", "set", name, ShellWord.quoted(TerminalText.cleaned(value))]
    return .usage(
      "there is no setting \("\"" + Spelling.shortened(word) + "\"")",
      hint: "did you mean: movierpc \(line.joined(separator: " "))")
  }

  /// The value of a setting this client knows; a secret is prompted for. Needs no daemon, so that errors are
  /// reported before anything is sent.
  package func value(
    secret: (String) throws(CommandError) -> String = SecretInput.read
  ) throws(CommandError) -> JSONValue? {
    guard let setting = Setting.named(name) else { return nil }
    if setting.isSecret { return .string(try secret(name)) }
    return setting.type.mended(try SettingValue.json(words, for: name, like: Self.example(of: setting.type)))
  }

  /// The value of a setting that only the daemon knows, which may be of a newer version.
  ///
  /// - Parameter current: as in ``SettingValue/json(_:for:like:)``.
  package func value(
    like current: JSONValue?, secret: (String) throws(CommandError) -> String = SecretInput.read
  ) throws(CommandError) -> JSONValue {
    if SettingValue.isSet(current) != nil {
      try expectNoWords()
      return .string(try secret(name))
    }
    guard !words.isEmpty else { throw Self.missing(name) }
    return try SettingValue.json(words, for: name, like: current)
  }

  private static func example(of type: ParameterType) -> JSONValue {
    switch type {
    case .integer: 0
    case .boolean: false
    case .list, .texts, .choices: []
    default: ""
    }
  }

  private static func missing(_ name: String) -> CommandError {
    .usage(
      "\(name) needs a value",
      hint: "movierpc settings \(name) shows its value; movierpc settings reset \(name) resets it")
  }

  private func expectNoWords() throws(CommandError) {
    guard words.isEmpty else {
      throw .usage(
        "\(name) is a secret and must not be an argument: other users can read it",
        hint: """
          run movierpc settings set \(name) and type it at the prompt. Remove this line from your \
          shell's history
          """)
    }
  }
}

/// Typed words, as the value of a setting.
package enum SettingValue {
  /// The current value determines the type: `30` for a number, `true` for a flag, `DE,AT` for a list.
  ///
  /// - Parameter current: the value of the setting in the result of `settings`; nil if the daemon does not
  ///   know the name, and reports that itself.
  package static func json(_ words: [String], for name: String, like current: JSONValue?) throws(CommandError)
    -> JSONValue
  {
    if case .array? = current {
      let parts = words.flatMap { $0.split(separator: ",", omittingEmptySubsequences: true) }
      return .array(parts.map { .string($0.trimmed) }.filter { $0 != "" })
    }
    guard let text = words.first, words.count == 1 else {
      throw .usage(
        "\(name) takes one value, not \(words.count)",
        hint: "a value with blanks: movierpc settings set \(name) \(Self.quoted(words))")
    }
    switch current {
    case .number?:
      guard let number = Int(text) else { throw wrong(text, name, "a whole number") }
      return .integer(number)
    case .bool?:
      guard text == "true" || text == "false" else { throw wrong(text, name, "true or false") }
      return .bool(text == "true")
    default: return .string(text)
    }
  }

  /// Whether a secret is set, the only thing reported of it (`{"set":true}`); nil for all other values.
  package static func isSet(_ value: JSONValue?) -> Bool? {
    guard let members = value?.objectValue, members.count == 1 else { return nil }
    return value?["set"]?.boolValue
  }

  private static func quoted(_ words: [String]) -> String {
    ShellWord.quoted(TerminalText.cleaned(words.joined(separator: " ")))
  }

  private static func wrong(_ text: String, _ name: String, _ expected: LocalizedText) -> CommandError {
    .usage("\"\(Spelling.shortened(text))\" is not a value of \(name) (\(expected))")
  }
}
