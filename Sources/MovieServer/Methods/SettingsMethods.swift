import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `settings`: see `MovieProtocol/Methods/Settings.swift`.
@LoopActor
enum SettingsMethods {
  static let handled = [Handling(.settings, .waiting(settings), isChange: true)]

  static func settings(_ call: Call) async throws -> Outcome {
    let store = call.server.settings
    let change = try SettingsChange(call.arguments, store.surroundings)
    guard !change.isEmpty else {
      await store.ready()
      return .bytes(store.encoded())
    }
    do throws(LibraryError) {
      return .bytes(try await store.make(change))
    } catch {
      throw RPCError(error, call.route.method.name)
    }
  }
}
