import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

extension TopicSource {
  /// The result of `settings`. It is unknown until the library is first read; if it cannot be read, the file
  /// and the environment determine all of it.
  @LoopActor static let settings = TopicSource(.settings, waiting: .profiles) {
    SettingState.values.encode($0.profile.settingsInForce())
  }
}

extension TopicSource.Waiting {
  /// Known when the library has been read, or cannot be.
  @LoopActor static let profiles = Self(
    isKnown: { server, _ in server.profiles.isReady },
    untilKnown: { server, _, _ in await server.profiles.ready() })

  /// Known when the library has been read.
  @LoopActor static let library = Self(
    isKnown: { server, _ in server.profiles.library.isLoaded },
    untilKnown: { server, _, _ in
      try await server.profiles.library.load()
    })
}
