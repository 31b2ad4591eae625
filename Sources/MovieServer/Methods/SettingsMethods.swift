import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `settings`: see `MovieProtocol/Methods/Settings.swift`.
@LoopActor
enum SettingsMethods {
  static let handled = [Handling(.settings, .waiting(settings), isChange: true)]

  static func settings(_ call: Call) async throws -> Outcome {
    let profile = call.session.profile
    let change = try SettingsChange(call.arguments, call.server.profiles.settings.surroundings)
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
