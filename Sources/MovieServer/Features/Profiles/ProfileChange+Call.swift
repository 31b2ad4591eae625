import EventLoop
import JSONRPC
import MovieProtocol

extension ProfileChange {
  /// The parameters of `profiles.update`.
  @LoopActor
  init(_ call: Call, of changed: Profile) throws(RPCError) {
    name = call[ProfilesUpdateMethod.newName]
    ageLimit = call[.ageLimit].map { $0 }
    ageRegion = try call.ageRegion
    pin = call[ProfilesUpdateMethod.newPIN].map { $0 }
    for removed in call[ProfilesUpdateMethod.reset] {
      let given: Parameter =
        switch removed {
        case .ageLimit: .ageLimit
        case .pin: ProfilesUpdateMethod.newPIN
        }
      guard !call.arguments.has(given) else {
        throw .parameter(
          "reset", .inResetAndGiven(MessageParameter(removed.rawValue), MessageParameter(given.name)),
          expected: "one of them", Advice(.leaveOneOut))
      }
      switch removed {
      case .ageLimit: ageLimit = .some(nil)
      case .pin: pin = .some(nil)
      }
    }
    // Another limit has the same country, and a first one that of the profile that sets it, if none is named.
    if ageRegion == nil, ageLimit.flatMap(\.self) != nil {
      let profile = call.session.profile
      ageRegion = (changed.ageRestriction ?? profile.ageRestriction)?.region ?? profile.settings.region
    }
  }
}

extension Call {
  /// Not one whose certificates no title could have.
  @LoopActor var ageRegion: String? {
    get throws(RPCError) {
      let region = self[.ageRegion]
      if let unknown = UnknownCode(countries: region.map { [$0] } ?? []) {
        throw unknown.refusal(of: Parameter.ageRegion.name)
      }
      return region
    }
  }
}
