import MovieProtocol

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
