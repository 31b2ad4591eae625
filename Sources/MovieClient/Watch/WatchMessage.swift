import JSONRPC

/// One line from the daemon, as far as it matters to a follower.
package enum WatchMessage: Equatable, Sendable {
  /// A topic and its data, one JSON value as it was sent.
  package struct State: Equatable, Sendable {
    package var topic: String
    package var data: [UInt8]

    package init(topic: String, data: [UInt8]) {
      self.topic = topic
      self.data = data
    }
  }

  /// The connection is in the requested profile.
  case greeted
  /// It needs the PIN of its initial profile to get there.
  case needsPIN(CommandError)
  /// The reply to `subscribe`; `failed`: why topics have no state yet.
  case subscribed(id: String, [State], failed: [CommandError] = [])
  /// The daemon responds, though the reply to `subscribe` may take a while.
  case alive
  case event(subscription: String, State)
  /// An error instead of either. Id null also counts: the daemon may report that it accepts no connection
  /// before it has read anything.
  case refused(CommandError)
  /// A message of a later version.
  case other

  /// Of `subscribe`, of the `hello` before it, and of the `ping` after it.
  package static let requestID = 1
  package static let greetingID = 2
  package static let pingID = 3

  /// - Returns: nil when the line is not a JSON object: then the peer is not movierpcd.
  package init?(_ line: [UInt8]) {
    guard let reply = ReplyLine(line) else { return nil }
    let isOurs = reply.id == Array(String(Self.requestID).utf8)
    let isGreeting = reply.id == Array(String(Self.greetingID).utf8)
    switch reply.content {
    case .result(let result) where isOurs: self = Self.subscribed(result)
    case .result where isGreeting: self = .greeted
    case .result(let result) where reply.id == Array(String(Self.pingID).utf8) && Self.isPong(result):
      self = .alive
    case .error(let error) where isOurs || isGreeting || reply.id == Array("null".utf8):
      self = Self.refused(error, to: isGreeting ? "hello" : "subscribe")
    case .other: self = Self.event(line)
    default: self = .other
    }
  }

  private static func refused(_ error: ErrorReply, to method: String) -> WatchMessage {
    var failure = error.failure(of: MethodParams(method))
    if error.needsPIN { return .needsPIN(failure) }
    // After wrong PINs, from any client, a right one has to wait as well.
    if error.hasToWait { failure.status = .tryLater }
    return .refused(failure)
  }

  private static func isPong(_ result: [UInt8]) -> Bool { Members(result)["pong"] != nil }

  /// `{"subscription":"s1","instance":"...","profile":"default","errors":{},"topics":{"server":{"rev":1,"data":{...}}}}`
  private static func subscribed(_ result: [UInt8]) -> WatchMessage {
    let members = Members(result)
    guard let id = members.string("subscription"), let topics = members["topics"] else { return .other }
    var states: [State] = []
    for topic in JSONMembers(topics) {
      guard let name = topic.name, let data = Members(Array(topics[topic.value]))["data"] else {
        return .other
      }
      states.append(State(topic: name, data: data))
    }
    var failed: [CommandError] = []
    let errors = members["errors"] ?? []
    for topic in JSONMembers(errors) {
      let error = ErrorReply(Array(errors[topic.value]))
      // Nothing of it follows.
      if error.isRefusal { return refused(error, to: "subscribe") }
      var failure = error.failure(of: MethodParams("subscribe"))
      failure.message = "\(topic.name ?? ""): \(failure.message)"
      failed.append(failure)
    }
    return .subscribed(id: id, states, failed: failed)
  }

  /// `{"method":"event","params":{"subscription":"s1","topic":"server","profile":null,"rev":2,"dropped":0,"data":{...}}}`
  private static func event(_ line: [UInt8]) -> WatchMessage {
    let message = Members(line)
    guard message.string("method") == "event", let params = message["params"].map(Members.init),
      let subscription = params.string("subscription"), let topic = params.string("topic"),
      let data = params["data"]
    else { return .other }
    return .event(subscription: subscription, State(topic: topic, data: data))
  }
}

/// The values of one object's members, as they were sent. Empty if it is not an object.
private struct Members {
  private var values: [String: [UInt8]] = [:]

  init(_ object: [UInt8]) {
    for member in JSONMembers(object) {
      if let name = member.name { values[name] = Array(object[member.value]) }
    }
  }

  subscript(_ name: String) -> [UInt8]? { values[name] }

  func string(_ name: String) -> String? {
    values[name].flatMap { try? JSONValue(parsing: $0.span).stringValue }
  }
}
