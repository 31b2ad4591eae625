import EventLoop
import JSONRPC
import MovieProtocol

extension TopicSource {
  /// How it is with all downloads. Before the library has been read that is not known yet.
  @LoopActor static let downloads = TopicSource(.downloads, waiting: .library) { reader in
    var writer = JSONWriter(reserving: 4096)
    reader.server.downloads.state().write(into: &writer)
    return writer.bytes
  }
}
