/// The positions of the parts of a request: offsets into the scanned message.
package struct Envelope: Equatable, Sendable {
  /// As received, including the quotes of a string. Nil: a notification, which is never answered.
  package var id: Range<Int>?
  /// Between the quotes.
  package var method: Range<Int>
  package var methodHasEscapes: Bool
  /// The text of an object or array. Nil: absent or null.
  package var params: Range<Int>?

  /// The method's name with its escapes replaced. `message`: the scanned message.
  package func methodName(in message: Span<UInt8>) -> String {
    JSONStringRange(range: method, hasEscapes: methodHasEscapes).string(in: message)
  }
}

/// Limits that `EnvelopeScanner` enforces.
package struct EnvelopeLimits: Equatable, Sendable {
  /// Arrays and objects within each other, the outermost counted: 1 to 64.
  package var depth: Int
  /// As received, between the quotes.
  package var methodBytes: Int
  /// As received, without the quotes of a string.
  package var idBytes: Int
  package var batchItems: Int

  package init(depth: Int, methodBytes: Int, idBytes: Int, batchItems: Int) {
    self.depth = min(max(depth, 1), JSONSyntax.deepest)
    (self.methodBytes, self.idBytes, self.batchItems) = (methodBytes, idBytes, batchItems)
  }
}

package enum ScannedMessage: Equatable, Sendable {
  case request(Envelope)
  /// At least one item; pass each to `scanItem`.
  case batch([Range<Int>])
  /// Answered with `id` as received, or with null.
  case fault(EnvelopeError, id: Range<Int>?)
}
