import Glibc
import JSONRPC
import TranslationData

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
