import Testing

@testable import MovieServer

@Suite struct EventCursorTests {
  @Test func each_state_in_turn_drops_nothing() {
    var cursor = EventCursor(at: 1)
    for revision in 2...9 {
      let dropped = cursor.advance(to: revision)
      #expect(dropped == 0)
    }
    #expect(cursor.revision == 9)
  }

  @Test func only_the_latest_of_many_is_left() {
    var cursor = EventCursor(at: 3)
    #expect(cursor.isBehind(10_003))
    let dropped = cursor.advance(to: 10_003)
    #expect(dropped == 9999)
    #expect(!cursor.isBehind(10_003))
  }

  @Test func nothing_new_is_no_event() {
    var cursor = EventCursor(at: 3)
    let dropped = cursor.advance(to: 3)
    #expect(dropped == nil)
    #expect(cursor == EventCursor(at: 3))
  }
}
