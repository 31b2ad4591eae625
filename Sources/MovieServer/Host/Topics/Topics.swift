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

  func resultsChanged() {
    for topic in all { topic.source.resultsChanged?() }
  }
}
