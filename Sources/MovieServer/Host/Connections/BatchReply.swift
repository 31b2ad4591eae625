import EventLoop
import JSONRPC

/// Gathers the answers of a batch, in the order of its requests, until the last one has arrived.
/// https://www.jsonrpc.org/specification#batch
@LoopActor
final class BatchReply {
  enum Answer {
    case encoded([UInt8])
    /// Encoded when all answers are there: results that many requests share are not copied before.
    case result(id: [UInt8], Response)
  }

  /// Nil: a notification, or not answered yet.
  private var answers: [Answer?]
  private var missing: Int
  /// The size of all answers so far, approximately.
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
  func fill(_ slot: Int, _ answer: Answer?) -> Bool {
    answers[slot] = answer
    bytes += answer?.size ?? 0
    missing -= 1
    return missing == 0
  }

  /// The batch held only notifications, which are not answered.
  var isEmpty: Bool { answers.allSatisfy { $0 == nil } }

  /// Writes the array.
  func append(to output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes + answers.count + 2)
    var separator = UInt8(ascii: "[")
    for case let answer? in answers {
      output.append(separator)
      answer.append(to: &output)
      separator = UInt8(ascii: ",")
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension BatchReply.Answer {
  /// `{"jsonrpc":"2.0","id":,"result":}`
  private static let frameBytes = 33

  var size: Int {
    switch self {
    case .encoded(let bytes): bytes.count
    case .result(let id, .bytes(let result)): Self.frameBytes + id.count + result.count
    case .result(let id, .cached(let result)):
      Self.frameBytes + id.count + result.bytes.count + result.meta.bytes.count
    }
  }

  @LoopActor fileprivate func append(to output: inout [UInt8]) {
    switch self {
    case .encoded(let bytes): output.append(contentsOf: bytes)
    case .result(let id, let response): Session.encode(id.span, response, into: &output)
    }
  }
}
