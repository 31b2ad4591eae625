import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

extension TopicSource {
  /// What `settings` answers. Before the first look at the library that is not known yet; where it cannot be read,
  /// file and environment say all.
  @LoopActor static let settings = TopicSource(
    .settings,
    waiting: Waiting(
      isKnown: { server, _ in server.profiles.isReady },
      untilKnown: { server, _, _ in await server.profiles.ready() })
  ) { $0.profile.encodedSettings() }
}

extension TopicSource.Waiting {
  /// Known when the library has been read.
  @LoopActor static let library = Self(
    isKnown: { server, _ in server.profiles.library.isLoaded },
    untilKnown: { server, _, _ in
      do throws(LibraryError) {
        try await server.profiles.library.load()
      } catch {
        throw RPCError(reading: error, "subscribe")
      }
    })
}
