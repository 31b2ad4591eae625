import JSONRPC
package import MovieProtocol

/// A parameter as a word of the command line: `name=text` or `name:=json`.
///
/// The first `=` separates, so the text may contain more of them; names are `[a-z][a-z0-9_]*`.
package struct Pair: Equatable, Sendable {
  package var name: String
  package var text: String
  package var isJSON: Bool

  /// Nil when the word is not a pair.
  package init?(_ word: String) {
    guard let division = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    var name = word[..<division]
    isJSON = name.utf8.last == .colon
    if isJSON { name.removeLast() }
    guard Self.isName(name) else { return nil }
    self.name = String(name)
    text = String(word[word.utf8.index(after: division)...])
  }

  private static func isName(_ name: Substring) -> Bool {
    guard name.utf8.first?.isSmallLetter == true else { return false }
    return name.utf8.allSatisfy { $0.isSmallLetter || $0 == UInt8(ascii: "_") || $0.isDigit }
  }

  /// The value as JSON text.
  ///
  /// - Parameter parameter: nil if this client does not know it: the text is then a string.
  package func json(for parameter: Parameter?) throws(CommandError) -> [UInt8] {
    if isJSON {
      return try CheckedJSON.line(
        Array(text.utf8), what: name + ":=", hint: "as text: \(ShellWord.quoted("\(name)=\(text)"))")
    }
    let value = try parameter?.value(typed: text, named: name) ?? .string(text)
    return Array(value.text().utf8)
  }
}

extension Parameter {
  /// The value that a text on the command line means. The client checks only the type: ranges and names of
  /// choices are checked by the daemon, which may be of a newer version.
  ///
  /// - Parameter shown: its name in messages.
  func value(typed text: String, named shown: @autoclosure () -> String) throws(CommandError) -> JSONValue {
    if let value = type.value(typed: text) { return value }
    let isBracketed = text.hasPrefix("[") || text.hasPrefix("{") || text.hasPrefix("<")
    let shown = shown()
    throw .usage(
      "\(shown) must be \(DaemonMessage(type.demand).text()), not \"\(Spelling.shortened(text))\"",
      hint: isBracketed ? "as JSON: \(ShellWord.quoted("\(name):=\(text)"))" : nil)
  }
}

extension ParameterType {
  /// The value that a text on the command line means for a parameter of this type, or nil if it has none.
  func value(typed text: String) -> JSONValue? {
    switch self {
    case .text, .choice, .language, .country, .titleKey, .form: .string(text)
    case .integer: Int(text).map { .integer($0) }
    case .number: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .boolean: text == "true" ? true : text == "false" ? false : nil
    // The daemon compares ids by their bytes: a number stays as it was typed.
    case .requestID:
      if let value = try? JSONValue(parsing: text), case .number = value { value } else { .string(text) }
    // One text is an array of one; use JSON for more (`require:='["batch"]'`), since any separator could
    // occur in a text.
    case .texts, .topics, .list: [.string(text)]
    case .integers: Self.integers(text)
    case .choices: .array(text.split(separator: ",").map { .string(String($0)) })
    // Names and values can only be given as JSON.
    case .object, .counts: nil
    }
  }

  /// `1,2`
  private static func integers(_ text: String) -> JSONValue? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    return numbers.contains(nil) ? nil : .array(numbers.compactMap(\.self).map { .integer($0) })
  }
}
