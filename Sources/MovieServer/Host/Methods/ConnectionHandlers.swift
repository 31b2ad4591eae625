import EventLoop
import JSONRPC
import MovieProtocol

/// `hello`, `ping` and `cancel`: see `MovieProtocol/Methods/Connection.swift`.
@LoopActor
enum ConnectionHandlers {
  static let handlers = [
    // A change, because it may select a profile.
    MethodHandler(HelloMethod.self, .immediateOrWaiting(helloAtOnce, hello), isChange: true),
    MethodHandler(PingMethod.self, .immediate(ping)),
    MethodHandler(CancelMethod.self, .immediate(cancel), role: .cancels),
  ]

  static func helloAtOnce(_ call: Call) throws(RPCError) -> Response? {
    _ = try protocolVersion(call)
    try expectCapabilities(call)
    if let choice = choice(call) {
      guard try choice.makeAtOnce() else { return nil }
    } else if !call.server.profiles.isReady {
      // The profile is not known yet.
      return nil
    }
    return try introduce(call)
  }

  static func hello(_ call: Call) async throws -> Response {
    try await choice(call)?.make()
    return try introduce(call)
  }

  private static func choice(_ call: Call) -> ProfileChoice? {
    let (name, pin) = (call[HelloMethod.profile], call[HelloMethod.pin])
    return name == nil && pin == nil ? nil : ProfileChoice(call: call, name: name, pin: pin)
  }

  /// The newest that both speak. All that there are take the same requests, so it is not stored.
  private static func protocolVersion(_ call: Call) throws(RPCError) -> Int {
    guard let offered = call[HelloMethod.protocolVersions] else {
      return Version.spoken.first ?? Version.wire
    }
    if let best = Version.spoken.filter(offered.contains).max() { return best }
    throw RPCError(
      .notAvailable,
      .protocolVersionUnknown(Version.spoken.map(String.init), offered.prefix(10).map(String.init)),
      Advice(.daemonIs(Version.server, Version.program)),
      details: ["missing": "protocol", "protocol_versions": .array(Version.spoken.map { .integer($0) })])
  }

  private static func expectCapabilities(_ call: Call) throws(RPCError) {
    let names = Capability.all.map(\.name)
    guard let missing = call[HelloMethod.require].first(where: { !names.contains($0) }) else { return }
    throw RPCError(
      .notAvailable, .capabilityMissing(Spelling.shortened(missing)), Advice(.daemonHas(names)),
      details: ["missing": .string(Spelling.shortened(missing))])
  }

  private static func introduce(_ call: Call) throws(RPCError) -> Response {
    let version = try protocolVersion(call)
    call.session.introduce(call[HelloMethod.client], version: call[HelloMethod.version])
    return .bytes(
      Hello.shape.encode(
        (
          version, call.server.instance(of: call.session.profile), call.session.profile.name,
          call.server.limits
        )))
  }

  static func ping(_ call: Call) throws(RPCError) -> Response {
    .bytes(pong)
  }

  private static let pong = Array(#"{"pong":true}"#.utf8)

  static func cancel(_ call: Call) throws(RPCError) -> Response {
    // Ids are compared as they were sent: "7" and 7 are different, and so are 7 and 7.0.
    let id = JSONMembers(call.sent).first { ($0.name ?? "id") == "id" }.map { Array(call.sent[$0.value]) }
    let found = call.server.inFlight.all(of: call.session).filter {
      $0.id != nil && $0.id == id && !$0.isChange
    }
    for request in found { request.cancel(by: .cancel) }
    let waited = id.map { call.session.cancelWaiting($0) } ?? false
    return .bytes(CancelMethod.answer.encode(waited || !found.isEmpty))
  }
}
