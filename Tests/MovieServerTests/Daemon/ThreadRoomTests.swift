import Glibc
import MovieStore
import Testing

@testable import MovieServer

@Suite struct ThreadRoomTests {
  @Test func threads_that_are_to_be_had_are_no_fault() throws { try ThreadRoom.expect() }

  @Test func missing_thread_is_told_with_its_remedy() {
    var left = 3
    let error = #expect(throws: SystemError.self) {
      try ThreadRoom.expect { thread, limiter in
        guard left > 0 else { return EAGAIN }
        left -= 1
        return ThreadRoom.start(thread, limiter)
      }
    }
    #expect(error?.code == EAGAIN)
    #expect(error?.description.contains("only 3 are available") == true)
    #expect(error?.description.contains("ulimit -u") == true)
  }
}
