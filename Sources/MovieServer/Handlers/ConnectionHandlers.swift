import EventLoop
import JSONRPC
import MovieProtocol

/// `hello`, `ping` and `cancel`: see `MovieProtocol/Methods/Connection.swift`.
@LoopActor
enum ConnectionHandlers {
  static let routes = [
    // A change, because it may select a profile.
    Route(HelloMethod.self, .immediateOrWaiting(helloAtOnce, hello), isChange: true),
    Route(PingMethod.self, .immediate(ping)), Route(CancelMethod.self, .immediate(cancel)),
  ]

  /// By name, so that a client can check for a capability without comparing versions.
  static let capabilities = [
    "batch", "content-length", "downloads", "library", "player", "profiles", "releases", "topics",
  ]

  static func helloAtOnce(_ call: Call) throws(RPCError) -> Outcome? {
    try expectCapabilities(call)
    if let choice = choice(call) {
      guard try choice.makeAtOnce() else { return nil }
    } else if !call.server.profiles.isReady {
      // The profile is not known yet.
      return nil
    }
    return introduce(call)
  }

  static func hello(_ call: Call) async throws -> Outcome {
    try await choice(call)?.make()
    return introduce(call)
  }

  private static func choice(_ call: Call) -> ProfileChoice? {
    let (name, pin) = (call[HelloMethod.profile], call[HelloMethod.pin])
    return name == nil && pin == nil ? nil : ProfileChoice(call: call, name: name, pin: pin)
  }

  private static func expectCapabilities(_ call: Call) throws(RPCError) {
    guard let missing = call[HelloMethod.require].first(where: { !capabilities.contains($0) })
    else { return }
    throw RPCError(
      .notAvailable, "this daemon has no \"\(Spelling.shortened(missing))\"",
      hint: "it has \(capabilities.joined(separator: ", "))",
      details: [JSONMember("missing", .string(Spelling.shortened(missing)))])
  }

  private static func introduce(_ call: Call) -> Outcome {
    call.session.introduce(call[HelloMethod.client], version: call[HelloMethod.version])
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("server", Version.server)
      writer.member("version", Version.program)
      writer.member("protocol", Version.wire)
      writer.member("instance", call.server.instance)
      writer.member("profile", call.session.profile.name)
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

  static func ping(_ call: Call) throws(RPCError) -> Outcome {
    .bytes(pong)
  }

  private static let pong = Array(#"{"pong":true}"#.utf8)

  static func cancel(_ call: Call) throws(RPCError) -> Outcome {
    // Ids are compared as they were sent: "7" and 7 are different, and so are 7 and 7.0.
    let id = JSONMembers(call.sent).first { ($0.name ?? "id") == "id" }.map { Array(call.sent[$0.value]) }
    let found = call.server.inFlight.all(of: call.session).filter {
      $0.id != nil && $0.id == id && !$0.isChange
    }
    for request in found { request.cancel(by: .cancel) }
    return .bytes(Array(found.isEmpty ? #"{"cancelled":false}"#.utf8 : #"{"cancelled":true}"#.utf8))
  }
}
