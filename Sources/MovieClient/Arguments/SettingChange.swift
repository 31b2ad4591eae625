package import JSONRPC
import MovieProtocol

/// `settings set NAME [VALUE]`.
package struct SettingChange: Equatable, Sendable {
  package let name: String
  private let words: [String]

  /// What clients may set, for completions.
  package static let names = Setting.all.filter { $0.permission != .fileOnly }.map(\.name)

  package init(_ name: String, _ words: [String]) throws(Failure) {
    self.name = name
    self.words = words
    // Before anything is sent; a secret this client does not know is found out by `value`.
    if isKnownSecret { try expectNoWords() }
    guard !words.isEmpty || isKnownSecret || !Self.names.contains(name) else {
      throw .usage(
        "\(name) needs a value", hint: "movierpc settings shows what it is; reset goes back to the default")
    }
  }

  /// - Parameter current: as in ``SettingValue/json(_:for:like:)``.
  package func value(
    like current: JSONValue?, secret: (String) throws(Failure) -> String = SecretInput.read
  ) throws(Failure) -> JSONValue {
    if isKnownSecret || SettingValue.isSet(current) != nil {
      try expectNoWords()
      return .string(try secret(name))
    }
    guard !words.isEmpty else { throw .usage("\(name) needs a value") }
    return try SettingValue.json(words, for: name, like: current)
  }

  private var isKnownSecret: Bool { Setting.named(name)?.isSecret == true }

  private func expectNoWords() throws(Failure) {
    guard words.isEmpty else {
      throw .usage(
        "\(name) is a secret and must not be an argument, which others can read",
        hint:
          "movierpc settings set \(name) asks for it, or reads it from standard input. Take it out of your "
          + "shell's history")
    }
  }
}
