import EventLoop
import MovieProtocol
import MovieSources
import Testing

@testable import MovieServer

/// How often it was asked for.
@LoopActor
private final class Counter: LiveSource {
  private(set) var count = 0

  func find(_ server: Server, _ profile: Profile, _ options: FetchOptions) async throws -> Int {
    count += 1
    return count
  }
  func replaced(_ old: Int?, by new: Int, _ server: Server, _ topic: Topic) {}
  func lifetime(of value: Int, _ server: Server) -> Duration? { nil }
  func encoded(_ value: Int, _ server: Server, _ profile: Profile) -> [UInt8] { Array("\(value)".utf8) }
}

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct LiveResultTests {
  @Test func client_that_waits_for_other_topics_while_the_last_one_leaves_has_a_state() async throws {
    let server = await InProcess.make()
    let counter = Counter()
    let live = LiveResult(counter)
    try await live.load(server.server, server.server.profiles.initial, deadline: nil)
    live.setObserved(true)
    live.setObserved(false)
    live.setObserved(true)
    #expect(live.encoded() == Array("1".utf8))
    live.resultsChanged()
    await server.until { _ in live.value == 2 }
    #expect(live.isKnown)
    live.setObserved(false)
  }
}
