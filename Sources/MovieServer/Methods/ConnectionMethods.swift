import EventLoop
import JSONRPC
import MovieProtocol

/// `hello`, `ping` and `cancel`: see `MovieProtocol/Methods/Connection.swift`.
@LoopActor
enum ConnectionMethods {
  static let handled = [
    Handling(.hello, .immediate(hello)), Handling(.ping, .immediate(ping)),
    Handling(.cancel, .immediate(cancel)),
  ]

  /// By name, so that a client can ask for what it needs without comparing versions.
  static let capabilities = ["batch", "content-length", "library", "topics"]

  static func hello(_ call: Call) throws(RPCError) -> Outcome {
    let arguments = call.arguments
    if let missing = (arguments.texts("require") ?? []).first(where: { !capabilities.contains($0) }) {
      throw RPCError(
        .notAvailable, "hello: this daemon has no \"\(Spelling.shortened(missing))\"",
        hint: "it has \(capabilities.joined(separator: ", "))",
        details: [JSONMember("missing", .string(Spelling.shortened(missing)))])
    }
    if let profile = arguments.text("profile"), profile != Self.profile {
      throw RPCError(
        .notFound, "hello: there is no profile \"\(Spelling.shortened(profile))\"",
        hint: "the only profile is \(Self.profile)", details: [JSONMember("what", "profile")])
    }
    call.session.client = arguments.text("client") ?? call.session.client
    call.session.clientVersion = arguments.text("version") ?? call.session.clientVersion
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("server", Version.server)
      writer.member("version", Version.program)
      writer.member("protocol", Version.wire)
      writer.member("instance", call.server.instance)
      writer.member("profile", Self.profile)
      writer.name("capabilities")
      writer.array { writer in for name in capabilities { writer.string(name) } }
      writer.name("limits")
      writer.object { writer in
        for entry in Limits.entries {
          writer.name(entry.name)
          writer.integer(call.server.limits[keyPath: entry.field])
        }
      }
    }
    return .bytes(writer.bytes)
  }

  static let profile = "default"

  static func ping(_ call: Call) throws(RPCError) -> Outcome {
    .bytes(pong)
  }

  private static let pong = Array(#"{"pong":true}"#.utf8)

  static func cancel(_ call: Call) throws(RPCError) -> Outcome {
    // Ids are compared as they were sent: "7" and 7 are two, and so are 7 and 7.0.
    let id = RawParameter.find("id", position: 0, in: call.sent.span).map { Array(call.sent[$0]) }
    let found = call.server.inFlight.all(of: call.session).filter {
      $0.id != nil && $0.id == id && !$0.isChange
    }
    for request in found { request.cancel(by: .cancel) }
    return .bytes(Array(found.isEmpty ? #"{"cancelled":false}"#.utf8 : #"{"cancelled":true}"#.utf8))
  }
}
