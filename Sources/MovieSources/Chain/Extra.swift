import EventLoop
package import MovieProtocol

/// A question beside the one that matters, asked at the same time.
@LoopActor
struct Extra<Answer: Sendable> {
  /// So long an answer stays as it is that this was missing from. Milliseconds.
  static var retry: Int64 { 60_000 }

  /// So long it may go on when nobody waits for it any longer. Milliseconds.
  private static var most: UInt64 { 10_000 }

  private let flight: Flight<Answer>
  private let options: FetchOptions
  private let patience: UInt64
  private let isPatient: Bool

  /// - Parameter patience: so long it is waited for when the rest is there, in milliseconds.
  init(
    _ options: FetchOptions, patience: UInt64,
    _ question: @escaping @LoopActor (FetchOptions) async throws -> Answer
  ) {
    self.options = options
    self.patience = patience
    // Where nobody looks on, it may wait for its turn.
    self.isPatient = options.priority == .prefetch && options.deadline != nil
    var own = options
    if !isPatient { own.deadline = min(options.deadline ?? .max, EventLoop.now &+ Self.most) }
    // What comes too late is kept, and at hand for the next one who asks.
    flight = Flight(isUnattended: true) { [own] in
      try await question(own)
    } onEnd: {
    }
  }

  /// Nil: it failed, or takes too long; then `meta` says that it is worth asking again soon.
  ///
  /// - Throws: `CancellationError`, where nobody wants the answer any longer.
  func value(_ meta: inout Meta) async throws -> Answer? {
    do {
      return try await flight.value(until: end)
    } catch {
      guard !Task.isCancelled else {
        cancel()
        throw CancellationError()
      }
      meta.expire(at: Timestamp.milliseconds() + Self.retry)
      return nil
    }
  }

  func cancel() { flight.cancel() }

  /// Never so late that what matters is late for it.
  private var end: UInt64 {
    let now = EventLoop.now
    guard let deadline = options.deadline else { return now &+ patience }
    if isPatient { return deadline }
    return now &+ min(patience, deadline > now ? (deadline - now) / 2 : 0)
  }
}

extension Meta {
  /// - Parameter moment: milliseconds since 1970.
  package mutating func expire(at moment: Int64) { freshUntil = min(freshUntil ?? moment, moment) }
}
