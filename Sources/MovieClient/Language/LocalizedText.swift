import Glibc
import JSONRPC
import TranslationData

/// A text of the program's own with its arguments. A literal makes one: `"Removed \(title) from \(list)."` has
/// the key `Removed %1 from %2.`, by which the translations find it.
package struct LocalizedText: ExpressibleByStringInterpolation, Equatable, Sendable {
  package private(set) var key: String
  private var arguments: [String] = []

  package init(stringLiteral text: String) { key = text }

  /// - Parameter key: a text of a table, such as the description of a setting.
  package init(key: String) { self.key = key }

  package init(stringInterpolation parts: StringInterpolation) {
    (key, arguments) = (parts.key, parts.arguments)
  }

  /// In the current language.
  package var text: String {
    TranslatedText.filled(TranslatedText.of(key, DisplayLanguage.current) ?? key, arguments)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ text: String) { key += text }

    package mutating func appendInterpolation(_ argument: String) {
      arguments.append(argument)
      key += "%\(arguments.count)"
    }

    package mutating func appendInterpolation(_ argument: LocalizedText) {
      appendInterpolation(argument.text)
    }

    package mutating func appendInterpolation(_ argument: some CustomStringConvertible) {
      appendInterpolation(argument.description)
    }
  }
}

/// The text in the current language.
package func localized(_ text: LocalizedText) -> String { text.text }

/// A page of paragraphs, each of which has its own translation: the key is the paragraph without its line ends.
/// Those with a line that begins with a blank, such as examples, are translated as they are, and need not be.
package func localizedParagraphs(_ page: String, width: Int = HelpParagraph.width) -> String {
  guard DisplayLanguage.current.code != .english || width < HelpParagraph.maxWidth else { return page }
  return page.parts(between: "\n\n").map { HelpParagraph(String($0)) }.map { paragraph in
    let text = LocalizedText(key: paragraph.key).text
    return paragraph.isFixed ? text : String(Paragraph.text(text, width: width).dropLast())
  }.joined(separator: "\n\n")
}

/// A paragraph of a help text.
package struct HelpParagraph {
  /// That of the lines in the sources.
  static let maxWidth = 72
  package static let width = min(maxWidth, Screen.current().textWidth)

  package let key: String
  /// Its lines stay as they are.
  package let isFixed: Bool

  package init(_ text: String) {
    let lines = text.split(separator: "\n")
    isFixed = lines.contains { $0.hasPrefix(" ") }
    key = isFixed ? text : lines.joined(separator: " ")
  }
}

/// Finds texts in the [PO files](https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html), which
/// are part of the program. They are sorted by their keys, as `msgcat --sort-output` does it: a text is found
/// by a binary search in the bytes, and nothing is read at the start.
enum TranslatedText {
  /// Nil in English, and for a text without a translation.
  static func of(_ key: String, _ language: DisplayLanguage) -> String? {
    // A text without letters is the same in all languages, and the empty one is the header of the file.
    guard language.code != .english, hasLetters(key) else { return nil }
    return text(after: "msgstr ", of: key, language)
  }

  /// The form for `count`: German and Spanish have two, as English has.
  static func of(_ one: String, count: Int, _ language: DisplayLanguage) -> String? {
    guard language.code != .english else { return nil }
    return text(after: count == 1 ? "msgstr[0] " : "msgstr[1] ", of: one, language)
  }

  /// `%1` to `%9` replaced by the arguments.
  static func filled(_ text: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty else { return text }
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { filled, part in
      if let number = part.first?.wholeNumberValue, (1...arguments.count).contains(number) {
        filled += arguments[number - 1] + part.dropFirst()
      } else {
        filled += "%" + part
      }
    }
  }

  private static func hasLetters(_ key: String) -> Bool {
    key.utf8.contains { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
  }

  private static func text(after mark: String, of key: String, _ language: DisplayLanguage) -> String? {
    var size = 0
    let file =
      language.code == .german ? movierpc_translations_german(&size) : movierpc_translations_spanish(&size)
    guard let entry = entry(Array(key.utf8), in: file, size), let start = strstr(entry, mark) else {
      return nil
    }
    let text = String(decoding: Array(Literal(start + strlen(mark))), as: UTF8.self)
    return text.isEmpty ? nil : language.hasAccents ? text : PlainLetters.text(text, language.code)
  }

  /// Where the entry of the key begins.
  private static func entry(
    _ key: [UInt8], in file: UnsafePointer<CChar>, _ size: Int
  ) -> UnsafePointer<CChar>? {
    var (low, high) = (0, size)
    while low < high {
      let middle = (low + high) / 2
      guard let start = strstr(file + middle, "\nmsgid ").map({ UnsafePointer($0) }), start - file < high
      else {
        high = middle
        continue
      }
      let found = Literal(start + strlen("\nmsgid "))
      if found.elementsEqual(key) { return start }
      if found.lexicographicallyPrecedes(key) {
        low = start - file + 1
      } else {
        high = middle
      }
    }
    return nil
  }

  /// The bytes of a text, which may be divided into several lines. The file ends with a NUL, at which this
  /// stops as well.
  private struct Literal: Sequence, IteratorProtocol {
    private var place: UnsafePointer<CChar>

    /// - Parameter quote: the opening one.
    init(_ quote: UnsafePointer<CChar>) { place = quote + 1 }

    mutating func next() -> UInt8? {
      while place[0] == Self.quote, place[1] == Self.lineEnd, place[2] == Self.quote { place += 3 }
      guard place[0] != Self.quote, place[0] != 0 else { return nil }
      let isEscaped = place[0] == Self.backslash && place[1] != 0
      let byte = UInt8(bitPattern: isEscaped ? place[1] : place[0])
      place += isEscaped ? 2 : 1
      return isEscaped && byte == UInt8(ascii: "n") ? .newline : byte
    }

    private static let quote = CChar(UInt8(ascii: "\""))
    private static let lineEnd = CChar(UInt8.newline)
    private static let backslash = CChar(UInt8(ascii: "\\"))
  }
}
