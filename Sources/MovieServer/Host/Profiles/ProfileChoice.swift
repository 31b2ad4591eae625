import EventLoop
import JSONRPC
import MovieProtocol

/// A connection's change to another profile: whether it is allowed, and what it requires. For
/// `profiles.select` and `hello`.
@LoopActor
struct ProfileChoice {
  let call: Call
  /// Nil: the profile the connection is in, which may require its PIN.
  let name: String?
  let pin: String?
  var makesDefault = false

  private var session: Session { call.session }
  private var profiles: Profiles { call.server.profiles }

  /// Selects the profile without waiting, so that requests sent after it use it. Returns false if it has to
  /// wait; then nothing was done.
  func makeAtOnce() throws(RPCError) -> Bool {
    // Changes sent before are made in the profile they were sent in.
    guard profiles.isReady, !session.requests.isChanging else { return false }
    let chosen = try chosen()
    guard profiles.admits(session, to: chosen), !makesDefault || chosen === profiles.initial else {
      return false
    }
    try expectNoSubscriptions(for: chosen)
    session.select(chosen)
    return true
  }

  /// Called in turn with the connection's changes: no other one is under way.
  func make() async throws {
    let chosen = try chosen()
    // Before the PIN is tried, which would then be useless.
    try expectNoSubscriptions(for: chosen)
    try await profiles.expectEntry(session, to: chosen, pin: pin)
    if makesDefault {
      // All or nothing.
      try expectNoSubscriptions(for: chosen)
      try await call.change { try await profiles.makeDefault(chosen) }
      // A disk took so long that the client was told so, and may have selected another one since.
      guard call.request?.isAnswered != true else { return }
    }
    guard !chosen.isGone else { throw RPCError.noProfile(chosen.name, profiles.all.map(\.name)) }
    try expectNoSubscriptions(for: chosen)
    session.select(chosen)
  }

  private func chosen() throws(RPCError) -> Profile {
    guard let name else { return session.profile }
    return try profiles.expect(name)
  }

  private func expectNoSubscriptions(for chosen: Profile) throws(RPCError) {
    guard chosen !== session.profile, session.followsProfile(before: call.request) else { return }
    throw RPCError(
      .conflict, .connectionSubscribed, Advice(.unsubscribeFirst), details: ["state": "subscribed"])
  }
}
