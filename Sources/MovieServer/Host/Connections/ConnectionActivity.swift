import EventLoop

/// What one connection has done so far: for `clients`, and to find the one that has been idle longest.
struct ConnectionActivity: Sendable {
  private(set) var requests = 0
  private(set) var lastMethod: Int?
  /// The time of the last read or answer.
  private(set) var lastActive: LoopInstant

  init(at now: LoopInstant) { lastActive = now }

  mutating func record(at now: LoopInstant) { lastActive = now }

  /// - Parameter method: nil: there is no such method.
  mutating func recordRequest(_ method: Int?) {
    requests += 1
    lastMethod = method ?? lastMethod
  }
}
