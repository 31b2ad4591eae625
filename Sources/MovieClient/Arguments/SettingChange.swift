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
    guard let setting = Setting.named(name) else { return }
    guard setting.isSecret || !words.isEmpty else { throw Self.missing(name) }
    if setting.isSecret { try expectNoWords() }
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
