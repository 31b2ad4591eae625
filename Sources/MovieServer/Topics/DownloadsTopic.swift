import EventLoop
import JSONRPC
import MovieProtocol

extension TopicSource {
  /// The state of all downloads. It is unknown until the library has been read.
  @LoopActor static let downloads = TopicSource(.downloads, waiting: .library) { reader in
    var writer = JSONWriter(reserving: 4096)
    reader.server.downloads.state().write(into: &writer)
    return writer.bytes
  }
}
