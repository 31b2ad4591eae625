import EventLoop
import MovieProtocol

/// All topics of the daemon, in the order of the topic table.
@LoopActor
final class Topics {
  private(set) var all: [Topic] = []

  init() {
    for source in TopicSource.all { add(source) }
    precondition(names == TopicTable.all.map(\.name), "topics and their table differ")
  }

  func add(_ source: TopicSource) { all.append(Topic(source)) }

  var names: [String] { all.map(\.name) }

  func named(_ name: String) -> Topic? {
    all.first { $0.name == name }
  }
}
