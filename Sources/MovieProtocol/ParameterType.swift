package import JSONRPC

/// The values a parameter may have. `check` turns the value a client sent into a typed one, or reports what
/// was expected.
package enum ParameterType: Sendable {
  /// Counted in Unicode code points, like JSON Schema's `maxLength`: a user-perceived character may have any
  /// number of combining marks. Counted after blanks at both ends are removed, if `trimmed`.
  case text(ClosedRange<Int>, trimmed: Bool)
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case boolean
  case choice([String])
  /// `de` or `de-DE`.
  case language
  /// Two capital letters.
  case country
  /// The `id` of a request: a string, a number or null, compared byte for byte.
  case requestID
  case texts(maximum: Int)
  /// An array of these, at least one.
  case integers(ClosedRange<Int>, maximum: Int)
  /// Names of topics. Which there are, the method's handler checks.
  case topics
  /// An array of these words, in the order given; a word given twice counts once.
  case choices([String])
  /// `movie/438631`, see ``TitleKey``.
  case titleKey
  /// A text of a certain form.
  case form(TextForm)
  /// An array of texts, each of a certain form; the range limits their number.
  case list(TextForm, ClosedRange<Int>)
  /// An object of names and integers of 0 or more.
  case counts(maximum: Int)
  /// An object of names and values; the method's handler checks them.
  case object(maximum: Int)

  /// The value may be a secret, so an error does not repeat it.
  var isPrivate: Bool {
    switch self {
    case .object: true
    case .form(let form): form.isSecret
    default: false
    }
  }

  /// Nil if `value` does not fit.
  package func check(_ value: JSONValue) -> ArgumentValue? {
    switch (self, value) {
    case (.text(let range, let trimmed), .string(let text)):
      let text = trimmed ? text.trimmed : text
      // SQLite and every C program would take it for the end.
      return Self.hasLength(text, in: range) && !text.utf8.contains(0) ? .text(text) : nil
    case (.integer(let range), .number):
      guard let number = value.intValue, range.contains(number) else { return nil }
      return .integer(number)
    case (.number(let range), .number):
      guard let number = value.doubleValue, range.contains(number) else { return nil }
      return .number(number)
    case (.boolean, .bool(let flag)): return .boolean(flag)
    case (.choice(let names), .string(let name)): return names.contains(name) ? .text(name) : nil
    case (.language, .string(let text)): return Self.isLanguage(text) ? .text(text) : nil
    case (.country, .string(let text)): return Self.isCountry(text.utf8[...]) ? .text(text) : nil
    case (.requestID, .string), (.requestID, .number), (.requestID, .null): return .json(value)
    case (.texts(let maximum), .array(let items)):
      let texts = items.compactMap(\.stringValue)
      return texts.count == items.count && texts.count <= maximum ? .texts(texts) : nil
    case (.integers(let range, let maximum), .array(let items)):
      let numbers = items.compactMap(\.intValue)
      return numbers.count == items.count && (1...maximum).contains(items.count)
        && numbers.allSatisfy(range.contains) ? .json(value) : nil
    case (.topics, _): return Self.texts(maximum: TopicTable.maxNames).check(value)
    case (.choices(let names), .array(let items)):
      var words: [String] = []
      for item in items {
        guard let word = item.stringValue, names.contains(word) else { return nil }
        if !words.contains(word) { words.append(word) }
      }
      return .texts(words)
    case (.titleKey, .string(let text)): return TitleKey(text).map { .text($0.text) }
    case (.form(let form), .string(let text)): return form.fits(text) ? .text(text) : nil
    case (.list(let form, let count), .array(let items)):
      let texts = items.compactMap(\.stringValue)
      return texts.count == items.count && count.contains(texts.count) && texts.allSatisfy(form.fits)
        ? .texts(texts) : nil
    case (.counts(let maximum), .object(let members)):
      return members.count <= maximum && members.allSatisfy { ($0.value.intValue ?? -1) >= 0 }
        ? .json(value) : nil
    case (.object(let maximum), .object(let members)):
      return members.count <= maximum ? .json(value) : nil
    default: return nil
    }
  }

  /// A code of a language or country as it is written: `de-DE` for `DE_de`.
  package func mendedCode(_ text: String) -> String {
    if case .country = self { return text.uppercased() }
    let parts = text.split(separator: text.contains("_") ? "_" : "-")
    guard let language = parts.first else { return text }
    return ([language.lowercased()] + parts.dropFirst().map { $0.uppercased() }).joined(separator: "-")
  }

  /// Skips a text that is too long in any case: a code point has at most four bytes.
  private static func hasLength(_ text: String, in range: ClosedRange<Int>) -> Bool {
    text.utf8.count <= 4 * range.upperBound && range.contains(text.unicodeScalars.count)
  }

  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let language = parts.first, (2...3).contains(language.count) else { return false }
    guard language.allSatisfy(\.isSmallLetter) else { return false }
    return parts.count == 1 || isCountry(parts[1])
  }

  static func isCountry(_ text: Substring.UTF8View) -> Bool {
    text.count == 2 && text.allSatisfy(\.isCapitalLetter)
  }
}
