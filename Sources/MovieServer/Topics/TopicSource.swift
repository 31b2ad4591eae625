import EventLoop
import MovieProtocol

/// Where a topic's state comes from.
struct TopicSource: Sendable {
  /// What the state is wanted for.
  enum Use: Hashable, Sendable {
    /// The reply to `subscribe`.
    case present
    /// An event for those that had the one before it; `since`: that one's `rev`.
    case event(since: Int)
    /// An event for those that did not get some before it.
    case loss
  }

  let description: TopicDescription
  /// The present state: one compact JSON object, as the topic's schema says.
  let state: @LoopActor @Sendable (TopicReader) -> [UInt8]
  /// `rev` on the wire where it is not the topic's own count.
  var revision: (@LoopActor @Sendable (Profile) -> Int)?
  /// Called when the first one follows it, and when the last one has left.
  var follow: (@LoopActor @Sendable (Bool) -> Void)?
  /// Called when results of its profile are others now.
  var scopeChanged: (@LoopActor @Sendable () -> Void)?
  /// Nil: the state is always known.
  let waiting: Waiting?

  struct Waiting: Sendable {
    /// Whether the state is at hand, with all that was changed until now.
    let isKnown: @LoopActor @Sendable (Server, Profile) -> Bool
    /// Returns when it is, and throws where it is not to be had. Upstream has until the deadline, of the loop's
    /// clock; nil: for ever.
    let untilKnown: @LoopActor @Sendable (Server, Profile, UInt64?) async throws -> Void
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

  /// Those that are the same for everybody; together with ``personal`` one for each row of the topic table.
  @LoopActor static func shared(_ player: Player) -> [TopicSource] { [downloads, .player(player), server] }
  /// Those of which each profile has its own.
  @LoopActor static let personal = [library, history, settings]
}

/// For whom a topic's state is made.
struct TopicReader: Sendable {
  let server: Server
  let profile: Profile
  let use: TopicSource.Use
}
