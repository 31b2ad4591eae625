import EventLoop
import MovieProtocol

extension TopicSource {
  /// The state of the player. mpv is queried for its position only while a client follows.
  @LoopActor static func player(_ player: Player) -> TopicSource {
    var source = TopicSource(.player) { _ in player.state.encoded() }
    source.setObserved = { player.setObserved($0) }
    return source
  }
}
