import EventLoop
package import MovieProtocol

/// An optional lookup that runs beside the main one.
@LoopActor
struct Extra<Answer: Sendable> {
  /// How long a result without this part stays fresh.
  static var retry: Duration { .seconds(60) }

  /// How long the lookup may take, if no one waits for it longer.
  private static var timeout: Duration { .seconds(10) }

  private let fetch: SharedFetch<Answer>
  private let options: FetchOptions
  private let patience: Duration
  private let isPatient: Bool

  /// - Parameter patience: how long to wait for it once the main result is there.
  init(
    _ options: FetchOptions, patience: Duration,
    _ question: @escaping @LoopActor (FetchOptions) async throws -> Answer
  ) {
    self.options = options
    self.patience = patience
    // A prefetch can wait for its turn: no user is waiting.
    self.isPatient = options.priority == .prefetch && options.deadline != nil
    var own = options
    if !isPatient {
      own.deadline = min(options.deadline ?? .distantFuture, EventLoop.now + max(Self.timeout, patience))
    }
    // A late answer is cached, for the next request.
    fetch = SharedFetch(isUnattended: true) { [own] in
      try await question(own)
    } onEnd: {
    }
  }

  /// Nil: it failed, or takes too long; `meta` then expires soon.
  ///
  /// - Throws: `CancellationError` if the request was cancelled.
  func value(_ meta: inout Meta) async throws -> Answer? {
    do {
      return try await fetch.value(until: end)
    } catch {
      guard !Task.isCancelled else {
        cancel()
        throw CancellationError()
      }
      meta.expire(at: .now + Self.retry)
      return nil
    }
  }

  func cancel() { fetch.cancel() }

  /// Early enough that the main result is not late.
  private var end: LoopInstant {
    let now = EventLoop.now
    guard let deadline = options.deadline else { return now + patience }
    if isPatient { return deadline }
    return now + max(.zero, min(patience, (deadline - now) / 2))
  }
}

extension Meta {
  package mutating func expire(at moment: Timestamp) { freshUntil = min(freshUntil ?? moment, moment) }
}
