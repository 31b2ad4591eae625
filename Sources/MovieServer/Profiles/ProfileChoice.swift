import EventLoop
import JSONRPC
import MovieProtocol

/// A connection's way into another profile: who may take it, and what it needs. For `profiles.select` and
/// `hello`.
@LoopActor
struct ProfileChoice {
  let call: Call
  /// Nil: the one the connection is in, which may want its PIN.
  let name: String?
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
    guard profiles.admits(session, to: chosen), !makesDefault || chosen === profiles.initial else {
      return false
    }
    try expectNoSubscriptions(for: chosen)
    session.profile = chosen
    return true
  }

  /// Of a change of the connection: no other one is under way.
  func make() async throws {
    let chosen = try chosen()
    // Before the PIN is tried, which would be in vain.
    try expectNoSubscriptions(for: chosen)
    try await profiles.expectEntry(session, to: chosen, pin: pin, method: method)
    if makesDefault {
      // All or nothing.
      try expectNoSubscriptions(for: chosen)
      try await profiles.makeDefault(chosen, method: method)
    }
    guard !chosen.isGone else { throw RPCError.noProfile(chosen.name, method, profiles.all.map(\.name)) }
    try expectNoSubscriptions(for: chosen)
    session.profile = chosen
  }

  private func chosen() throws(RPCError) -> Profile {
    guard let name else { return session.profile }
    return try profiles.expect(name, method)
  }

  private func expectNoSubscriptions(for chosen: Profile) throws(RPCError) {
    guard chosen !== session.profile, session.follows(before: call.request) else { return }
    throw RPCError(
      .conflict, "\(method): this connection has subscriptions, which belong to its profile",
      hint: "unsubscribe first, or use another connection", details: [JSONMember("state", "subscribed")])
  }
}
