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
