import EventLoop
import Testing

@testable import MovieSources

struct BackoffTests {
  @Test func doubles_from_the_first_wait_to_the_most() {
    let backoff = Backoff(first: .milliseconds(200), maxWait: .seconds(2))
    #expect(
      (1...6).map { backoff.wait(after: $0, jitter: 1).milliseconds } == [200, 400, 800, 1600, 2000, 2000])
    #expect(
      (1...6).map { backoff.wait(after: $0, jitter: 0).milliseconds } == [100, 200, 400, 800, 1000, 1000])
  }

  @Test(arguments: [Int.min, -1, 0, 1, 2, 31, 32, 33, 64, 1000, .max])
  func any_number_of_failures_stays_within_bounds(_ failures: Int) {
    for (first, most) in [(1, 60_000), (1_000, 60_000), (.max, 1 << 52), (0, 0), (7, 3)] as [(Int64, Int64)] {
      let backoff = Backoff(first: .milliseconds(first), maxWait: .milliseconds(most))
      for jitter in [-1, 0, 0.5, 1, 2, .infinity, .nan] {
        #expect(backoff.wait(after: failures, jitter: jitter) <= backoff.maxWait)
      }
    }
  }
}
