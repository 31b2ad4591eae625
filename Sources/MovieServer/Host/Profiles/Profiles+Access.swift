import EventLoop
import JSONRPC
import MovieProtocol

// Which connections may enter which profile, and which may change profiles.
//
// A PIN protects the entry to its profile. The PIN of `default` is also the household's: it protects the way
// from a profile with an age limit to one that shows more, and the changes of profiles. Without a PIN,
// nothing is protected.
extension Profiles {
  /// The profile whose PIN is the household's.
  var household: Profile { all.first ?? initial }

  /// Returns when `session` may be in `profile`.
  func expectEntry(_ session: Session, to profile: Profile, pin: String?)
    async throws(RPCError)
  {
    guard let (owner, reason) = pinOwner(of: profile, against: session), let lock = owner.lock else {
      return
    }
    try await lock.expect(pin, of: owner.name, reason: reason)
    record(lock, session)
  }

  /// Records that `session` has shown the PIN of `lock`.
  func record(_ lock: PINVerifier, _ session: Session) {
    session.verifiedPINs.add(lock, of: all.compactMap(\.lock))
  }

  /// `session` may enter `profile` without a PIN.
  func admits(_ session: Session, to profile: Profile) -> Bool {
    pinOwner(of: profile, against: session) == nil
  }

  /// The profile whose PIN is required, and the reason if that is another profile.
  private func pinOwner(of profile: Profile, against session: Session) -> (Profile, Message?)? {
    guard profile.lock == nil else { return session.isAdmitted(to: profile) ? nil : (profile, nil) }
    let left = session.profile
    guard !left.isGone, profile.shows(moreThan: left), !session.isAdmitted(to: household) else { return nil }
    return (household, .switchNeedsPIN(left.name, profile.name, household.name))
  }

  /// Whether `session` may manage profiles: in a profile without an age limit that it is admitted to, or with
  /// the household's PIN.
  func mayManage(_ session: Session) -> Bool {
    let profile = session.profile
    return profile.ageLimit == nil && session.isAdmitted(to: profile) || session.isAdmitted(to: household)
  }

  /// Returns when `session` may change or delete `profile`.
  func expectMayManage(
    _ session: Session, about profile: Profile, pin: String?
  ) async throws(RPCError) {
    if !mayManage(session) {
      try await household.lock?.expect(
        pin, of: household.name,
        reason: .needsPINOf(household.name))
      return
    }
    // With the household's PIN you may also change a profile whose PIN is forgotten.
    let hasShown = household.lock != nil && session.isAdmitted(to: household)
    guard !hasShown, !session.isAdmitted(to: profile) else { return }
    try await profile.lock?.expect(pin, of: profile.name)
  }

  /// The PIN is not required until a given time. Changes nothing in the library.
  func unlock(_ profile: Profile, until end: Timestamp) {
    guard profile.lock != nil else { return }
    profile.unlock(until: end) { [weak self, weak profile] in
      if let profile { self?.onEvent?(.profileLocked(profile)) }
    }
  }
}

extension Session {
  /// It has shown the PIN, or there is none, or the profile is unlocked.
  func isAdmitted(to profile: Profile) -> Bool {
    profile.isOpen || verifiedPINs.contains(profile.lock)
  }
}
