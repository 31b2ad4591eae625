import EventLoop
import JSONRPC
import MovieProtocol

extension TopicSource {
  /// What `settings` answers. Before the library has been read that is not known yet.
  @LoopActor static let settings = TopicSource(.settings, waiting: .library) { $0.profile.encodedSettings() }
}

extension TopicSource.Waiting {
  /// Known when the library has been read, or could not be.
  @LoopActor static let library = Self(
    isKnown: { server, _ in server.profiles.isReady },
    untilKnown: { server, _ in await server.profiles.ready() })
}
