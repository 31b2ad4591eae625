import EventLoop
import MovieProtocol
import MovieStore

extension TopicSource {
  /// The newest searches. Read from the library at the first subscription.
  @LoopActor static let searches = TopicSource(
    .searches,
    waiting: Waiting(
      isKnown: { _, profile in profile.history.isCurrent },
      untilKnown: { _, profile, _ in
        try await profile.history.loaded()
      })
  ) { SearchTerm.list.encode($0.profile.history.newest ?? []) }
}
