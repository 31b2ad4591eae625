import EventLoop
import Testing

@testable import MovieServer
@testable import MovieStore

struct ImportStallTests {
  @Test func import_without_progress_is_given_up_and_one_with_progress_is_not() {
    var stall = ImportStall()
    func isOver(_ percent: Int, isBuilding: Bool = false, after seconds: Int) -> Bool {
      stall.isOver(percent, isBuilding: isBuilding, at: .distantPast + .seconds(10_000 + seconds))
    }
    for minute in 0..<5 {
      #expect(!isOver(minute, after: 60 * minute))
      #expect(!isOver(minute, after: 60 * minute + 59))
    }
    #expect(isOver(4, after: 300))
    #expect(!isOver(4, isBuilding: true, after: 300))
    #expect(isOver(4, isBuilding: true, after: 900))
    #expect(!isOver(5, isBuilding: true, after: 900))
  }

  /// Its thread has the lowest priority.
  @Test func import_on_a_busy_machine_is_slow_and_does_not_hang() throws {
    var stall = ImportStall()
    let progress = CatalogueProgress()
    for minute in 0..<5 {
      try progress.expectRunning()
      let now = LoopInstant.distantPast + .seconds(10_000 + 60 * minute)
      #expect(progress.percent == 0)
      let isOver = stall.isOver(progress.signsOfLife, isBuilding: false, at: now)
      #expect(!isOver)
    }
  }
}
