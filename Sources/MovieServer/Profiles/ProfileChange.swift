import EventLoop
import JSONRPC
import MovieProtocol

/// The changes of `profiles.update`. Nil: unchanged; nil inside: removed.
struct ProfileChange {
  var name: String?
  var ageLimit: Int??
  var ageRegion: String?
  var pin: String??
}

extension ProfileChange {
  @LoopActor
  init(_ call: Call) throws(RPCError) {
    let arguments = call.arguments
    name = arguments.text("new_name")
    ageLimit = arguments.integer("age_limit").map { $0 }
    ageRegion = arguments.text("age_region")
    pin = arguments.text("new_pin").map { $0 }
    for (member, parameter, isGiven) in [
      ("age_limit", "age_limit", ageLimit != nil), ("pin", "new_pin", pin != nil),
    ] where arguments.texts("reset")?.contains(member) == true {
      guard !isGiven else {
        throw Arguments.fault(
          "reset", "\(member) is in reset, and \(parameter) is given", "one of them",
          hint: "leave one of them out")
      }
      if member == "pin" { pin = .some(nil) } else { ageLimit = .some(nil) }
    }
    // The country of the profile that sets the limit, if none is named.
    if ageRegion == nil, ageLimit.flatMap(\.self) != nil {
      let profile = call.session.profile
      ageRegion = profile.ageRestriction?.region ?? profile.settings.region
    }
  }
}
