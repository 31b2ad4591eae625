import Glibc

/// For conditions that can only be polled: a file that appears, a process that ends.
///
/// Nothing is asserted about how long it takes; the limit only keeps a broken test from running forever.
package enum Wait {
  package static func until(
    _ what: @autoclosure () -> String, atMost seconds: Int = 240, _ isSo: () throws -> Bool
  ) throws {
    try forValue(what(), atMost: seconds) { try isSo() ? () : nil }
  }

  package static func forValue<Value>(
    _ what: @autoclosure () -> String, atMost seconds: Int = 240, _ look: () throws -> Value?
  ) throws -> Value {
    var (waited, last) = (0, Clock.milliseconds)
    while waited < seconds * 1000 {
      if let value = try look() { return value }
      usleep(5000)
      let now = Clock.milliseconds
      // Where the machine did something else for long, what is waited for did not go on either.
      waited += min(now - last, 200)
      last = now
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
