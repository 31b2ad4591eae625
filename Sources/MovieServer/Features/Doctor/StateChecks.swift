import EventLoop
import JSONRPC
import MovieProtocol

/// Findings about what the daemon itself has found out.
enum StateChecks {
  static func clock(behind milliseconds: Int) -> DoctorFinding {
    DoctorFinding(
      "clock", .problem, .clockBehind(MessageMilliseconds(milliseconds)), Advice(.setClock, .resetSync))
  }

  /// The profile of the connection: that in which commands start.
  @LoopActor static func profile(_ profile: Profile, isLocked: Bool, lacksKey: Bool) -> DoctorFinding {
    let name = "profile"
    let words: Message =
      profile.ageRestriction.map { .ageLimited(profile.name, $0.limit, $0.region) } ?? .words(profile.name)
    if isLocked { return DoctorFinding(name, .note, .profileLocked(words), .unlock(profile.name)) }
    guard profile.ageLimit != nil else { return DoctorFinding(name, .ok, words) }
    let back = Remedy.method(
      ProfilesSelectMethod.method.name,
      params: [JSONMember("name", .string(Profiles.defaultName)), JSONMember("default", .bool(true))])
    return lacksKey && profile.settings.hidesUnknownAge
      ? DoctorFinding(
        name, .warning, .profileHidesAll(words), Advice(.leaveProfileForKey(Setting.tmdbKey.name), back))
      : DoctorFinding(name, .note, words, Advice(.leaveProfile, back))
  }

  static func catalogue(_ status: CatalogueStatus) -> DoctorFinding {
    let name = "catalogue"
    let update = CatalogueUpdateMethod.method.name
    if status.titles == 0, status.isOpen {
      return DoctorFinding(name, .warning, .catalogueEmpty, withTitles)
    }
    if status.importsLost {
      return DoctorFinding(name, .warning, status.message, Advice(.importAgain, .method(update)))
    }
    guard status.updateReason == .failed else { return DoctorFinding(name, .ok, status.message) }
    return DoctorFinding(name, .warning, status.message, Advice(.updateNow, .method(update)))
  }

  private static var withTitles: Advice {
    #if WITHOUT_FACTS
      Advice(.noFacts, .setting(Setting.tmdbKey.name))
    #else
      .restart(.embedCatalogue)
    #endif
  }

  /// Never a problem: the daemon works without it.
  static func sharedCache(_ status: SharedCacheStatus) -> DoctorFinding {
    let name = "shared cache"
    switch status.state {
    case .unused: return DoctorFinding(name, .note, status.message)
    case .ok: return DoctorFinding(name, .ok, status.message)
    case .down:
      let hint: Message =
        switch (status.reason, status.detail) {
        case (.refused, "OOM"): .sharedEvict
        case (.refused, "WRONGPASS"), (.refused, "NOAUTH"), (.refused, "NOPERM"): .sharedPassword
        case (.tls, _): .sharedCertificate
        default: .sharedCheck
        }
      return DoctorFinding(name, .warning, status.message, Advice(hint))
    }
  }
}

extension Advice {
  /// What becomes effective by a restart.
  static func restart(_ hint: Message) -> Advice {
    Advice(
      hint,
      .method(
        ShutdownMethod.method.name,
        params: [JSONMember("reason", .string(ServerState.Reason.restart.rawValue))]))
  }
}

extension Remedy {
  static let resetSync = Remedy.method(SyncResetMethod.method.name)
}
