import EventLoop
import JSONRPC
import MovieProtocol

/// `profiles` and its changes: see `MovieProtocol/Methods/Profiles.swift`.
@LoopActor
enum ProfileMethods {
  static let handled = [
    Handling(.profiles, .waiting { list($0, selected: $0.chosen) }),
    Handling(.profilesCreate, .waiting(create), isChange: true),
    Handling(.profilesSelect, .immediateOrWaiting(selectAtOnce, select), isChange: true),
    Handling(.profilesDelete, .waiting(delete), isChange: true),
  ]

  /// - Parameter selected: nil: the one the connection is in now.
  private static func list(_ call: Call, selected: Profile? = nil) -> Outcome {
    .bytes(ProfileSummary.encode(call.server.profiles.summaries(selected ?? call.session.profile)))
  }

  static func create(_ call: Call) async throws -> Outcome {
    try expectNoAgeLimit(call)
    let arguments = call.arguments
    try await call.server.profiles.create(
      arguments.text("name") ?? "", ageLimit: arguments.integer("age_limit"), pin: arguments.text("pin"),
      maximum: call.server.limits.profiles, method: call.route.method.name)
    return list(call)
  }

  static func selectAtOnce(_ call: Call) throws(RPCError) -> Outcome? {
    try choice(call).makeAtOnce() ? list(call) : nil
  }

  static func select(_ call: Call) async throws -> Outcome {
    try await choice(call).make()
    return list(call)
  }

  private static func choice(_ call: Call) -> ProfileChoice {
    let arguments = call.arguments
    return ProfileChoice(
      call: call, name: arguments.text("name") ?? "", pin: arguments.text("pin"),
      makesDefault: arguments.boolean("default") ?? false)
  }

  static func delete(_ call: Call) async throws -> Outcome {
    try expectNoAgeLimit(call)
    let (profiles, method) = (call.server.profiles, call.route.method.name)
    let name = call.arguments.text("name") ?? ""
    guard let profile = profiles.named(name) else {
      throw RPCError.noProfile(name, method, profiles.all.map(\.name))
    }
    guard profile !== profiles.all.first else {
      throw RPCError(
        .conflict, "\(method): \(profile.name) always exists", hint: "delete another one",
        details: [JSONMember("state", "default")])
    }
    try expectNobodyFollows(profile, call)
    try await profile.lock?.expect(call.arguments.text("pin"), method: method)
    try expectNobodyFollows(profile, call)
    try await profiles.delete(profile, method: method)
    for session in call.server.sessions where session.profile === profile {
      // Made in the moment in which it went.
      session.endSubscriptions()
    }
    if call.session.profile === profile { call.session.profile = profiles.initial }
    return list(call)
  }

  private static func expectNoAgeLimit(_ call: Call) throws(RPCError) {
    guard try call.profile.ageLimit != nil else { return }
    throw .needsAge(
      "\(call.route.method.name): a profile with an age limit does not change who there is",
      hint: "choose one without, then ask again")
  }

  /// They would wait for events that never come.
  private static func expectNobodyFollows(_ profile: Profile, _ call: Call) throws(RPCError) {
    let followers = call.server.sessions.filter { $0.profile === profile && $0.follows() }
    guard !followers.isEmpty else { return }
    let pids = followers.compactMap { $0.stream.peer.map { String($0.pid) } }.prefix(5)
    throw RPCError(
      .conflict,
      "\(call.route.method.name): \(profile.name) is followed by \(followers.count) of the connections",
      hint: "end their subscriptions, or the programs (pid \(pids.joined(separator: ", ")))",
      details: [JSONMember("state", "subscribed")])
  }
}
