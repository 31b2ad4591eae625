@testable import MovieClient

private let start = MonotonicInstant.now

// Moments as milliseconds of a clock that starts with the tests.

extension WatchStateMachine {
  mutating func handle(_ event: Event, at now: Int) -> [Action] {
    handle(event, at: start + .milliseconds(now))
  }

  var dueTime: Int? { due.map { Int($0.millisecondsLeft(from: start)) } }
}

extension WatchFormatter {
  mutating func present(_ topic: String, _ data: [UInt8], at now: Int) throws(CommandError) -> [UInt8]? {
    try present(topic, data, at: start + .milliseconds(now))
  }
}
