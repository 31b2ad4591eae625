import EventLoop
import Testing

@testable import MovieServer

@LoopActor
@Suite struct BatchReplyTests {
  @Test func answers_stand_in_the_order_of_the_requests() {
    let batch = BatchReply(count: 3)
    #expect(!batch.fill(2, .encoded(Array("3".utf8))))
    #expect(!batch.fill(0, .result(id: Array("7".utf8), .bytes(Array("1".utf8)))))
    #expect(batch.fill(1, nil) && !batch.isEmpty)
    var output = Array("x".utf8)
    batch.append(to: &output)
    #expect(output == Array(#"x[{"jsonrpc":"2.0","id":7,"result":1},3]"#.utf8))
    #expect(batch.bytes == output.count - Array("x[,]".utf8).count)
  }

  @Test func only_notifications_are_answered_with_nothing() {
    let batch = BatchReply(count: 2)
    #expect(!batch.fill(0, nil))
    #expect(batch.fill(1, nil))
    #expect(batch.isEmpty)
  }

  @Test func events_wait_for_each_batch_that_holds_them() {
    var batches = OpenBatches()
    let (first, second, other) = (BatchReply(count: 2), BatchReply(count: 1), BatchReply(count: 1))
    // As a batch with two changes does.
    batches.holdEvents(for: first)
    batches.holdEvents(for: first)
    batches.holdEvents(for: second)
    expect(batches.fill(other, 0, nil), 0, true, batches)
    expect(!batches.fill(first, 0, .encoded([1, 2])), 2, true, batches)
    expect(batches.fill(second, 0, .encoded([3])), 2, true, batches)
    expect(batches.fill(first, 1, nil), 0, false, batches)
  }

  private func expect(
    _ isRight: Bool, _ bytes: Int, _ holdEvents: Bool, _ batches: OpenBatches,
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(isRight && batches.bytes == bytes && batches.holdEvents == holdEvents, sourceLocation: place)
  }
}
