import EventLoop
import JSONRPC
import MovieProtocol

/// A connection's way into another profile: who may take it, and what it needs. For `profiles.select` and
/// `hello`.
@LoopActor
struct ProfileChoice {
  let call: Call
  let name: String
  let pin: String?
  var makesDefault = false

  private var session: Session { call.session }
  private var profiles: Profiles { call.server.profiles }
  private var method: String { call.route.method.name }

  /// Makes it without waiting, so that what was sent behind it finds it done. False: it has to wait, and
  /// nothing was done.
  func makeAtOnce() throws(RPCError) -> Bool {
    // Changes that were sent before are made in the profile they were sent in.
    guard profiles.isReady, session.lastChange?.isAnswered ?? true else { return false }
    let chosen = try chosen()
    guard !needsPIN(for: chosen), !makesDefault || chosen === profiles.initial else { return false }
    try expectNoSubscriptions(for: chosen)
    session.profile = chosen
    return true
  }

  /// Of a change of the connection: no other one is under way.
  func make() async throws {
    let chosen = try chosen()
    // Before the PIN is tried, which would be in vain.
    try expectNoSubscriptions(for: chosen)
    if needsPIN(for: chosen) { try await session.profile.lock?.expect(pin, method: method) }
    if makesDefault {
      // All or nothing.
      try expectNoSubscriptions(for: chosen)
      try await profiles.makeDefault(chosen, method: method)
    }
    guard !chosen.isGone else { throw RPCError.noProfile(name, method, profiles.all.map(\.name)) }
    try expectNoSubscriptions(for: chosen)
    session.profile = chosen
  }

  private func chosen() throws(RPCError) -> Profile {
    guard let chosen = profiles.named(name) else {
      throw .noProfile(name, method, profiles.all.map(\.name))
    }
    // Without a PIN there is nothing by which somebody could show that it is for them to say.
    if makesDefault, isLimited, session.profile.lock == nil {
      throw .needsAge(
        "\(method): a profile with an age limit does not say where new connections begin",
        hint: "choose one without, then ask again")
    }
    return chosen
  }

  private var isLimited: Bool { session.profile.ageLimit != nil && !session.profile.isGone }

  private func needsPIN(for chosen: Profile) -> Bool {
    guard session.profile.lock != nil, !session.profile.isGone else { return false }
    return chosen !== session.profile || makesDefault && isLimited
  }

  private func expectNoSubscriptions(for chosen: Profile) throws(RPCError) {
    guard chosen !== session.profile, session.follows(before: call.request) else { return }
    throw RPCError(
      .conflict, "\(method): this connection has subscriptions, which belong to its profile",
      hint: "unsubscribe first, or use another connection", details: [JSONMember("state", "subscribed")])
  }
}
