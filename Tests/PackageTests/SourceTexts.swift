import MovieClient
import TestSupport

/// The texts that the client's sources give to `localized` and to the functions that take a `LocalizedText`.
struct SourceTexts {
  struct Text: Hashable {
    var key: String
    var file: String
    /// The function that it is an argument of.
    var call = ""
    /// That function shows it to people.
    var isShown = true
    /// Examples of a help text need no translation.
    var isOptional = false
  }

  private var texts: [Text] = []
  private let file: String
  private let source: [Character]
  private var place = 0
  /// What is called by the parentheses around the place; "[" for a bracket.
  private var calls: [String] = []

  private static let functions: Set<String> = [
    "localized", "CommandError", "usage", "unreachable", "Finding", "finding", "column", "form", "sentence",
    "wrong", "line",
  ]
  /// Arguments that are texts, whatever the function.
  private static let textLabels = ["help:", "summary:", "Group("]
  /// Arguments of these functions that are no texts.
  private static let labels = ["kind:", "method:", "separator:", "what:", "with:", "valueName:", "=="]

  /// Every literal.
  static func all(under folders: [String]) -> [Text] {
    folders.flatMap { SourceFiles.swift(under: $0) }.filter { !$0.contains("/MovieClient/Language/") }
      .flatMap { path in
        var file = SourceTexts(path)
        file.scan(to: nil)
        return file.texts
      }
  }

  private init(_ path: String) {
    file = String(path.split(separator: "/").last ?? "")
    source = Array(TemporaryFolder.read(path))
  }

  /// - Parameter depth: of the parenthesis that ends an interpolation.
  private mutating func scan(to depth: Int?) {
    while place < source.count {
      switch source[place] {
      case "/" where starts("//"):
        place = source[place...].firstIndex(of: "\n") ?? source.count
        continue
      case "\"",
        "#" where starts("#\""):
        let before = String(source[max(0, place - 40)..<place])
        add(literal(), after: before)
        continue
      case "(": calls.append(name(before: place))
      case "[": calls.append("[")
      case ")", "]":
        _ = calls.popLast()
        if let depth, calls.count < depth {
          place += 1
          return
        }
      default: break
      }
      place += 1
    }
  }

  private mutating func add(_ key: String, after before: String) {
    let trimmed = String(before.reversed().drop(while: \.isWhitespace).reversed())
    let call = calls.last { $0 != "[" } ?? ""
    if call == "localizedParagraphs" {
      texts += key.split(separator: "\n\n").map { HelpParagraph(String($0)) }.map {
        Text(key: $0.key, file: file, isOptional: $0.isFixed && !$0.key.contains(/\S {3,}\S/))
      }
    } else {
      let isText =
        Self.textLabels.contains(where: trimmed.hasSuffix)
        || Self.functions.contains(call) && !Self.labels.contains(where: trimmed.hasSuffix)
      let isShown =
        isText
        && key.replacing(/%\d/, with: "").contains(where: \.isLetter)
      // Of a usage, the words of the command line are the same in all languages.
      texts.append(
        Text(key: key, file: file, call: call, isShown: isShown, isOptional: trimmed.hasSuffix("usage:")))
    }
  }

  /// The value of the literal at the place, with `%1`, `%2` ... for what is interpolated.
  private mutating func literal() -> String {
    let hashes = String(source[place...].prefix { $0 == "#" })
    place += hashes.count
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    place += quote.count
    let (end, escape) = (quote + hashes, "\\" + hashes)
    var (lines, arguments) = ([""], 0)
    while place < source.count, !starts(end) {
      guard starts(escape) else {
        if source[place] == "\n" { lines.append("") } else { lines[lines.count - 1].append(source[place]) }
        place += 1
        continue
      }
      place += escape.count
      let character = source[place]
      place += 1
      switch character {
      case "(":
        arguments += 1
        lines[lines.count - 1] += "%\(arguments)"
        calls.append("")
        scan(to: calls.count)
      // The line goes on.
      case "\n": lines[lines.count - 1].append(Self.joint)
      case "n": lines[lines.count - 1].append(quote.count == 1 ? "\n" : Self.lineEnd)
      default: lines[lines.count - 1].append(character)
      }
      if character == "\n" { lines.append("") }
    }
    place += end.count
    return quote.count == 1 ? lines.joined() : Self.unindented(lines)
  }

  private static let joint: Character = "\u{1}"
  private static let lineEnd: Character = "\u{2}"

  private static func unindented(_ lines: [String]) -> String {
    let indent = lines.last?.count ?? 0
    let text = lines.dropFirst().dropLast().map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    return text.replacing("\(joint)\n", with: "").replacing(String(lineEnd), with: "\n")
  }

  private func starts(_ text: String) -> Bool { source[place...].starts(with: text) }

  private func name(before place: Int) -> String {
    String(source[..<place].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
  }
}
