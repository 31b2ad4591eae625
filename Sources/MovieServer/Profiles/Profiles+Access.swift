import EventLoop
import JSONRPC
import MovieProtocol

// Who may enter which profile, and who may change what they are.
//
// A PIN guards the way into its profile. The one of `default` is the household's too: it guards the way from a
// profile with an age limit to one that shows more, and the changes of profiles. Where there is no PIN, nothing
// is guarded.
extension Profiles {
  /// Whose PIN is the household's.
  var household: Profile { all.first ?? initial }

  /// Returns when `session` may be in `profile`.
  func expectEntry(_ session: Session, to profile: Profile, pin: String?, method: String)
    async throws(RPCError)
  {
    guard let (guardian, reason) = guardian(of: profile, against: session), let lock = guardian.lock else {
      return
    }
    try await lock.expect(pin, of: guardian.name, method: method, reason: reason)
    note(lock, session)
  }

  /// `session` has shown the PIN of `lock`. Those of PINs that are others by now are forgotten.
  func note(_ lock: PINLock, _ session: Session) {
    session.shownPINs = all.compactMap(\.lock).filter { known in
      known === lock || session.shownPINs.contains { $0 === known }
    }
  }

  /// It needs no PIN.
  func admits(_ session: Session, to profile: Profile) -> Bool {
    guardian(of: profile, against: session) == nil
  }

  /// Whose PIN has to be shown, and why where that is not its own.
  private func guardian(of profile: Profile, against session: Session) -> (Profile, String?)? {
    guard profile.lock == nil else { return session.isAdmitted(to: profile) ? nil : (profile, nil) }
    let left = session.profile
    guard !left.isGone, profile.shows(moreThan: left), !session.isAdmitted(to: household) else { return nil }
    return (household, "the way from \(left.name) to \(profile.name) needs the PIN of \(household.name)")
  }

  /// Who there is, and with which limits, is not for one with an age limit to say. Nor for one who is kept out.
  func maySay(_ session: Session) -> Bool {
    let profile = session.profile
    return profile.ageLimit == nil && session.isAdmitted(to: profile) || session.isAdmitted(to: household)
  }

  /// Returns when `session` may change or delete `profile`.
  func expectSay(
    _ session: Session, about profile: Profile, pin: String?, method: String
  ) async throws(RPCError) {
    if !maySay(session) {
      try await household.lock?.expect(
        pin, of: household.name, method: method,
        reason: "\(session.profile.name) may not do it without the PIN of \(household.name)")
      return
    }
    // Who has shown the household's PIN may also change a profile whose PIN is forgotten.
    let hasShown = household.lock != nil && session.isAdmitted(to: household)
    guard !hasShown, !session.isAdmitted(to: profile) else { return }
    try await profile.lock?.expect(pin, of: profile.name, method: method)
  }

  /// The PIN is not asked for until a moment. Changes nothing in the library.
  func unlock(_ profile: Profile, until seconds: Int64) {
    guard profile.lock != nil else { return }
    profile.unlock(until: seconds) { [weak self, weak profile] in
      if let profile { self?.onLock?(profile) }
    }
  }
}

extension Session {
  /// It has shown the PIN, or there is none, or it is unlocked.
  func isAdmitted(to profile: Profile) -> Bool {
    profile.isOpen || shownPINs.contains { $0 === profile.lock }
  }
}
