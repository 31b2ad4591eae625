import EventLoop
import Testing

/// On a loop of their own: what other tests have it do would come in between.
@Suite(.timeLimit(.minutes(20))) struct LoopPriorityTests {
  @Test func those_with_a_lower_priority_come_last_and_come() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let log = Log<String>()
        for number in 0..<3 {
          for priority in [TaskPriority.background, .low] {
            LoopTask.start(priority: priority) { log.note("last \(number)") }
          }
          LoopTask.start(priority: .medium) { log.note("first \(number)") }
        }
        await log.until(count: 9)
        // A turn may have ended among them, and begins with one that comes last.
        let places = log.entries.indices.filter { log.entries[$0].hasPrefix("first") }
        #expect(places.count == 3 && places.allSatisfy { $0 < 5 }, "\(log.entries)")
        let last = log.entries.filter { $0.hasPrefix("last") }
        #expect(last == ["last 0", "last 0", "last 1", "last 1", "last 2", "last 2"])
      }
      #expect(left == [])
    }
  }
}
