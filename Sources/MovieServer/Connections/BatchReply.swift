import EventLoop

/// Gathers the answers of a batch, in the order of its requests, until the last one has arrived.
/// https://www.jsonrpc.org/specification#batch
@LoopActor
final class BatchReply {
  /// Nil: a notification, or not answered yet.
  private var answers: [[UInt8]?]
  private var missing: Int
  /// The size of all answers so far.
  private(set) var bytes = 0
  /// Its connection gets no event before the batch is answered.
  private(set) var holdsEvents = false

  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  /// - Returns: false if it did so before.
  func holdEvents() -> Bool {
    defer { holdsEvents = true }
    return !holdsEvents
  }

  /// - Returns: true if this was the last one.
  func fill(_ slot: Int, _ answer: [UInt8]?) -> Bool {
    answers[slot] = answer
    bytes += answer?.count ?? 0
    missing -= 1
    return missing == 0
  }

  /// The array, or nil if the batch held only notifications.
  func joined() -> [UInt8]? {
    guard answers.contains(where: { $0 != nil }) else { return nil }
    var whole: [UInt8] = []
    whole.reserveCapacity(bytes + answers.count + 1)
    for case let answer? in answers {
      whole.append(UInt8(ascii: whole.isEmpty ? "[" : ","))
      whole.append(contentsOf: answer)
    }
    whole.append(UInt8(ascii: "]"))
    return whole
  }
}
