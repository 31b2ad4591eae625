/// Pauses between retries, each twice as long as the one before.
package struct ReconnectBackoff: Equatable, Sendable {
  private let first: Duration
  package let maxPause: Duration
  private var pause: Duration

  package init(first: Duration, maxPause: Duration) {
    self.first = first
    self.maxPause = maxPause
    pause = first
  }

  package mutating func next() -> Duration {
    defer { pause = min(pause * 2, maxPause) }
    return pause
  }

  /// There was no pause since the last ``reset()``.
  package var isFresh: Bool { pause == first }

  package mutating func reset() { pause = first }
}
