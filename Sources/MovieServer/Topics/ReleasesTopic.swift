import EventLoop
import MovieProtocol

extension TopicSource {
  /// The titles of a profile's watchlist that come out today.
  ///
  /// - Parameter changed: called when these have changed.
  @LoopActor static func releases(changed: @escaping @LoopActor () -> Void) -> TopicSource {
    let followed = LiveReleases(changed: changed)
    var source = TopicSource(
      .releases,
      waiting: Waiting(
        isKnown: { _, _ in followed.isKnown },
        untilKnown: { server, profile, _ in try await followed.load(server, profile) })
    ) { _ in followed.encoded() }
    source.setObserved = { followed.setObserved($0) }
    source.resultsChanged = { followed.resultsChanged() }
    return source
  }
}
