/// Finds the line of a setting: the parser reports lines for syntax errors only. The text is known to be
/// valid TOML.
enum ConfigurationLines {
  /// From 1; nil if it is written in a form this does not follow (in an inline table inside another, with
  /// escapes).
  static func line(of name: String, in text: String) -> Int? {
    var section = ""
    var nearest: Int?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = line.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      if line.hasPrefix("[") {
        section = line.drop { $0 == "[" }.prefix { $0 != "]" } + "."
        if section == name + "." { return index + 1 }
        continue
      }
      guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
      let found = section + line[..<equals]
      if found == name { return index + 1 }
      // An inline table, `limits = { depth = 8 }`.
      if name.hasPrefix(found + ".") { nearest = nearest ?? index + 1 }
    }
    return nearest
  }
}
