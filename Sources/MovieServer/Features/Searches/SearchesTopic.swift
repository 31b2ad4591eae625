import EventLoop
import MovieProtocol
import MovieStore

extension TopicSource {
  /// The newest searches. Read from the library at the first subscription.
  @LoopActor static let searches = TopicSource(
    .searches,
    waiting: Waiting(
      isKnown: { server, profile in server.searches(of: profile).isCurrent },
      untilKnown: { server, profile, _ in
        try await server.searches(of: profile).loaded()
      })
  ) { SearchTerm.list.encode($0.server.searches(of: $0.profile).newest ?? []) }
}
