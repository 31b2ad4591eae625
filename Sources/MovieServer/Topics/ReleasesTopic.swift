import EventLoop
import MovieProtocol

extension TopicSource {
  /// The titles of a profile's watchlist that come out today.
  ///
  /// - Parameter changed: called when these have changed.
  @LoopActor static func releases(changed: @escaping @LoopActor () -> Void) -> TopicSource {
    let followed = FollowedReleases(changed: changed)
    var source = TopicSource(
      .releases,
      waiting: Waiting(
        isKnown: { _, _ in followed.isKnown },
        untilKnown: { server, profile, _ in try await followed.know(server, profile) })
    ) { _ in followed.encoded() }
    source.follow = { followed.follow($0) }
    source.scopeChanged = { followed.scopeChanged() }
    return source
  }
}
