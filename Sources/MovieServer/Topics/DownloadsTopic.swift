import EventLoop
import MovieProtocol

extension TopicSource {
  /// The state of all downloads. It is unknown until the library has been read.
  @LoopActor static let downloads = TopicSource(.downloads, waiting: .library) { reader in
    reader.server.downloads.state().encoded(reserving: 4096)
  }
}
