/// Finds the parts of a request of [JSON-RPC 2.0](https://www.jsonrpc.org/specification) in one strict pass,
/// without building anything. A value with the limits; nothing is remembered between messages.
package struct EnvelopeScanner: Sendable {
  package let limits: EnvelopeLimits

  package init(limits: EnvelopeLimits) { self.limits = limits }

  /// Checks that the message is UTF-8 and JSON to its last byte and finds the request, or the batch's items.
  /// Invalid JSON is always a `.syntax` fault, whatever else is wrong with it, except beyond the depth limit,
  /// where the scan ends.
  package func scan(_ message: Span<UInt8>) -> ScannedMessage {
    if let offset = message.firstInvalidUTF8 { return .fault(.syntax(offset: offset), id: nil) }
    var request = RequestReader(cursor: JSONCursor(maxDepth: limits.depth), limits: limits)
    do throws(JSONSyntaxError) {
      request.cursor.skipBlanks(message)
      switch request.cursor.byte(message) {
      case .openBrace:
        try request.read(message)
        try request.cursor.expectEnd(message)
        return request.outcome
      case .openBracket: return try scanBatch(message, request.cursor)
      default:
        try request.cursor.skipValue(message)
        try request.cursor.expectEnd(message)
        return .fault(.invalid(reason: "a message must be an object or an array of objects"), id: nil)
      }
    } catch {
      return fault(error, id: request.answerableID)
    }
  }

  /// Reads one item of a batch that `scan` has found in the same message: a request or a fault, never a
  /// batch.
  package func scanItem(_ message: Span<UInt8>, _ item: Range<Int>) -> ScannedMessage {
    guard item.lowerBound >= 0, item.upperBound <= message.count else {
      return .fault(.syntax(offset: message.count), id: nil)
    }
    let text = message.extracting(0..<item.upperBound)
    let cursor = JSONCursor(maxDepth: limits.depth, at: item.lowerBound)
    var request = RequestReader(cursor: cursor, limits: limits)
    guard cursor.byte(text) == .openBrace else {
      return .fault(.invalid(reason: "each item of a batch must be an object"), id: nil)
    }
    do throws(JSONSyntaxError) {
      try request.read(text)
      return request.outcome
    } catch {
      return fault(error, id: request.answerableID)
    }
  }

  private func scanBatch(
    _ message: Span<UInt8>, _ start: JSONCursor
  ) throws(JSONSyntaxError) -> ScannedMessage {
    var cursor = start
    var items: [Range<Int>] = []
    var count = 0
    var isFirst = true
    try cursor.open(isObject: false)
    while try cursor.nextItem(message, &isFirst) {
      let first = cursor.at
      try cursor.skipValue(message)
      count += 1
      // Counted to the end for the error, but no more are stored than will be used.
      if count <= limits.batchItems { items.append(first..<cursor.at) }
    }
    try cursor.expectEnd(message)
    if count == 0 { return .fault(.invalid(reason: "a batch must have at least one item"), id: nil) }
    if count > limits.batchItems {
      return .fault(.limit(name: "batch_items", max: limits.batchItems, got: count), id: nil)
    }
    return .batch(items)
  }

  private func fault(_ error: JSONSyntaxError, id: Range<Int>?) -> ScannedMessage {
    guard error.problem == .depth else { return .fault(.syntax(offset: error.offset), id: nil) }
    return .fault(.limit(name: "depth", max: limits.depth, got: limits.depth + 1), id: id)
  }
}
