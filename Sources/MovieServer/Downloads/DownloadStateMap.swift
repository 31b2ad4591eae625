import EventLoop
import MovieProtocol

/// The state of the downloads, which all profiles share: enough for `on` in every title and for `browse
/// downloaded`. Kept current by ``Downloads``.
@LoopActor
final class DownloadStateMap {
  /// By key; only requested titles are in it.
  private(set) var states: [String: Title.UserState.Download] = [:]
  /// Keys of finished downloads, the last one first.
  private(set) var done: [String] = []

  nonisolated init() {}

  var isEmpty: Bool { states.isEmpty }

  subscript(key: String) -> Title.UserState.Download { states[key] ?? .none }

  /// Returns false if nothing changed.
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
