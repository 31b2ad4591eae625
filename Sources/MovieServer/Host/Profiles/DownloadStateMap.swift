import EventLoop
import MovieProtocol

/// The state of the downloads, which all profiles share: enough for `user_state` in every title and for `browse
/// downloaded`. Kept current by the feature that has them.
@LoopActor
final class DownloadStateMap {
  /// By key; only requested titles are in it.
  private(set) var states: [TitleKey: Title.UserState.Download] = [:]
  /// Keys of finished downloads, the last one first.
  private(set) var done: [TitleKey] = []

  nonisolated init() {}

  var isEmpty: Bool { states.isEmpty }

  subscript(key: TitleKey) -> Title.UserState.Download { states[key] ?? .none }

  /// Returns false if nothing changed.
  func set(_ key: TitleKey, _ state: Title.UserState.Download?) -> Bool {
    guard states[key] != state else { return false }
    states[key] = state
    done.removeAll { $0 == key }
    if state == .done { done.insert(key, at: 0) }
    return true
  }

  /// - Parameter done: the last one first.
  func set(_ states: [TitleKey: Title.UserState.Download], done: [TitleKey]) {
    (self.states, self.done) = (states, done)
  }
}
