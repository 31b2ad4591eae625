import JSONRPC
import Testing

@testable import MovieClient

@Suite struct PlayerPageTests {
  private func state(_ state: String, kind: String? = nil) -> JSONValue {
    [
      "state": .string(state), "key": "movie/438631", "title": "Dune\u{1B}[2J", "video": "trailer",
      "position": .null, "duration": .null,
      "error": kind.map { ["kind": .string($0), "message": "loading failed"] } ?? .null,
    ]
  }

  @Test func reason_stands_once() {
    #expect(
      PlayerPage.text(state("failed", kind: "upstream_unavailable"), on: Screen(width: 80)) == """
        Dune[2J, trailer, failed
        loading failed

        """)
  }

  @Test func what_does_not_play_is_a_failure_of_its_kind() throws {
    #expect(PlayerPage.failure(state("playing")) == nil)
    let failure = try #require(PlayerPage.failure(state("failed", kind: "upstream_unavailable")))
    #expect(failure.status == .tryLater && failure.message == "Dune[2J does not play: loading failed")
    #expect(PlayerPage.failure(state("failed", kind: "not_available"))?.status == .failed)
  }
}
