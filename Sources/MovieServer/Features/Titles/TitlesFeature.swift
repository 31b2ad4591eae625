import EventLoop
import MovieProtocol

/// What sources know of titles. Each list of `browse` is a topic as well, made when it is first followed.
@LoopActor
final class TitlesFeature: Feature {
  let handlers =
    BrowseHandler.handlers + HomeHandler.handlers + SuggestHandler.handlers + DetailHandlers.handlers
    + LookupHandlers.handlers

  func topic(named name: String) -> TopicSource? {
    BrowseTopicName(name).map { TopicSource(.browse($0), LiveResult(LiveBrowseList(list: $0))) }
  }
}
