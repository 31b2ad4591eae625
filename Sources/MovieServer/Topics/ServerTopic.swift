import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

extension TopicSource {
  /// Whether the daemon runs or is about to end.
  @LoopActor static let server = TopicSource(.server) { reader in
    let server = reader.server
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("state", server.isStopping ? "stopping" : "running")
      writer.member("reason", server.isStopping ? "shutdown" : nil as String?)
      writer.member("version", Version.program)
      writer.member("network", server.titles.standing.network.rawValue)
      writer.name("tasks")
      writer.array { _ in }
    }
    return writer.bytes
  }
}
