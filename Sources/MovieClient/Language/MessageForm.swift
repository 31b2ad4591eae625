/// The form of a message that was made in English by another program: a text with `%1`, `%2` ... for what varies.
package struct MessageForm {
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
  ///
  /// - Parameter forms: those that an argument may have which is a message itself.
  package func localized(_ message: String, _ forms: [String] = []) -> String? {
    localized(message, forms, depth: 0)
  }

  private func localized(_ message: String, _ forms: [String], depth: Int) -> String? {
    guard let arguments = arguments(in: message) else { return nil }
    let texts = arguments.enumerated().map { place, text in
      isMessage(place) && depth < Self.maxDepth ? Self.localized(text, forms, depth: depth + 1) : text
    }
    return TranslatedText.filled(LocalizedText(key: form).text, texts)
  }

  private static let maxDepth = 4

  /// A message or a demand. Anything else is a name, which may look like one.
  private func isMessage(_ place: Int) -> Bool {
    [": ", " must be "].contains { parts[place].hasSuffix($0) }
      || [";", " requires TMDB"].contains { parts[place + 1].hasPrefix($0) }
  }

  /// The message in the current language; as it is if it has none of the forms.
  ///
  /// - Parameter forms: the more exact ones first.
  package static func localized(_ message: String, _ forms: [String]) -> String {
    guard DisplayLanguage.current.code != .english else { return message }
    return localized(message, forms, depth: 0)
  }

  private static func localized(_ message: String, _ forms: [String], depth: Int) -> String {
    for form in forms {
      if let text = MessageForm(form).localized(message, forms, depth: depth) { return text }
    }
    return message
  }
}
