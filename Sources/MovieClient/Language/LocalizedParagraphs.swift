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
