/// Walks a long JSON text and reports the position of each item in it, so that one item at a time can be made
/// a ``JSONValue`` and the whole text never is.
///
///     [ITEM, ITEM]                  each item, without a list name
///     {"a":[ITEM], "b":[ITEM]}      each item, of list "a" or "b"; everything else is skipped
///     {"c":1}                       the object itself, if it has none of the lists
package struct JSONItems {
  private var cursor: JSONCursor
  private let lists: [String]

  /// - Parameters:
  ///   - lists: the members of an object to search.
  ///   - range: the range of one JSON value, which must have passed ``JSONSyntax/validate(_:maxDepth:)``.
  ///   - body: called with the name of the list and the item's position in `text`.
  package static func forEach<Fault: Error>(
    of text: Span<UInt8>, in range: Range<Int>, lists: [String],
    _ body: (String?, Range<Int>) throws(Fault) -> Void
  ) throws(Fault) {
    var items = JSONItems(
      cursor: JSONCursor(maxDepth: JSONSyntax.deepest, at: range.lowerBound), lists: lists)
    items.cursor.skipBlanks(text)
    let start = items.cursor.at
    switch items.cursor.byte(text) {
    case .openBracket: try items.array(text, nil, body)
    case .openBrace:
      if try !items.object(text, body) { try body(nil, start..<items.cursor.at) }
    default: break
    }
  }

  /// False if the object has none of the lists.
  private mutating func object<Fault: Error>(
    _ text: Span<UInt8>, _ body: (String?, Range<Int>) throws(Fault) -> Void
  ) throws(Fault) -> Bool {
    var hasLists = false
    open(text, isObject: true)
    while cursor.byte(text) == .quote, let name = try? cursor.skipName(text).string(in: text) {
      if cursor.byte(text) == .openBracket, lists.contains(name) {
        hasLists = true
        try array(text, name, body)
      } else {
        skipValue(text)
      }
      skipComma(text)
    }
    close(text)
    return hasLists
  }

  private mutating func array<Fault: Error>(
    _ text: Span<UInt8>, _ name: String?, _ body: (String?, Range<Int>) throws(Fault) -> Void
  ) throws(Fault) {
    open(text, isObject: false)
    while cursor.at < text.count, cursor.byte(text) != .closeBracket {
      let start = cursor.at
      skipValue(text)
      try body(name, start..<cursor.at)
      skipComma(text)
    }
    close(text)
  }

  // Cannot fail in a checked text; in an unchecked one the walk ends here.

  private mutating func open(_ text: Span<UInt8>, isObject: Bool) {
    if (try? cursor.open(isObject: isObject)) == nil { cursor.at = text.count }
    cursor.skipBlanks(text)
  }

  private mutating func close(_ text: Span<UInt8>) {
    if cursor.at < text.count { cursor.close() }
  }

  private mutating func skipValue(_ text: Span<UInt8>) {
    if (try? cursor.skipValue(text)) == nil { cursor.at = text.count }
  }

  private mutating func skipComma(_ text: Span<UInt8>) {
    cursor.skipBlanks(text)
    guard cursor.byte(text) == .comma else { return }
    cursor.at += 1
    cursor.skipBlanks(text)
  }
}
