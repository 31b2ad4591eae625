import EventLoop
import Testing

@LoopActor
@Suite(.onLoop, .timeLimit(.minutes(20))) struct EventLoopValueTests {
  @Test func value_comes_in_time_or_not_at_all() async throws {
    #expect(await EventLoop.value(within: .seconds(600)) { 7 } == 7)
    let never = await EventLoop.value(within: .milliseconds(1)) {
      while !Task.isCancelled { try? await EventLoop.sleep(for: .seconds(1)) }
      return 7
    }
    #expect(never == nil)
  }
}
