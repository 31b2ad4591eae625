import MovieProtocol

/// Lines of a page that is made of tables.
enum PageText {
  static let width = 110

  /// Words in lines of at most ``width`` columns. What stands between backticks is not broken.
  ///
  /// - Parameters:
  ///   - first: before the first line, such as `- `.
  ///   - rest: before each other line.
  static func wrap(_ text: String, first: String = "", rest: String = "") -> String {
    var (lines, line) = ([String](), first)
    var isBare = true
    for word in words(text) {
      if !isBare, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isBare) = (rest, true)
      }
      line += isBare ? word : " " + word
      isBare = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  static func item(_ text: String, depth: Int = 0) -> String {
    let indent = String(repeating: "  ", count: depth)
    return wrap(text, first: indent + "- ", rest: indent + "  ")
  }

  static func paragraphs(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// "`a`, `b` or `c`"
  static func choice(_ words: [String], _ conjunction: String = "or", last: String? = nil) -> String {
    let code = words.map { "`\($0)`" } + [last].compactMap(\.self)
    guard let last = code.last, code.count > 1 else { return code.joined() }
    return code.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// The summary of a table as a sentence.
  static func sentence(_ text: String) -> String {
    let text = text.prefix(1).uppercased() + text.dropFirst()
    return text.hasSuffix(".") || text.hasSuffix(")") ? text : text + "."
  }

  /// With backticks around the names in a sentence of the contract: those with a `_`, methods and settings.
  static func coded(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 0 else { return "`\(part)`" }
      return String(part).replacing(/[a-z]+(?:[._][a-z]+)+/) { match in
        let isName = match.0.contains("_") || names.contains(String(match.0))
        return isName ? "`\(match.0)`" : String(match.0)
      }
    }.joined()
  }

  private static let names = Set(MethodTable.all.map(\.name) + Setting.all.map(\.name))

  /// As ``MarkdownFile`` names it.
  static func link(_ words: String, to heading: String) -> String {
    let anchor = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return "[\(words)](#\(anchor.replacing(" ", with: "-")))"
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for part in text.split(whereSeparator: \.isWhitespace) {
      if isOpen, let last = words.popLast() {
        words.append(last + " " + part)
      } else {
        words.append(String(part))
      }
      if part.count(where: { $0 == "`" }) % 2 == 1 { isOpen.toggle() }
    }
    return words
  }
}
