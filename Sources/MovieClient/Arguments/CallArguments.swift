import JSONRPC
package import MovieProtocol

/// `METHOD [PARAMS | name=text name:=json ...]`: the words of `movierpc call` without its options.
package struct CallArguments: Equatable, Sendable {
  package enum Params: Equatable, Sendable {
    case none
    /// As typed, not yet checked.
    case text(String)
    case standardInput
    case pairs([Pair])
  }

  package var method: String
  package var params: Params

  package var readsStandardInput: Bool {
    if case .standardInput = params { true } else { false }
  }

  package init(_ words: [String]) throws(CommandError) {
    guard let method = words.first else {
      throw .usage(
        "call needs the name of a method",
        hint: "movierpc methods lists them; for example: movierpc call search q=dune")
    }
    guard Self.looksLikeMethod(method) else {
      throw .usage(
        "the first argument must be a method's name, not \"\(Spelling.shortened(method))\"",
        hint: "for example: movierpc call search q=dune")
    }
    self.method = method
    let words = words.dropFirst()
    guard let first = words.first else {
      params = .none
      return
    }
    let wholes = words.filter(Self.isWhole)
    guard wholes.isEmpty else {
      guard words.count == 1 else { throw Self.mixed(method, Array(words)) }
      params = first == "-" ? .standardInput : .text(first)
      return
    }
    params = .pairs(try Self.pairs(method, Array(words)))
  }

  /// PARAMS as one word: JSON, JSON with angle brackets, or `-` for standard input.
  private static func isWhole(_ word: String) -> Bool {
    word == "-" || word.hasPrefix("{") || word.hasPrefix("[") || word.hasPrefix("<")
  }

  private static func looksLikeMethod(_ word: String) -> Bool {
    !word.isEmpty && !isWhole(word) && !word.utf8.contains(UInt8(ascii: "="))
  }

  private static func pairs(_ method: String, _ words: [String]) throws(CommandError) -> [Pair] {
    var pairs: [Pair] = []
    var bare: [String] = []
    for word in words {
      guard let pair = Pair(word) else {
        bare.append(word)
        continue
      }
      guard !pairs.contains(where: { $0.name == pair.name }) else {
        throw .usage("\(pair.name) is given twice", hint: "leave one of them out")
      }
      pairs.append(pair)
    }
    guard let word = bare.first else { return pairs }
    throw .usage(
      "\"\(Spelling.shortened(word))\" is neither JSON nor a name=text pair",
      hint: "did you mean: \(CallSuggestion.line(method: method, bare: bare, pairs: pairs))")
  }

  private static func mixed(_ method: String, _ words: [String]) -> CommandError {
    if words.contains(where: { Pair($0) != nil }) {
      return .usage(
        "give the parameters as JSON or as name=text pairs, not both",
        hint: "for JSON in a pair: name:=json")
    }
    let json = ShellWord.quoted(TerminalText.cleaned(words.joined(separator: " ")))
    return .usage(
      "the parameters must be one word of the command line, not \(words.count)",
      hint: "put the JSON in single quotes: movierpc call \(method) \(json)")
  }
}

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
