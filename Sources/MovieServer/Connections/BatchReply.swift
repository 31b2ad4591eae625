import EventLoop

/// Gathers the answers of a batch, in the order of its requests, until the last one is there.
/// https://www.jsonrpc.org/specification#batch
@LoopActor
final class BatchReply {
  /// Nil: a notification, or not answered yet.
  private var answers: [[UInt8]?]
  private var missing: Int
  /// Its connection gets no event before it is answered.
  var holdsEvents = false

  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  /// - Returns: true when this was the last one.
  func fill(_ slot: Int, _ answer: [UInt8]?) -> Bool {
    answers[slot] = answer
    missing -= 1
    return missing == 0
  }

  /// The array, or nil where there were only notifications.
  func joined() -> [UInt8]? {
    let present = answers.compactMap(\.self)
    guard !present.isEmpty else { return nil }
    return [UInt8(ascii: "[")] + present.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}
