import EventLoop
import MovieProtocol

/// What every profile knows of the downloads, which are shared: enough for `on` in every title and for `browse
/// downloaded`. Kept current by ``Downloads``.
@LoopActor
final class DownloadStates {
  /// By key; what was not asked for is not in it.
  private(set) var states: [String: Title.UserState.Download] = [:]
  /// Keys of what is done, the last one first.
  private(set) var done: [String] = []

  nonisolated init() {}

  var isEmpty: Bool { states.isEmpty }

  subscript(key: String) -> Title.UserState.Download { states[key] ?? .none }

  /// False: it was so already.
  func set(_ key: String, _ state: Title.UserState.Download?) -> Bool {
    guard states[key] != state else { return false }
    states[key] = state
    done.removeAll { $0 == key }
    if state == .done { done.insert(key, at: 0) }
    return true
  }

  /// - Parameter done: the last one first.
  func set(_ states: [String: Title.UserState.Download], done: [String]) {
    (self.states, self.done) = (states, done)
  }
}
