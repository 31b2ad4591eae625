import EventLoop
import MovieProtocol
import MovieSources

/// Matches the titles of one import. Titles for which upstream could not be queried wait, and are tried again
/// as long as ``RetryBudget`` lasts.
@LoopActor
struct RetryingMatcher {
  /// Titles that are matched concurrently. Upstream's own limits are tighter.
  private static let atOnce = 32

  typealias Receive = @LoopActor (ImportRow, TitleMatcher.Match) -> Void

  private struct Waiting {
    var title: ImportRow
    var obstacle: TitleMatcher.Obstacle
  }

  let matcher: TitleMatcher
  let task: ServerTask
  var patience: RetryBudget
  /// Throws if the daemon ends.
  let expectRunning: @LoopActor () throws -> Void

  /// - Parameter take: called once for each title.
  mutating func match(_ titles: [ImportRow], _ receive: Receive) async throws {
    var waiting: [Waiting] = []
    // Each is tried once before any is waited for: the library and the catalogue know some.
    for start in stride(from: 0, to: titles.count, by: Self.atOnce) {
      waiting += try await query(titles[start...].prefix(Self.atOnce), receive)
      task.wait(for: waiting.count)
    }
    while !waiting.isEmpty, let pause = patience.pause(jitter: .random(in: 0...1)) {
      try await EventLoop.sleep(for: pause)
      waiting = try await retry(waiting, receive)
      task.wait(for: waiting.count)
    }
    for one in waiting {
      task.advance()
      receive(one.title, .notQueried(one.obstacle))
    }
    task.wait(for: 0)
  }

  /// - Returns: those that still wait; the ones just tried come last.
  private mutating func retry(_ waiting: [Waiting], _ receive: Receive) async throws -> [Waiting] {
    var rest = waiting[...]
    var failed: [Waiting] = []
    while !rest.isEmpty {
      let some = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(some.count)
      let again = try await query(some.map(\.title)[...], receive)
      failed += again
      // Upstream is still unavailable: the others need not be tried.
      if again.count == some.count { break }
      patience.wasAnswered()
    }
    return rest + failed
  }

  /// - Returns: those that are worth waiting for.
  private func query(_ titles: ArraySlice<ImportRow>, _ receive: Receive) async throws -> [Waiting] {
    let found = try await titles.concurrentMap { [matcher, task] title in
      let match = try await matcher.match(title)
      if match.passingObstacle == nil { task.advance() }
      return match
    }
    try expectRunning()
    var waiting: [Waiting] = []
    for (title, match) in zip(titles, found) {
      if let obstacle = match.passingObstacle {
        waiting.append(Waiting(title: title, obstacle: obstacle))
      } else {
        receive(title, match)
      }
    }
    return waiting
  }
}

extension TitleMatcher.Match {
  /// An obstacle that may be gone in a minute. A missing or refused key is not one.
  fileprivate var passingObstacle: TitleMatcher.Obstacle? {
    guard case .notQueried(let obstacle) = self else { return nil }
    switch obstacle.reason {
    case .network, .rateLimited, .upstreamError, .intercepted: return obstacle
    case .noKey, .keyRefused, nil: return nil
    }
  }
}
