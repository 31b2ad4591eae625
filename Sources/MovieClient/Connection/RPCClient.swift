package import JSONRPC

/// Sends one request after the other on its own connection.
package struct RPCClient {
  package enum Answer: Equatable, Sendable {
    case result([UInt8])
    case error(ErrorReply)
  }

  package private(set) var connection: Connection
  /// When all requests must be answered.
  package private(set) var deadline: Deadline
  /// Called with each line that is not an answer: the events of a subscription.
  package var onEvent: ((_ line: [UInt8]) -> Void)?
  /// Called once if an answer takes longer than a moment.
  var onDelay: ((Deadline) -> Void)?
  /// Called if the daemon needs the PIN of the connection's initial profile; nil: there is no user to ask.
  var person: AskForPIN?
  private var lastID = 0
  /// Connects again; nil: a connection that is lost stays lost.
  private let reconnect: (() throws(CommandError) -> Connection)?

  package init(
    _ connection: Connection, _ deadline: Deadline, reconnect: (() throws(CommandError) -> Connection)? = nil
  ) {
    (self.connection, self.deadline, self.reconnect) = (connection, deadline, reconnect)
  }

  /// Gives the next requests as much time again, or the time that `limit` says.
  package mutating func restartDeadline(_ limit: Seconds? = nil) {
    deadline = Deadline(limit ?? deadline.limit)
  }

  /// - Returns: the whole reply and the relevant part of it.
  package mutating func call(
    _ method: String, params: [UInt8]?
  ) throws(CommandError) -> (line: [UInt8], answer: Answer) {
    var patience: Deadline?
    while true {
      let isLast = patience?.hasPassed ?? false
      if let reply = try attempt(method, params: params, isLast: isLast) { return reply }
      patience = patience ?? deadline.within(.seconds(1))
      // A daemon that was killed accepts connections until the kernel has removed it.
      Wait.pause(milliseconds: 10)
    }
  }

  /// - Returns: nil if the daemon ended before it had read the connection's first request, which can be sent to
  ///   the next daemon without being performed twice.
  private mutating func attempt(
    _ method: String, params: [UInt8]?, isLast: Bool
  ) throws(CommandError) -> (line: [UInt8], answer: Answer)? {
    lastID += 1
    let isSent = try connection.send(CallRequest.line(id: lastID, method: method, params: params), deadline)
    if let onDelay, !Wait.until(.readable, connection.descriptor, deadline.within(.milliseconds(500))) {
      self.onDelay = nil
      onDelay(deadline)
    }
    // Even if the daemon has closed the connection: it may have sent the reason, for example `overloaded`.
    while let line = try connection.line(deadline) {
      guard let reply = ReplyLine(line) else {
        throw .unreachable("the program that listens at \(connection.path) is not movierpcd")
      }
      switch reply.content {
      case .result(let result) where reply.id == Array(String(lastID).utf8):
        return (line, .result(result))
      // An error with id null is about something the daemon could not parse, and only we write here.
      case .error(let error) where reply.id == Array(String(lastID).utf8) || reply.id == Array("null".utf8):
        return (line, .error(error))
      case .other: onEvent?(line)
      default: continue
      }
    }
    if lastID == 1, !isLast, !isSent || connection.wasReset, let reconnect {
      connection = try reconnect()
      lastID = 0
      return nil
    }
    throw .unreachable(
      isSent
        ? "the daemon closed the connection without an answer"
        : "the daemon ended before it received the request",
      hint: "its log may have the reason: \(log)")
  }

  private var log: String { UserUnit.isUsed(for: connection.path) ? UserUnit.log : Environment.logPath() }

  mutating func answer(to params: MethodParams) throws(CommandError) -> Answer {
    try call(params.method, params: try params.json()).answer
  }

  package mutating func result(_ method: String) throws(CommandError) -> [UInt8] {
    try result(MethodParams(method))
  }

  /// The same result, decoded.
  package mutating func json(_ params: MethodParams) throws(CommandError) -> JSONValue {
    try Self.json(try result(params))
  }

  package mutating func json(_ method: String) throws(CommandError) -> JSONValue {
    try json(MethodParams(method))
  }

  package static func json(_ result: [UInt8]) throws(CommandError) -> JSONValue {
    do {
      return try JSONValue(parsing: result.span)
    } catch {
      throw CommandError(.failed, "the result is not JSON: \(error.reason)")
    }
  }

  /// The results of one method for many parameters, in their order; nil in place of an error. All requests
  /// are sent before the first result is read, so they must be few and short.
  package mutating func results(
    _ method: String, params: [[UInt8]]
  ) throws(CommandError) -> [[UInt8]?] {
    guard !params.isEmpty else { return [] }
    let first = lastID + 1
    lastID += params.count
    let lines = params.enumerated().map {
      CallRequest.line(id: first + $0.offset, method: method, params: $0.element)
    }
    _ = try connection.send(Array(lines.joined()), deadline)
    var results = [[UInt8]?](repeating: nil, count: params.count)
    var left = params.count
    while left > 0, let line = try connection.line(deadline) {
      guard let reply = ReplyLine(line),
        let id = reply.id.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
        (first..<first + params.count).contains(id)
      else { continue }
      if case .result(let result) = reply.content { results[id - first] = result }
      left -= 1
    }
    return results
  }
}

/// One line from the daemon: which request it answers, and its result as it was sent, or its error.
package struct ReplyLine: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case result([UInt8])
    case error(ErrorReply)
    /// Anything else: a notification, or a message of a later version.
    case other
  }

  /// The id as sent; nil if there is none.
  package private(set) var id: [UInt8]?
  package private(set) var content = Content.other

  /// Nil when the line is not a JSON object: then the peer is not movierpcd.
  package init?(_ bytes: [UInt8]) {
    guard JSONSyntax.validate(bytes.span) == nil, bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{")
    else {
      return nil
    }
    for member in JSONMembers(bytes) {
      switch member.name {
      case "id": id = Array(bytes[member.value])
      case "result": content = .result(Array(bytes[member.value]))
      case "error": content = .error(ErrorReply(Array(bytes[member.value])))
      default: break
      }
    }
  }
}
