/// `--color`: whether pages for people have colours.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// The last one on the command line, where `--color` may stand before and after the command. Every page
  /// needs it and no command does, so it is read here; the commands declare it, and refuse other values.
  package static let ofCommandLine = ColorChoice(in: CommandLine.arguments)

  init(in words: [String]) {
    let options = words.prefix { $0 != "--" }
    self = .auto
    for (word, next) in zip(options, options.dropFirst() + [""]) {
      let value = word == "--color" ? next : word.hasPrefix("--color=") ? String(word.dropFirst(8)) : ""
      self = ColorChoice(rawValue: value) ?? self
    }
  }

  /// [NO_COLOR](https://no-color.org) and [FORCE_COLOR](https://force-color.org) count when they are not
  /// empty.
  func isWanted(isTerminal: Bool, _ environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environment("NO_COLOR")?.isEmpty == false { return false }
      if environment("FORCE_COLOR")?.isEmpty == false { return true }
      return isTerminal && environment("TERM") != "dumb"
    }
  }
}
