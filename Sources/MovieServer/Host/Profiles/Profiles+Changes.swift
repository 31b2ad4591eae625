import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

// Changes of the profiles. Each is on the disk before any client sees it.
extension Profiles {
  func create(
    _ name: String, ageLimit: Int?, ageRegion: String?, pin: String?, maximum: Int
  ) async throws {
    let profile = StoredProfile(
      name, ageLimit: ageLimit, ageRegion: ageRegion, pin: try await Self.hash(pin))
    let outcome = try await library.perform { library throws(LibraryError) in
      try await library.createProfile(profile, maximum: maximum)
    }
    switch outcome {
    case .done:
      apply(profile)
      onEvent?(.libraryChanged)
    case .exists, .missing: throw RPCError.profileExists(name)
    case .full:
      throw RPCError.limitExceeded(
        "profiles", max: maximum, got: maximum + 1,
        Advice(.removeProfiles, .setting("limits.profiles")))
    }
  }

  func update(_ profile: Profile, _ change: ProfileChange) async throws {
    try await changes.withLock { () async throws in try await updateInTurn(profile, change) }
  }

  private func updateInTurn(_ profile: Profile, _ change: ProfileChange) async throws {
    guard !profile.isGone else { throw RPCError.noProfile(profile.name, all.map(\.name)) }
    var stored = StoredProfile(
      change.name ?? profile.name, ageLimit: profile.ageLimit, ageRegion: profile.ageRegion,
      pin: profile.lock?.hash)
    if let limit = change.ageLimit { stored.ageLimit = limit }
    stored.ageRegion = stored.ageLimit == nil ? nil : change.ageRegion ?? stored.ageRegion
    if let pin = change.pin { stored.pin = try await Self.hash(pin) }
    // What is held back is stored under the present name.
    await onFlush?(profile)
    let before = profile.name
    let outcome = try await library.perform { library throws(LibraryError) in
      try await library.updateProfile(before, stored)
    }
    switch outcome {
    case .done: break
    case .exists: throw RPCError.profileExists(stored.name)
    case .missing, .full: throw RPCError.noProfile(before, all.map(\.name))
    }
    let keepsLock = stored.pin == profile.lock?.hash
    profile.use(stored, lock: keepsLock ? profile.lock : stored.pin.map { lock($0, of: profile, stored) })
    if before != stored.name {
      renamed(profile, from: before)
      onEvent?(.libraryChanged)
    }
  }

  func delete(_ profile: Profile) async throws {
    try await changes.withLock { () async throws in try await deleteInTurn(profile) }
  }

  private func deleteInTurn(_ profile: Profile) async throws {
    let outcome = try await library.perform { library throws(LibraryError) in
      try await library.deleteProfile(profile.name)
    }
    guard outcome == .done else { throw RPCError.noProfile(profile.name, all.map(\.name)) }
    drop(profile)
    onEvent?(.profileRemoved(profile))
    onEvent?(.libraryChanged)
  }

  /// New connections begin in it.
  func makeDefault(_ profile: Profile) async throws {
    guard profile !== initial else { return }
    let outcome = try await library.perform { library throws(LibraryError) in
      try await library.makeDefault(profile.name)
    }
    guard outcome == .done else { throw RPCError.noProfile(profile.name, all.map(\.name)) }
    begin(in: profile)
  }

  /// `default` first, then by name.
  ///
  /// - Parameter session: nil: one that has sent no PIN.
  func summaries(for session: Session? = nil, selected: Profile? = nil) -> [ProfileSummary] {
    all.sorted { one, other in
      if one === all.first || other === all.first { return one === all.first && other !== all.first }
      return one.name.lowercased() < other.name.lowercased()
    }.map { profile in
      ProfileSummary(
        name: profile.name, ageLimit: profile.ageLimit, ageRegion: profile.ageRestriction?.region,
        hasPIN: profile.lock != nil, isLocked: !(session?.isAdmitted(to: profile) ?? profile.isOpen),
        unlockExpiresAt: profile.unlocking?.until, isSelected: profile === selected,
        isDefault: profile === initial)
    }
  }

  private static func hash(_ pin: String?) async throws(RPCError) -> String? {
    guard let pin else { return nil }
    return try await EventLoop.offload {
      Result { () throws(PINHash.Unavailable) in try PINHash.make(pin) }
    }.mapError { RPCError($0) }.get()
  }
}

extension RPCError {
  fileprivate static func profileExists(_ name: String) -> RPCError {
    RPCError(
      .conflict, .profileExists(name), Advice(.chooseOtherName),
      details: ["state": "exists"])
  }

  static func noProfile(_ name: String, _ names: [String]) -> RPCError {
    RPCError(
      .notFound, .noProfileNamed(Spelling.shortened(name)),
      .meant(name, among: names, else: .seeProfiles),
      details: ["resource": "profile"])
  }
}
