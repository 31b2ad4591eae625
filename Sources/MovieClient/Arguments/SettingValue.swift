package import JSONRPC
import MovieProtocol

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
