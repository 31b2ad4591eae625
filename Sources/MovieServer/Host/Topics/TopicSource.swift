import EventLoop
import MovieProtocol
import MovieStore

/// Where a topic's state comes from.
struct TopicSource: Sendable {
  /// The purpose of the state.
  enum Use: Hashable, Sendable {
    /// The reply to `subscribe`.
    case present
    /// An event for subscribers that received the state before it; `since`: that state's `rev`.
    case event(since: Int)
    /// An event for subscribers that missed some states before it.
    case loss
  }

  let description: TopicDescription
  /// The present state: one compact JSON object, as the topic's schema says.
  let state: @LoopActor @Sendable (TopicReader) -> [UInt8]
  /// `rev` on the wire if it is not the topic's own count.
  var revision: (@LoopActor @Sendable (Profile) -> Int)?
  /// Called when the first client follows it, and when the last one has left.
  var setObserved: (@LoopActor @Sendable (Bool) -> Void)?
  /// What readers are told differs by their ``SharedView``.
  var dependsOnView = false
  /// Called with the topic that has this state.
  var attach: (@LoopActor @Sendable (Topic) -> Void)?
  /// Called when results of its profile have changed.
  var resultsChanged: (@LoopActor @Sendable () -> Void)?
  /// Nil: the state is always known.
  let waiting: Waiting?

  struct Waiting: Sendable {
    /// Whether the state is loaded, with all changes made until now.
    let isKnown: @LoopActor @Sendable (Server, Profile) -> Bool
    /// Returns when it is loaded, and throws if it is not available. Upstream has until the deadline, on the
    /// loop's clock; nil: no deadline.
    let untilKnown: @LoopActor @Sendable (Server, Profile, LoopInstant?) async throws -> Void
  }

  init(
    _ description: TopicDescription, waiting: Waiting? = nil,
    revision: (@LoopActor @Sendable (Profile) -> Int)? = nil,
    state: @escaping @LoopActor @Sendable (TopicReader) -> [UInt8]
  ) {
    self.description = description
    self.waiting = waiting
    self.revision = revision
    self.state = state
  }
}

/// The reader for whom a topic's state is made.
struct TopicReader: Sendable {
  let server: Server
  let profile: Profile
  let use: TopicSource.Use
  let view: SharedView
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
