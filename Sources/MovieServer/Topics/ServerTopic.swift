import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

extension TopicSource {
  /// Whether the daemon runs or is about to end, and its tasks.
  @LoopActor static let server = TopicSource(.server) { reader in
    let server = reader.server
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("state", server.isStopping ? "stopping" : "running")
      writer.member("reason", server.isStopping ? "shutdown" : nil as String?)
      writer.member("version", Version.program)
      writer.member("network", server.titles.status.network.rawValue)
      writer.name("tasks")
      writer.array { writer in
        for task in server.tasks.all {
          writer.object { writer in
            writer.member("name", task.name)
            writer.member("done", task.done)
            writer.member("total", task.total)
            writer.member("waiting", task.waiting)
          }
        }
      }
    }
    return writer.bytes
  }
}
