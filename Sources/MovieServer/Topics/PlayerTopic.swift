import EventLoop
import MovieProtocol

extension TopicSource {
  /// What the player is doing. mpv is asked for its position only while somebody follows.
  @LoopActor static func player(_ player: Player) -> TopicSource {
    var source = TopicSource(.player) { _ in player.state.encoded }
    source.follow = { player.follow($0) }
    return source
  }
}
