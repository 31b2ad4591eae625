import MovieProtocol

/// The options of every command that talks to the daemon.
package struct ConnectionOptions: Equatable, Sendable {
  package var socket: String?
  package var timeout = Seconds.usual
  package var mayStart = true
  /// Nil: the daemon's default profile for connections.
  package var profile: String?

  package init() {}
}

/// The options of `call` and `pipe`, which are parsed by hand here: ArgumentParser takes longer than the
/// answer.
package struct CallOptions: Equatable, Sendable {
  package var connection = ConnectionOptions()
  package var envelope = false
  package var json = false
  package var text = false
  package var format: FormatTemplate?
  package var wantsHelp = false
  /// The remaining words: method and parameters.
  package var words: [String] = []

  /// Options may appear anywhere; after `--` no word is one.
  package init(_ words: [String], allowsEnvelope: Bool = true) throws(CommandError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        self.words.append(word)
        continue
      }
      if word == "--" {
        self.words += rest
        return
      }
      if word == "-h" || word == "--help" {
        wantsHelp = true
        continue
      }
      if word == "--envelope", allowsEnvelope {
        envelope = true
        continue
      }
      if word == "--json" || word == "-j", allowsEnvelope {
        json = true
        continue
      }
      if word == "--text" || word == "-T", allowsEnvelope {
        text = true
        continue
      }
      if word == "--format" || word == "-f" || word.hasPrefix("--format="), allowsEnvelope {
        format = try FormatTemplate(try Self.value(of: word, &rest))
        continue
      }
      guard try connection.parse(word, &rest) else {
        throw Self.unknown(word, isCall: allowsEnvelope)
      }
    }
  }

  private static func value(of word: String, _ rest: inout ArraySlice<String>) throws(CommandError) -> String
  {
    if let divider = word.firstIndex(of: "=") { return String(word[word.index(after: divider)...]) }
    guard let value = rest.popFirst() else {
      throw .usage("\(word) needs a value", hint: "for example: --format '{title} ({year})'")
    }
    return value
  }

  private static func unknown(_ word: String, isCall: Bool) -> CommandError {
    if let pair = Pair(String(word.drop { $0 == "-" })) {
      return .usage("there is no option \(word)", hint: "a parameter has no dashes: \(pair.word)")
    }
    let command = isCall ? "call" : "pipe"
    return .usage("there is no option \(word)", hint: "movierpc \(command) --help lists the options")
  }
}

extension ConnectionOptions {
  static let flags = ["--no-spawn"]
  static let withValue = ["--socket", "--timeout", "--profile", "-P", "--color"]

  /// - Returns: false when `word` is not one of these options.
  mutating func parse(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandError)
    -> Bool
  {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if word == "--no-spawn" {
      mayStart = false
      return true
    }
    guard Self.withValue.contains(name) else { return false }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
      let forms = ["--socket": "PATH", "--profile": "NAME", "-P": "NAME", "--color": "auto|always|never"]
      let form = forms[name] ?? "SECONDS"
      throw .usage("\(name) needs a value", hint: "\(name) \(form)")
    }
    switch name {
    case "--socket": socket = value
    case "--profile", "-P": profile = value
    case "--color":
      // JSON has no colours, but an alias may always give the option.
      guard ColorChoice(rawValue: value) != nil else {
        throw .usage(
          "--color must be auto, always or never, not \"\(Spelling.shortened(value))\"",
          hint: "for example: --color always")
      }
    default:
      guard let seconds = Seconds(value) else {
        throw .usage(
          "--timeout must be seconds, over 0 and at most 86400, not \"\(value)\"", hint: "--timeout 2.5")
      }
      timeout = seconds
    }
    return true
  }
}
