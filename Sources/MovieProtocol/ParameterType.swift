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

  /// In words, for `expected` in an error and for `movierpc describe`.
  package var expectation: String {
    switch self {
    case .text(let range, _): "text, \(range.lowerBound) to \(range.upperBound) characters"
    case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "number, \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .boolean: "true or false"
    case .choice(let names): names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    case .language: "a language like de or de-DE"
    case .country: "a country like DE"
    case .requestID: "the id of a request: a string, a number or null"
    case .texts(let maximum): "an array of at most \(maximum) strings"
    case .integers(let range, let maximum):
      "an array of 1 to \(maximum) integers, \(range.lowerBound) to \(range.upperBound)"
    case .topics: "an array of 1 to \(TopicTable.maxNames) names of topics"
    case .choices(let names): "an array of " + names.joined(separator: ", ")
    case .titleKey: "a key like movie/438631, tv/1399, itunes/N or imdb/tt1160419"
    case .form(let form): form.words
    case .list(let form, let count):
      "an array of \(count.lowerBound) to \(count.upperBound) \(form.plural)"
    case .counts(let maximum): "an object of at most \(maximum) names and integers of 0 or more"
    case .object(let maximum): "an object of at most \(maximum) names and their values"
    }
  }

  /// In words, after "must be".
  package var demand: String {
    switch self {
    case .integer: "an " + expectation
    case .number: "a " + expectation
    default: expectation
    }
  }

  /// The value may be a secret, so an error does not repeat it.
  var isPrivate: Bool {
    switch self {
    case .object: true
    case .form(let form): form.isSecret
    default: false
    }
  }

  /// The expected value, for an error about `value`: the type if that is wrong, otherwise the range as well.
  package func requirement(for value: JSONValue) -> String {
    switch (self, value) {
    case (.integer, .number): demand
    case (.text, .string(let text)): text.utf8.contains(0) ? "text without U+0000" : expectation
    case (.text, _): "a string"
    case (.integer, _): "an integer"
    case (.number, .number): demand
    case (.number, _): "a number"
    default: expectation
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

  /// A guess at the value that was meant, for `hint`.
  package func hint(for value: JSONValue) -> String? {
    switch (self, value) {
    case (.integer(let range), .string(let text)):
      if let number = Int(text), range.contains(number) { return "send \(number)" }
    case (.boolean, .string("true")), (.boolean, .number("1")): return "send true"
    case (.boolean, .string("false")), (.boolean, .number("0")): return "send false"
    case (.text, .number(let text)): return "send \"\(Spelling.shortened(text))\""
    case (.choice(let names), .string(let name)):
      return Spelling.nearest(to: name.lowercased(), among: names).map { "did you mean \($0)?" }
    case (.language, .string(let text)), (.country, .string(let text)):
      let mended = mendedCode(text)
      if case .text? = check(.string(mended)) { return "send \"\(mended)\"" }
    case (.titleKey, .number(let text)) where TitleKey("movie/" + text) != nil:
      return "send \"movie/\(text)\" for a film or \"tv/\(text)\" for a series"
    case (.titleKey, .string(let text)) where TitleKey(imdb: text) != nil: return "send \"imdb/\(text)\""
    case (.titleKey, .string(let text)) where TitleKey("movie/" + text) != nil:
      return "send \"movie/\(text)\" for a film or \"tv/\(text)\" for a series"
    case (.choices(let names), .array(let items)):
      let wrong = items.compactMap(\.stringValue).first { !names.contains($0) }
      return wrong.flatMap { Spelling.nearest(to: $0.lowercased(), among: names) }.map {
        "did you mean \($0)?"
      }
    case (.list(let form, _), .string(let text)) where form.fits(text):
      return "send \(Spelling.shortened(JSONValue.array([value]).text()))"
    default: break
    }
    return nil
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
