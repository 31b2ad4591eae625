import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

extension TopicSource {
  /// The result of `settings`. It is unknown until the library is first read; if it cannot be read, the file
  /// and the environment determine all of it.
  @LoopActor static let settings = TopicSource(.settings, waiting: .profiles) {
    SettingState.values.encode($0.profile.settingsInForce())
  }
}
