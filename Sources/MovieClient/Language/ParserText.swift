/// ArgumentParser's own words, which are English, in the current language.
package enum ParserText {
  package static func message(_ message: String) -> String {
    // The help of the option follows after a line end.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
      ParserForm.localized(String($0), messages)
    }
    return lines.joined(separator: "\n")
  }

  /// The errors that our commands can have; those of a wrong declaration stay English.
  private static let messages = [
    "Unknown option '%1'. Did you mean '%2'?", "Unknown option '%1'", "Missing value for '%1'",
    "Missing expected argument '%1'", "Missing one of: '%1'", "Unexpected argument '%1'",
    "%1 unexpected arguments: '%2'", "The value '%1' is invalid for '%2'. Please provide one of %3.",
    "The value '%1' is invalid for '%2'", "The option '%1' does not take any value, but '%2' was specified.",
    "Missing required subcommand.",
  ]

  package static func help(_ help: String) -> String {
    guard DisplayLanguage.current.code != .english else { return help }
    var indent: Int?
    return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.isEmpty { indent = nil }
      // Further lines of the usage stand below its first word.
      if let indent, line.hasPrefix(usageIndent) {
        return String(repeating: " ", count: indent) + line.dropFirst(usageIndent.count)
      }
      for heading in headings where line.hasPrefix(heading) {
        let word = LocalizedText(key: heading).text
        if heading == "USAGE: " { indent = word.count }
        return word + shown(line.dropFirst(heading.count))
      }
      if let whole = forms.lazy.compactMap({ ParserForm($0).localized(String(line)) }).first { return whole }
      return shown(line)
    }.joined(separator: "\n")
  }

  private static func shown(_ line: Substring) -> String {
    words.reduce(String(line)) { $0.replacing($1, with: LocalizedText(key: $1).text) }
  }

  private static let headings = ["OVERVIEW: ", "USAGE: ", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:"]
  private static let words = [
    "(default:", "(values:", "; default:", "<subcommand>", "Show the version.", "Show help information.",
  ]
  private static let forms = ["%1 SUBCOMMANDS:", "  See '%1 <subcommand>' for detailed help."]
  private static let usageIndent = "       "

  /// Every text that has a translation.
  package static var all: [String] { messages + headings + words + forms }
}
