import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `settings` and related methods: see `MovieProtocol/Methods/Settings.swift`.
@LoopActor
enum SettingsHandlers {
  static let handlers = [
    MethodHandler(
      SettingsMethod.self, .waiting { .bytes(SettingState.values.encode(try $0.profile.settingsInForce())) },
      order: .afterChanges),
    MethodHandler(SettingsUpdateMethod.self, .waiting(update), isChange: true),
    MethodHandler(
      SettingsDescribeMethod.self,
      .waiting { .bytes(SettingState.descriptions.encode(try $0.profile.describedSettings)) },
      order: .afterChanges),
  ]

  private static func update(_ call: Call) async throws -> Response {
    let profile = try call.profile
    let change = try SettingsChange(call.arguments, call.server.profiles.settings.surroundings)
    if profile.ageLimit != nil, let shared = change.changes.first(where: { $0.setting.permission == .shared })
    {
      throw RPCError.needsAge(
        .settingShared(shared.setting.name),
        Advice(.chooseProfileWithout, .method(ProfilesSelectMethod.method.name, ask: ["name"])))
    }
    var checked: [(String, String)] = []
    if let key = change.tmdbKey {
      checked = [(Setting.tmdbKey.name, try await verdict(key, call))]
    }
    if !change.isEmpty {
      try await call.change { try await call.server.profiles.make(change, for: profile) }
    }
    return .bytes(SettingState.update.encode((profile.settingsInForce(), JSONMap(checked))))
  }

  /// TMDB's verdict on a new key. A refused key is not stored: the previous one may be good.
  private static func verdict(_ key: Secret, _ call: Call) async throws -> String {
    switch try await call.server.titles.check(tmdbKey: key) {
    case .accepted: return "accepted"
    case .untried(let reason): return reason.rawValue
    case .refused(var error):
      error.text = .keyUnchanged(error.text)
      error.advice = Advice(.compareKey(Advice.tmdbKeyPage), .setting(Setting.tmdbKey.name))
      throw error
    }
  }
}
