import EventLoop
import MovieProtocol

extension TopicSource {
  /// The state of the player. mpv is queried for its position only while a client follows.
  @LoopActor static func player(_ player: Player) -> TopicSource {
    var source = TopicSource(.player) { reader in
      let key = player.state.key
      let isHidden = key.map { reader.visible([$0]).isEmpty } ?? false
      return (isHidden ? player.state.withoutTitle : player.state).encoded()
    }
    source.dependsOnView = true
    source.setObserved = { player.setObserved($0) }
    return source
  }
}
