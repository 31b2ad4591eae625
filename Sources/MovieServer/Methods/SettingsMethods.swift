import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `settings`: see `MovieProtocol/Methods/Settings.swift`.
@LoopActor
enum SettingsMethods {
  static let handled = [Handling(.settings, .waiting(settings), isChange: true)]

  static func settings(_ call: Call) async throws -> Outcome {
    let profile = try call.profile
    let change = try SettingsChange(call.arguments, call.server.profiles.settings.surroundings)
    if profile.ageLimit != nil, let shared = change.changes.first(where: { $0.setting.permission == .shared })
    {
      throw RPCError.needsAge(
        "settings: a profile with an age limit does not change \(shared.setting.name), which all profiles share",
        hint: "choose one without, then ask again")
    }
    if !change.isEmpty {
      do throws(LibraryError) {
        try await call.server.profiles.make(change, for: profile)
      } catch {
        throw RPCError(error, call.route.method.name)
      }
    }
    return .bytes(profile.encodedSettings())
  }
}
