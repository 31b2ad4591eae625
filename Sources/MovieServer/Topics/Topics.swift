import EventLoop
import MovieProtocol

/// Topics of one owner: the daemon, or a profile.
@LoopActor
final class Topics {
  private(set) var all: [Topic] = []

  init(_ sources: [TopicSource]) {
    for source in sources { add(source) }
  }

  func add(_ source: TopicSource) { all.append(Topic(source)) }

  func named(_ name: String) -> Topic? {
    all.first { $0.name == name }
  }

  /// The state of one of them has changed: see ``Topic/changed(atOnce:)``.
  func changed(_ topic: TopicDescription, atOnce: Bool = false) {
    named(topic.name)?.changed(atOnce: atOnce)
  }

  /// The topic of a list of `browse`, created on first use; there are as many as lists.
  func browseTopic(_ name: String) -> Topic? {
    if let topic = named(name) { return topic }
    guard let list = BrowseTopicName(name) else { return nil }
    let live = LiveResult(
      LiveBrowseList(list: list) { [unowned self] change in
        switch change {
        case .titles: named(name)?.changed()
        case .userStates: named(name)?.changedQuietly()
        }
      })
    let topic = Topic(TopicSource(.browse(list), live))
    all.append(topic)
    return topic
  }

  func resultsChanged() {
    for topic in all { topic.source.resultsChanged?() }
  }
}
