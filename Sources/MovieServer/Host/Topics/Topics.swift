import EventLoop
import MovieProtocol

/// Topics of one owner, the daemon or a profile, which reports their changes to ``Topic/changed(atOnce:)``.
@LoopActor
final class Topics {
  private(set) var all: [Topic] = []

  @discardableResult
  func add(_ source: TopicSource) -> Topic {
    let topic = Topic(source)
    all.append(topic)
    return topic
  }

  func named(_ name: String) -> Topic? {
    all.first { $0.name == name }
  }

  /// The topic of a list of `browse`, created on first use; there are as many as lists.
  func browseTopic(_ name: String) -> Topic? {
    if let topic = named(name) { return topic }
    guard let list = BrowseTopicName(name) else { return nil }
    return add(TopicSource(.browse(list), LiveResult(LiveBrowseList(list: list))))
  }

  func resultsChanged() {
    for topic in all { topic.source.resultsChanged?() }
  }
}
