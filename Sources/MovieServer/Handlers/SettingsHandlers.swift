import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `settings`: see `MovieProtocol/Methods/Settings.swift`.
@LoopActor
enum SettingsHandlers {
  static let handlers = [MethodHandler(SettingsMethod.self, .waiting(settings), isChange: true)]

  static func settings(_ call: Call) async throws -> Response {
    let profile = try call.profile
    let change = try SettingsChange(call.arguments, call.server.profiles.settings.surroundings)
    if profile.ageLimit != nil, let shared = change.changes.first(where: { $0.setting.permission == .shared })
    {
      throw RPCError.needsAge(
        "a profile with an age limit does not change \(shared.setting.name), which all profiles share",
        hint: "choose a profile without one, then try again")
    }
    var checked: [(String, String)] = []
    if let key = change.tmdbKey {
      checked = [(Setting.tmdbKey.name, try await verdict(key, call))]
    }
    if !change.isEmpty {
      try await call.server.profiles.make(change, for: profile)
    }
    return .bytes(SettingState.result.encode((profile.encodedSettings(), JSONMap(checked))))
  }

  /// TMDB's verdict on a new key. A refused key is not stored: the previous one may be good.
  private static func verdict(_ key: Secret, _ call: Call) async throws -> String {
    switch try await call.server.titles.check(tmdbKey: key) {
    case .accepted: return "accepted"
    case .untried(let reason): return reason.rawValue
    case .refused(var error):
      error.message = "\(error.message); tmdb.key is unchanged"
      error.hint =
        "compare it with https://www.themoviedb.org/settings/api, which shows a v3 key and a v4 token"
      throw error
    }
  }
}
