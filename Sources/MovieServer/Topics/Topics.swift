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
}
