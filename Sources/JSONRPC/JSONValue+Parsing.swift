extension JSONValue {
  /// Strict, and at most 64 deep: accepts exactly what `JSONSyntax.validate` and `EnvelopeScanner` accept.
  package init(parsing text: Span<UInt8>) throws(JSONSyntaxError) {
    if let error = JSONSyntax.validate(text) { throw error }
    var reader = JSONTreeReader()
    reader.cursor.skipBlanks(text)
    self = try reader.value(text)
  }

  package init(parsing text: String) throws(JSONSyntaxError) {
    var text = text
    text.makeContiguousUTF8()
    try self.init(parsing: text.utf8Span.span)
  }
}

/// Builds the tree of a text that is known to be JSON and not too deep, so that it may recurse.
private struct JSONTreeReader {
  var cursor = JSONCursor(maxDepth: JSONSyntax.deepest)

  mutating func value(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    let start = cursor.at
    switch cursor.byte(text) {
    case .quote: return .string(try cursor.skipString(text).string(in: text))
    case .openBrace: return try object(text)
    case .openBracket: return try array(text)
    case .minus, .zero ... .nine:
      try cursor.skipNumber(text)
      return .number(JSONStringRange(range: start..<cursor.at, hasEscapes: false).string(in: text))
    case let first:
      try cursor.skipLiteral(text)
      return first == UInt8(ascii: "n") ? .null : .bool(first == UInt8(ascii: "t"))
    }
  }

  private mutating func array(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    var (items, isFirst) = ([JSONValue](), true)
    try cursor.open(isObject: false)
    while try cursor.nextItem(text, &isFirst) { items.append(try value(text)) }
    return .array(items)
  }

  private mutating func object(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    var (members, isFirst) = ([JSONMember](), true)
    try cursor.open(isObject: true)
    while try cursor.nextItem(text, &isFirst) {
      let name = try cursor.skipName(text).string(in: text)
      members.append(JSONMember(name, try value(text)))
    }
    return .object(members)
  }
}
