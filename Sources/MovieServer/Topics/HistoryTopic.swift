import EventLoop
import MovieProtocol

extension TopicSource {
  /// The newest searches. Read from the library when somebody asks first.
  @LoopActor static let history = TopicSource(
    .history,
    waiting: Waiting(
      isKnown: { _, profile in profile.history.newest != nil },
      untilKnown: { _, profile in await profile.history.known() })
  ) { HistoryTerm.encode($0.profile.history.newest ?? []) }
}
