/// The form of one of ArgumentParser's messages: a text with `%1`, `%2` ... for what varies.
package struct ParserForm {
  private let form: String
  private let parts: [String]

  package init(_ form: String) {
    self.form = form
    parts = form.split(separator: "%", omittingEmptySubsequences: false).enumerated().map {
      String($0.offset == 0 ? $0.element : $0.element.dropFirst())
    }
  }

  /// The texts in place of `%1`, `%2` ...; nil if the message does not have this form.
  package func arguments(in message: String) -> [String]? {
    guard message.hasPrefix(parts[0]) else { return nil }
    var rest = message.dropFirst(parts[0].count)
    var arguments: [String] = []
    for (place, part) in parts.enumerated().dropFirst() {
      if place == parts.count - 1 {
        guard rest.hasSuffix(part) else { return nil }
        arguments.append(String(rest.dropLast(part.count)))
        return arguments
      }
      guard !part.isEmpty, let found = rest.firstRange(of: part) else { return nil }
      arguments.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty ? arguments : nil
  }

  /// The message in the current language; nil if it does not have this form.
  package func localized(_ message: String) -> String? {
    arguments(in: message).map { TranslatedText.filled(LocalizedText(key: form).text, $0) }
  }

  /// The message in the current language; as it is if it has none of the forms.
  ///
  /// - Parameter forms: the more exact ones first.
  package static func localized(_ message: String, _ forms: [String]) -> String {
    guard DisplayLanguage.current.code != .english else { return message }
    return forms.lazy.compactMap { ParserForm($0).localized(message) }.first ?? message
  }
}
