import EventLoop
import JSONRPC
import MovieProtocol

/// `profiles` and its changes: see `MovieProtocol/Methods/Profiles.swift`.
@LoopActor
enum ProfileHandlers {
  static let handlers = [
    MethodHandler(ProfilesMethod.self, .waiting { list($0, selected: $0.chosen) }),
    MethodHandler(ProfilesCreateMethod.self, .waiting(create), isChange: true),
    MethodHandler(ProfilesUpdateMethod.self, .waiting(update), isChange: true),
    MethodHandler(ProfilesSelectMethod.self, .immediateOrWaiting(selectAtOnce, select), isChange: true),
    MethodHandler(ProfilesUnlockMethod.self, .waiting(unlock), isChange: true),
    MethodHandler(ProfilesLockMethod.self, .waiting(lock), isChange: true),
    MethodHandler(ProfilesRemoveMethod.self, .waiting(remove), isChange: true),
  ]

  /// - Parameter selected: nil: the profile the connection is in now.
  private static func list(_ call: Call, selected: Profile? = nil) -> Response {
    .bytes(
      ProfileSummary.list.encode(
        call.server.profiles.summaries(for: call.session, selected: selected ?? call.session.profile)))
  }

  static func create(_ call: Call) async throws -> Response {
    let present = try call.presentProfile
    let profiles = call.server.profiles
    guard profiles.mayManage(call.session) else {
      if present.ageLimit == nil { _ = try call.profile }
      // The parameter `pin` is the new profile's.
      throw RPCError.needsAge(
        .needsPINOf(profiles.household.name), .unlock(profiles.household.name))
    }
    let (ageLimit, ageRegion) = (call[.ageLimit], try region(call))
    try await call.change {
      try await profiles.create(
        call[ProfilesCreateMethod.name], ageLimit: ageLimit, ageRegion: ageLimit.map { _ in ageRegion },
        pin: call[ProfilesCreateMethod.pin], maximum: call.server.limits.profiles)
    }
    return list(call)
  }

  /// The region whose certificates count: the parameter, or that of the profile that sets the limit.
  private static func region(_ call: Call) throws(RPCError) -> String {
    let profile = call.session.profile
    return try call.ageRegion ?? profile.ageRestriction?.region ?? profile.settings.region
  }

  static func update(_ call: Call) async throws -> Response {
    _ = try call.presentProfile
    let (profiles, session) = (call.server.profiles, call.session)
    let profile = try profiles.expect(call[.profileName])
    let change = try ProfileChange(call, of: profile)
    try expectMayBe(change, profile, call)
    try await profiles.expectMayManage(session, about: profile, pin: call[.neededPIN])
    try await call.change { try await profiles.update(profile, change) }
    // The client that has set a PIN knows it.
    if change.pin != nil, session.profile === profile, let lock = profile.lock {
      profiles.record(lock, session)
    }
    call.server.closeSubscribers(of: profile, besides: session)
    return list(call)
  }

  static func selectAtOnce(_ call: Call) throws(RPCError) -> Response? {
    try choice(call).makeAtOnce() ? list(call) : nil
  }

  static func select(_ call: Call) async throws -> Response {
    try await choice(call).make()
    return list(call)
  }

  private static func choice(_ call: Call) -> ProfileChoice {
    ProfileChoice(
      call: call, name: call[.profileName], pin: call[ProfilesSelectMethod.pin],
      makesDefault: call[ProfilesSelectMethod.isDefault])
  }

  static func unlock(_ call: Call) async throws -> Response {
    let profiles = call.server.profiles
    let profile = try profiles.expect(call[.profileName])
    // Checked even if it is unlocked: this extends the time.
    try await profile.lock?.expect(call[ProfilesUnlockMethod.pin], of: profile.name)
    profiles.unlock(profile, until: .now + .milliseconds(call[ProfilesUnlockMethod.duration]))
    return list(call)
  }

  static func lock(_ call: Call) async throws -> Response {
    let profiles = call.server.profiles
    let name = call[ProfilesLockMethod.name]
    let locked = try name.map { [try profiles.expect($0)] } ?? profiles.all
    for profile in locked {
      profile.lockAgain()
      for session in call.server.sessions { session.verifiedPINs.remove(profile.lock) }
      call.server.closeSubscribers(of: profile, besides: call.session)
    }
    return list(call)
  }

  static func remove(_ call: Call) async throws -> Response {
    _ = try call.presentProfile
    let profiles = call.server.profiles
    let profile = try profiles.expect(call[.profileName])
    guard profile !== profiles.all.first else {
      throw RPCError(
        .conflict, .profileIsPermanent(profile.name), Advice(.removeOtherProfile),
        details: ["state": "default"])
    }
    try requireNoSubscribers(profile, call)
    try await profiles.expectMayManage(
      call.session, about: profile, pin: call[.neededPIN])
    try requireNoSubscribers(profile, call)
    try await call.change { try await profiles.delete(profile) }
    for session in call.server.sessions where session.profile === profile {
      // Ends a subscription made while the profile was being deleted.
      session.endSubscriptionsToProfile()
    }
    if call.session.profile === profile { call.session.select(profiles.initial) }
    return list(call)
  }

  /// `default` always exists, keeps its name, and shows everything: there is always a way out of an age
  /// limit.
  private static func expectMayBe(_ change: ProfileChange, _ profile: Profile, _ call: Call) throws(RPCError)
  {
    guard profile === call.server.profiles.household else { return }
    let text =
      change.name != nil
      ? Message.profileKeepsName(profile.name)
      : change.ageLimit.flatMap(\.self) != nil ? .profileTakesNoLimit(profile.name) : nil
    guard let text else { return }
    throw RPCError(
      .conflict, text, Advice(.createOtherProfile, .method(ProfilesCreateMethod.method.name, ask: ["name"])),
      details: ["state": "default"])
  }

  /// Followers would wait for events that never come.
  private static func requireNoSubscribers(_ profile: Profile, _ call: Call) throws(RPCError) {
    let followers = call.server.sessions.filter { $0.profile === profile && $0.followsProfile() }
    guard !followers.isEmpty else { return }
    let pids = followers.compactMap { $0.stream.peer?.pid.map(String.init) }.prefix(5)
    throw RPCError(
      .conflict, .profileFollowed(profile.name, followers.count),
      Advice(pids.isEmpty ? .endSubscriptions : .endSubscriptionsOf(Array(pids))),
      details: ["state": "subscribed"])
  }
}
