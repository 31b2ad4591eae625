extension JSONValue {
  /// Compact on one line; with `indent`, the spaces per level, formatted for people (empty `[]` and `{}` stay
  /// closed).
  package func text(indent: Int? = nil) -> String {
    var writer = JSONWriter()
    if let indent {
      write(into: &writer.bytes, indent: max(0, indent), level: 0)
    } else {
      writer.value(self)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(into bytes: inout [UInt8], indent: Int, level: Int) {
    func startLine(_ level: Int, _ bytes: inout [UInt8]) {
      bytes.append(.newline)
      bytes.append(contentsOf: repeatElement(.space, count: indent * level))
    }
    switch self {
    case .array(let items) where !items.isEmpty:
      bytes.append(.openBracket)
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(.comma) }
        startLine(level + 1, &bytes)
        item.write(into: &bytes, indent: indent, level: level + 1)
      }
      startLine(level, &bytes)
      bytes.append(.closeBracket)
    case .object(let members) where !members.isEmpty:
      bytes.append(.openBrace)
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(.comma) }
        startLine(level + 1, &bytes)
        bytes.append(quoting: member.name)
        bytes.append(": ")
        member.value.write(into: &bytes, indent: indent, level: level + 1)
      }
      startLine(level, &bytes)
      bytes.append(.closeBrace)
    default:
      var writer = JSONWriter()
      writer.value(self)
      bytes.append(contentsOf: writer.bytes)
    }
  }
}
