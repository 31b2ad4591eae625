/// The members of an object or the items of an array, one after another, as they stand in the text: for what is
/// passed on as it was sent, compared byte for byte, or too long to be made a ``JSONValue`` as a whole.
///
/// It does not hold the text (that would make it a non-escapable type); pass the same one to each call.
package struct JSONWalk {
  package struct Item: Equatable {
    /// Nil in an array.
    package var name: String?
    package var value: Range<Int>
  }

  package let isObject: Bool
  private var cursor: JSONCursor
  private let start: Int
  private var isFirst = true
  private var isAtEnd = false

  /// Nil where neither an object nor an array begins.
  package init?(_ text: Span<UInt8>, at start: Int = 0) {
    cursor = JSONCursor(maxDepth: JSONSyntax.deepest, at: start)
    cursor.skipBlanks(text)
    self.start = cursor.at
    isObject = cursor.byte(text) == .openBrace
    guard isObject || cursor.byte(text) == .openBracket, (try? cursor.open(isObject: isObject)) != nil else {
      return nil
    }
  }

  /// Once ``next(_:)`` has returned nil: the whole object or array.
  package var range: Range<Int> { start..<cursor.at }

  /// Nil after the last, and where the text is not JSON.
  package mutating func next(_ text: Span<UInt8>) -> Item? {
    do {
      guard !isAtEnd, try cursor.nextItem(text, &isFirst) else {
        isAtEnd = true
        return nil
      }
      let name = isObject ? try cursor.skipName(text).string(in: text) : nil
      let start = cursor.at
      try cursor.skipValue(text)
      return Item(name: name, value: start..<cursor.at)
    } catch {
      isAtEnd = true
      return nil
    }
  }
}

/// The same over a text that it holds.
package struct JSONMembers: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var walk: JSONWalk?

  package init(_ text: [UInt8]) {
    self.text = text
    walk = JSONWalk(text.span)
  }

  package mutating func next() -> JSONWalk.Item? {
    let text = text
    return walk?.next(text.span)
  }
}
