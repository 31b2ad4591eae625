import Testing

@testable import MovieServer

@Suite struct EventSpanTests {
  @Test func no_events_no_bytes() {
    #expect(EventSpan().waiting(after: 0) == 0)
    #expect(EventSpan(from: 5, to: 5).waiting(after: 0) == 0)
    #expect(EventSpan(from: 5, to: 2).waiting(after: 0) == 0)
  }

  @Test func bytes_before_it_are_not_of_it() {
    let span = EventSpan(from: 100, to: 130)
    #expect(span.waiting(after: 0) == 30)
    #expect(span.waiting(after: 100) == 30)
  }

  @Test func what_was_taken_does_not_wait() {
    let span = EventSpan(from: 100, to: 130)
    #expect(span.waiting(after: 129) == 1)
    #expect(span.waiting(after: 130) == 0)
    #expect(span.waiting(after: 1 << 60) == 0)
  }
}
