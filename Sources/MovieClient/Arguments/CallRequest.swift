import JSONRPC
package import MovieProtocol

/// A request as one line on the wire.
package enum CallRequest {
  /// The longest text read from standard input: the maximum line length that a daemon can be configured to
  /// accept.
  package static let maxInputLength = 16 << 20

  /// - Parameters:
  ///   - id: a number, so that replies can be matched.
  ///   - params: checked JSON; nil: none are sent.
  package static func line(id: Int, method: String, params: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(reserving: method.utf8.count + (params?.count ?? 0) + 64)
    writer.object {
      $0.member("jsonrpc", "2.0")
      $0.member("id", id)
      $0.member("method", method)
      if let params { $0.member("params", raw: params) }
    }
    return writer.bytes + [.newline]
  }

  /// The parameters as checked JSON, nil if there are none.
  ///
  /// - Parameter readInput: reads standard input to its end; called at most once, and only for `-`.
  package static func params(
    of call: CallArguments, readInput: () throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [UInt8]? {
    switch call.params {
    case .none: return nil
    case .text(let text):
      return try CheckedJSON.line(
        Array(text.utf8), what: "PARAMS",
        hint: "put JSON in single quotes, or use pairs: \(example(call.method))")
    case .standardInput: return try params(fromInput: try readInput(), method: call.method)
    case .pairs(let pairs): return try object(pairs, method: call.method)
    }
  }

  private static func params(fromInput text: [UInt8], method: String) throws(CommandError) -> [UInt8] {
    guard let first = text.first(where: { !$0.isBlank }) else {
      throw .usage("standard input is empty", hint: "without parameters: movierpc call \(method)")
    }
    guard first.opensBracket || first == UInt8(ascii: "<") else {
      throw .usage("standard input must be a JSON object or array", hint: "for example: {\"q\":\"dune\"}")
    }
    return try CheckedJSON.line(text, what: localized("standard input"))
  }

  private static func object(_ pairs: [Pair], method name: String) throws(CommandError) -> [UInt8] {
    let method = MethodTable.method(named: name)
    var values: [(name: String, json: [UInt8])] = []
    for pair in pairs {
      values.append((pair.name, try pair.json(for: method?.parameter(named: pair.name))))
    }
    var writer = JSONWriter()
    writer.object {
      for value in values {
        $0.name(value.name)
        $0.raw(value.json)
      }
    }
    return writer.bytes
  }

  private static func example(_ method: String) -> String {
    MethodTable.method(named: method).map(MethodExample.pairs) ?? "movierpc call search q=dune"
  }
}

/// The command that was probably meant, ready to be typed.
package enum CallSuggestion {
  /// `movierpc call search q='dune part two'` for the words `search dune part two`.
  ///
  /// - Parameter bare: the words that are not pairs; together they become the method's main parameter.
  package static func line(method name: String, bare: [String], pairs: [Pair] = []) -> String {
    let method = MethodTable.method(named: name)
    var rest = bare
    var words = ["movierpc", "call", ShellWord.quoted(name)]
    let mended = rest.compactMap { word in pair(word, method).map { (word, $0) } }
    rest.removeAll { word in mended.contains { $0.0 == word } }
    if !rest.isEmpty {
      let main = mainParameter(of: method)?.name ?? "name"
      words.append(ShellWord.quoted("\(main)=\(rest.joined(separator: " "))"))
    }
    for pair in mended.map(\.1) + pairs { words.append(pair.word) }
    return words.joined(separator: " ")
  }

  /// The parameter without which the method makes no sense, otherwise its first own one.
  private static func mainParameter(of method: Method?) -> Parameter? {
    method?.parameters.first(where: \.isRequired)
      ?? method?.parameters.first { $0.name != Parameter.timeout.name }
  }

  /// Of `Year=2021`, or of `year:2021`, which is what a shell makes of JSON without quotes.
  private static func pair(_ word: String, _ method: Method?) -> Pair? {
    guard let division = word.firstIndex(where: { "=:".contains($0) }) else { return nil }
    let name = word[..<division].lowercased()
    guard word[division] == "=" || method?.parameter(named: name) != nil else { return nil }
    return Pair(name + "=" + word[word.index(after: division)...])
  }
}

extension Pair {
  /// As it is typed.
  var word: String { ShellWord.quoted(name + (isJSON ? ":=" : "=") + text) }
}

/// A method's example as commands to type.
package enum MethodExample {
  /// `movierpc call hello client=mybar version=0.1 require:='["batch"]'`
  package static func pairs(_ method: Method) -> String {
    let members = method.example.objectValue ?? []
    return (["movierpc", "call", method.name] + members.map { word($0, method) }).joined(separator: " ")
  }

  /// `movierpc call search '{"q":"dune"}'`, or nil if there is nothing to send.
  package static func json(_ method: Method) -> String? {
    guard method.example.objectValue?.isEmpty == false else { return nil }
    return "movierpc call \(method.name) " + ShellWord.quoted(method.example.text())
  }

  private static func word(_ member: JSONMember, _ method: Method) -> String {
    let json = member.value.text()
    let text = member.value.stringValue ?? json
    let type = method.parameter(named: member.name)?.type
    // `name=text` only if it means exactly this value.
    let isPlain = type.map { $0.value(typed: text) == member.value } ?? (member.value.stringValue != nil)
    return member.name + (isPlain ? "=" + quotedIfNeeded(text) : ":=" + quotedIfNeeded(json))
  }

  private static func quotedIfNeeded(_ text: String) -> String {
    text.isEmpty ? "" : ShellWord.quoted(text)
  }
}
