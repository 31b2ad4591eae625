import EventLoop
import MovieProtocol

extension TopicSource {
  /// The result of `settings`, as soon as the library has been read.
  @LoopActor static let settings = TopicSource(
    .settings,
    waiting: Waiting(isKnown: { $0.settings.isReady }, untilKnown: { await $0.settings.ready() })
  ) { server in server.settings.encoded() }
}
