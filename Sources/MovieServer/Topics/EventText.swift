import JSONRPC
import MovieProtocol

/// One state of a topic, encoded once for the replies and events of all its subscribers.
///
///     {"jsonrpc":"2.0","method":"event","params":{"subscription":"s1"   the head: each subscription's own
///     ,"topic":"server","rev":2,"dropped":0,"data":{...}}}              the same for all that missed nothing
struct EventText: Sendable {
  private let tail: [UInt8]
  private let dataStart: Int
  private let topic: String
  private let revision: Int

  /// - Parameter data: one compact JSON object.
  init(topic: String, revision: Int, data: [UInt8]) {
    self.topic = topic
    self.revision = revision
    var tail = Self.middle(topic, revision, dropped: 0)
    dataStart = tail.count
    tail.append(contentsOf: data)
    tail.append(contentsOf: "}}".utf8)
    self.tail = tail
  }

  static func head(subscription: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","method":"event","params":{"subscription":"\#(subscription)""#.utf8)
  }

  /// - Parameter known: the `rev` of the state that the client has; if that is this one, it is left out.
  func snapshot(known: Int? = nil) -> TopicState {
    TopicState(
      revision: revision, data: known == revision ? nil : Encoded(bytes: tail[dataStart..<tail.count - 2]))
  }

  /// Appends one event, without framing.
  func append(head: [UInt8], dropped: Int, to output: inout [UInt8]) {
    output.append(contentsOf: head)
    if dropped == 0 {
      output.append(contentsOf: tail)
    } else {
      output.append(contentsOf: Self.middle(topic, revision, dropped: dropped))
      output.append(contentsOf: tail[dataStart...])
    }
  }

  private static func middle(_ topic: String, _ revision: Int, dropped: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(topic)
    return Array(",\"topic\":".utf8) + writer.bytes
      + Array(",\"rev\":\(revision),\"dropped\":\(dropped),\"data\":".utf8)
  }
}
