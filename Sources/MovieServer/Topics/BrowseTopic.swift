import EventLoop
import MovieProtocol

extension TopicSource {
  /// The first page of a list of `browse`, as a topic of its own.
  ///
  /// - Parameter changed: called when the list has changed.
  @LoopActor static func browse(
    _ name: BrowseTopicName, changed: @escaping @LoopActor (LiveBrowseList.Change) -> Void
  ) -> TopicSource {
    let list = LiveBrowseList(name, changed: changed)
    var source = TopicSource(
      .browse(name),
      waiting: Waiting(
        isKnown: { _, _ in list.isKnown },
        untilKnown: { try await list.load($0, $1, deadline: $2) })
    ) { _ in list.encoded() }
    source.setObserved = { list.setObserved($0) }
    source.resultsChanged = { list.resultsChanged() }
    return source
  }
}
