import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

// Changes of the profiles. Each is on the disk before any client sees it.
extension Profiles {
  func create(
    _ name: String, ageLimit: Int?, ageRegion: String?, pin: String?, maximum: Int, method: String
  ) async throws(RPCError) {
    let profile = StoredProfile(
      name, ageLimit: ageLimit, ageRegion: ageRegion, pin: try await Self.hash(pin, method))
    let outcome = try await ask(method) { library throws(LibraryError) in
      try await library.createProfile(profile, maximum: maximum)
    }
    switch outcome {
    case .done: take(profile)
    case .exists, .missing: throw .profileExists(name, method)
    case .full:
      throw .limitExceeded(
        "profiles", max: maximum, got: maximum + 1, hint: "delete one, or set limits.profiles")
    }
  }

  func update(_ profile: Profile, _ change: ProfileChange, method: String) async throws(RPCError) {
    var stored = StoredProfile(
      change.name ?? profile.name, ageLimit: profile.ageLimit, ageRegion: profile.ageRegion,
      pin: profile.lock?.hash)
    if let limit = change.ageLimit { stored.ageLimit = limit }
    stored.ageRegion = stored.ageLimit == nil ? nil : change.ageRegion ?? stored.ageRegion
    if let pin = change.pin { stored.pin = try await Self.hash(pin, method) }
    // Searches are stored under the present name.
    await profile.history.settle()
    let before = profile.name
    let outcome = try await ask(method) { library throws(LibraryError) in
      try await library.updateProfile(before, stored)
    }
    switch outcome {
    case .done: break
    case .exists: throw .profileExists(stored.name, method)
    case .missing, .full: throw .noProfile(before, method, all.map(\.name))
    }
    let keepsLock = stored.pin == profile.lock?.hash
    profile.use(stored, lock: keepsLock ? profile.lock : stored.pin.map { lock($0, of: profile, stored) })
    if before != stored.name { renamed(profile, from: before) }
  }

  func delete(_ profile: Profile, method: String) async throws(RPCError) {
    let outcome = try await ask(method) { library throws(LibraryError) in
      try await library.deleteProfile(profile.name)
    }
    guard outcome == .done else { throw .noProfile(profile.name, method, all.map(\.name)) }
    drop(profile)
    await profile.history.end()
  }

  /// New connections begin in it.
  func makeDefault(_ profile: Profile, method: String) async throws(RPCError) {
    guard profile !== initial else { return }
    let outcome = try await ask(method) { library throws(LibraryError) in
      try await library.makeDefault(profile.name)
    }
    guard outcome == .done else { throw .noProfile(profile.name, method, all.map(\.name)) }
    begin(in: profile)
  }

  /// `default` first, then by name.
  func summaries(for session: Session, selected: Profile) -> [ProfileSummary] {
    all.sorted { one, other in
      if one === all.first || other === all.first { return one === all.first && other !== all.first }
      return one.name.lowercased() < other.name.lowercased()
    }.map { profile in
      ProfileSummary(
        name: profile.name, ageLimit: profile.ageLimit, ageRegion: profile.ageRestriction?.region,
        hasPIN: profile.lock != nil, isLocked: !session.isAdmitted(to: profile),
        unlockedUntil: profile.unlocking.map { Timestamp.text($0.until) }, isSelected: profile === selected,
        isDefault: profile === initial)
    }
  }

  private func ask(
    _ method: String, _ work: @LoopActor (Library) async throws(LibraryError) -> ProfileOutcome
  ) async throws(RPCError) -> ProfileOutcome {
    do {
      return try await library.ask(work)
    } catch {
      throw RPCError(error, method)
    }
  }

  private static func hash(_ pin: String?, _ method: String) async throws(RPCError) -> String? {
    guard let pin else { return nil }
    do {
      return try await EventLoop.offload {
        Result { () throws(PINHash.Unavailable) in try PINHash.make(pin) }
      }.get()
    } catch {
      throw RPCError(error, method)
    }
  }
}

extension RPCError {
  fileprivate static func profileExists(_ name: String, _ method: String) -> RPCError {
    RPCError(
      .conflict, "\(method): there is a profile \"\(name)\" already", hint: "choose another name",
      details: [JSONMember("state", "exists")])
  }

  static func noProfile(_ name: String, _ method: String, _ names: [String]) -> RPCError {
    RPCError(
      .notFound, "\(method): there is no profile \"\(Spelling.shortened(name))\"",
      hint: Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "profiles lists those there are",
      details: [JSONMember("what", "profile")])
  }
}
