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
