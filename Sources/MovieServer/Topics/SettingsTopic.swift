import EventLoop
import MovieProtocol

extension TopicSource {
  /// What `settings` answers. Before the library has been read that is not known yet.
  @LoopActor static let settings = TopicSource(
    .settings,
    waiting: Waiting(isKnown: { $0.settings.isReady }, untilKnown: { await $0.settings.ready() })
  ) { $0.settings.encoded() }
}
