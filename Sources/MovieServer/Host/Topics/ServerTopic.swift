import EventLoop
import MovieProtocol
import MovieSources

extension TopicSource {
  /// Whether the daemon runs or is about to end, and its tasks.
  @LoopActor static let server = TopicSource(.server) { reader in
    let server = reader.server
    return ServerState(
      reason: server.stopReason, network: server.titles.status.network,
      tasks: server.tasks.all.map { ($0.name, $0.done, $0.total, $0.waiting) }
    ).encoded()
  }
}
