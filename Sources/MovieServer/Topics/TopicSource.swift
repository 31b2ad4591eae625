import EventLoop
import MovieProtocol

/// Where a topic's state comes from.
struct TopicSource: Sendable {
  let description: TopicDescription
  /// The present state: one compact JSON object, as the topic's schema says.
  let state: @LoopActor @Sendable (Server) -> [UInt8]
  /// Returns when the state is known, at once where it is; nil: it always is.
  let waiting: Waiting?

  struct Waiting: Sendable {
    let isKnown: @LoopActor @Sendable (Server) -> Bool
    let untilKnown: @LoopActor @Sendable (Server) async -> Void
  }

  init(
    _ description: TopicDescription, waiting: Waiting? = nil,
    state: @escaping @LoopActor @Sendable (Server) -> [UInt8]
  ) {
    self.description = description
    self.waiting = waiting
    self.state = state
  }

  /// One for each row of the topic table.
  @LoopActor static let all = [server, settings]
}
