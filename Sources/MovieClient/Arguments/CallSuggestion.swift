import MovieProtocol

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

  /// The suggestion for a command that does not exist but is the name of a method: `movierpc search dune
  /// --year 2021`.
  package static func line(command words: [String]) -> String? {
    guard let name = words.first, let method = MethodTable.method(named: name) else { return nil }
    var bare: [String] = []
    var pairs: [Pair] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      let option = word.hasPrefix("--") ? String(word.dropFirst(2)) : ""
      if let parameter = method.parameter(named: option), let text = rest.popFirst() {
        pairs += Pair("\(parameter.name)=\(text)").map { [$0] } ?? []
      } else if let pair = Pair(word) {
        pairs.append(pair)
      } else if !word.hasPrefix("-") {
        bare.append(word)
      }
    }
    return line(method: name, bare: bare, pairs: pairs)
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
