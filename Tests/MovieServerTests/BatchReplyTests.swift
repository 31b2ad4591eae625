import EventLoop
import Testing

@testable import MovieServer

@LoopActor
@Suite struct BatchReplyTests {
  @Test func answers_stand_in_the_order_of_the_requests() {
    let batch = BatchReply(count: 3)
    #expect(!batch.fill(2, Array("3".utf8)))
    #expect(!batch.fill(0, Array("1".utf8)))
    #expect(batch.fill(1, nil))
    #expect(batch.joined() == Array("[1,3]".utf8))
  }

  @Test func only_notifications_are_answered_with_nothing() {
    let batch = BatchReply(count: 2)
    #expect(!batch.fill(0, nil))
    #expect(batch.fill(1, nil))
    #expect(batch.joined() == nil)
  }
}
