/// Pauses between retries, each twice as long as the one before.
package struct ReconnectBackoff: Equatable, Sendable {
  package let first: Int
  package let longest: Int
  private var pause: Int

  /// In milliseconds.
  package init(first: Int, longest: Int) {
    self.first = first
    self.longest = longest
    pause = first
  }

  package mutating func next() -> Int {
    defer { pause = min(pause * 2, longest) }
    return pause
  }

  /// There was no pause since the last ``reset()``.
  package var isFresh: Bool { pause == first }

  package mutating func reset() { pause = first }
}
