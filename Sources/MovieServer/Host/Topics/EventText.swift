import JSONRPC
import MovieProtocol

/// One state of a topic, encoded once for the replies and events of all its subscribers.
///
///     {"jsonrpc":"2.0","method":"event","params":{"subscription":"s1"   the head: each subscription's own
///     ,"topic":"server","profile":null,"rev":2,"dropped":0,"data":{...}}}              the same for all that missed nothing
struct EventText: Sendable {
  private let tail: [UInt8]
  private let dataStart: Int
  private let topic: String
  private let profile: String?
  private let revision: Int

  /// - Parameters:
  ///   - profile: whose state it is; nil: it is the same in all.
  ///   - data: one compact JSON object.
  init(topic: String, profile: String?, revision: Int, data: [UInt8]) {
    (self.topic, self.profile, self.revision) = (topic, profile, revision)
    var tail = Self.middle(topic, profile, revision, dropped: 0)
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
      output.append(contentsOf: Self.middle(topic, profile, revision, dropped: dropped))
      output.append(contentsOf: tail[dataStart...])
    }
  }

  func has(_ data: [UInt8]) -> Bool { tail[dataStart..<tail.count - 2] == data[...] }

  private static func middle(_ topic: String, _ profile: String?, _ revision: Int, dropped: Int) -> [UInt8] {
    var (name, owner) = (JSONWriter(), JSONWriter())
    name.string(topic)
    if let profile { owner.string(profile) } else { owner.null() }
    return Array(",\"topic\":".utf8) + name.bytes + Array(",\"profile\":".utf8) + owner.bytes
      + Array(",\"rev\":\(revision),\"dropped\":\(dropped),\"data\":".utf8)
  }
}
