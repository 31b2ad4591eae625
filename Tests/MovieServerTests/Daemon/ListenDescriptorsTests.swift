import Glibc
import MovieStore
import Testing

@testable import MovieServer

/// What needs no descriptor 3; the rest is tested with the spawned daemon.
@Suite struct ListenDescriptorsTests {
  private func inherited(_ environment: [String: String]) throws -> (descriptor: CInt, path: String)? {
    try ListenDescriptors.inherited { environment[$0] }
  }

  @Test(arguments: [
    [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "1", "LISTEN_FDS": "1"], ["LISTEN_PID": "", "LISTEN_FDS": "1"],
    ["LISTEN_PID": "x", "LISTEN_FDS": "1"],
  ])
  func what_is_for_nobody_or_another_process_is_left_alone(_ environment: [String: String]) throws {
    #expect(try inherited(environment) == nil)
  }

  @Test(arguments: ["0", "2", "", "-1", "one"]) func there_must_be_one(_ count: String) {
    #expect(throws: SystemError.self) {
      try inherited(["LISTEN_PID": String(getpid()), "LISTEN_FDS": count])
    }
  }
}
