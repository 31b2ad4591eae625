/// Finds one parameter as the bytes that were sent, for ids: they are compared byte for byte, so the value
/// alone is not enough.
package enum RawParameter {
  /// - Parameters:
  ///   - params: the text of an object or an array, already checked.
  ///   - position: its index when parameters are given by position.
  package static func find(_ name: String, position: Int, in params: Span<UInt8>) -> Range<Int>? {
    var cursor = JSONCursor(maxDepth: JSONSyntax.deepest)
    cursor.skipBlanks(params)
    let isObject = cursor.byte(params) == .openBrace
    guard isObject || cursor.byte(params) == .openBracket else { return nil }
    do {
      try cursor.open(isObject: isObject)
      var index = 0
      while true {
        cursor.skipBlanks(params)
        if cursor.byte(params) == (isObject ? .closeBrace : .closeBracket) { return nil }
        let isWanted = isObject ? try cursor.skipName(params).string(in: params) == name : index == position
        let start = cursor.at
        try cursor.skipValue(params)
        if isWanted { return start..<cursor.at }
        cursor.skipBlanks(params)
        if cursor.byte(params) == .comma { cursor.at += 1 }
        index += 1
      }
    } catch {
      return nil
    }
  }
}
