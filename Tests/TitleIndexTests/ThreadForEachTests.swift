import Synchronization
import Testing

@testable import TitleIndex

@Suite struct ThreadForEachTests {
  private struct Failed: Error, Equatable { let part: Int }

  @Test func results_are_in_the_order_of_the_parts() throws {
    #expect(try threadForEach(Array(0..<20)) { $0 * 2 } == (0..<20).map { $0 * 2 })
    #expect(try threadForEach([Int]()) { $0 } == [])
  }

  @Test func the_first_part_that_failed_is_told_after_all_have_ended() {
    let ended = Atomic(0)
    let error = #expect(throws: Failed.self) {
      try threadForEach(Array(0..<20)) { part in
        ended.add(1, ordering: .relaxed)
        if part > 4 { throw Failed(part: part) }
      }
    }
    #expect(error == Failed(part: 5))
    #expect(ended.load(ordering: .relaxed) == 20)
  }
}
