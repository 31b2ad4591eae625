/// The items of a long JSON text, so that one at a time can be made a ``JSONValue`` and the whole text never is.
///
///     [ITEM, ITEM]                  each item, without a list name
///     {"a":[ITEM], "b":[ITEM]}      each item, of list "a" or "b"; everything else is skipped
///     {"c":1}                       the object itself, if it has none of the lists
package enum JSONItems {
  /// - Parameters:
  ///   - lists: the members of an object to search.
  ///   - range: the range of one JSON value, which must have passed ``JSONSyntax/validate(_:maxDepth:)``.
  ///   - body: called with the name of the list and the item's position in `text`.
  package static func forEach<Failure: Error>(
    of text: Span<UInt8>, in range: Range<Int>, lists: [String],
    _ body: (String?, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    guard var walk = JSONWalk(text, at: range.lowerBound) else { return }
    var hasLists = false
    while let item = walk.next(text) {
      if !walk.isObject {
        try body(nil, item.value)
      } else if let name = item.name, lists.contains(name),
        var list = JSONWalk(text, at: item.value.lowerBound), !list.isObject
      {
        hasLists = true
        while let item = list.next(text) { try body(name, item.value) }
      }
    }
    if walk.isObject, !hasLists { try body(nil, walk.range) }
  }
}
