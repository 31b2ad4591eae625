/// Text broken into lines for a terminal of 80 columns.
package enum Paragraph {
  package static let width = 79

  /// - Parameters:
  ///   - indent: spaces before each line.
  ///   - first: what stands on the first line instead of them; where it is longer, the text begins below it.
  package static func text(_ text: String, indent: Int = 0, first: String? = nil) -> String {
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = first.map { $0 + String(repeating: " ", count: max(0, indent - $0.count)) } ?? blanks
    if let first, first.count + 2 > indent, indent > 0 {
      lines.append(first)
      line = blanks
    }
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = blanks
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    if !isEmpty || lines.isEmpty { lines.append(line) }
    return lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}
