import EventLoop
import MovieProtocol

extension TopicSource {
  /// The state of all downloads. It is unknown until the library has been read.
  @LoopActor static let downloads = {
    var source = TopicSource(.downloads, waiting: .library) { reader in
      let downloads = reader.server.downloads
      return downloads.state(of: reader.visible(downloads.queue.sorted())).encoded(reserving: 4096)
    }
    source.dependsOnView = true
    return source
  }()
}
