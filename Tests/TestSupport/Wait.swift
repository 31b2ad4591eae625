import Glibc

/// For conditions that can only be polled: a file that appears, a process that ends.
///
/// Nothing is asserted about how long it takes; the limit only keeps a broken test from running forever.
package enum Wait {
  package static func until(
    _ what: @autoclosure () -> String, atMost seconds: Int = 60, _ isSo: () throws -> Bool
  ) throws {
    try forValue(what(), atMost: seconds) { try isSo() ? () : nil }
  }

  package static func forValue<Value>(
    _ what: @autoclosure () -> String, atMost seconds: Int = 60, _ look: () throws -> Value?
  ) throws -> Value {
    for _ in 0..<(seconds * 200) {
      if let value = try look() { return value }
      usleep(5000)
    }
    throw Program.Fault(description: "not so after \(seconds) s: \(what())")
  }
}

/// For tests about time, which prove nothing if they have not had their share of the processor.
package enum Clock {
  /// From an arbitrary start.
  package static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
