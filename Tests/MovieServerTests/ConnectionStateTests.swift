import Testing

@testable import MovieServer

@Suite struct ConnectionStateTests {
  @Test func open_connection_stays_whatever_waits() {
    var life = ConnectionState()
    #expect(life.isRead && life.takesMessages)
    expect(.stay, from: &life, inFlight: 0, waitingBytes: 0)
    expect(.stay, from: &life, inFlight: 3, waitingBytes: 9)
    #expect(life == ConnectionState())
  }

  @Test func half_closed_one_ends_when_all_is_answered_and_written() {
    var life = ConnectionState()
    life.endInput()
    #expect(!life.isRead && life.takesMessages)
    expect(.stay, from: &life, inFlight: 1, waitingBytes: 0)
    expect(.flush, from: &life, inFlight: 0, waitingBytes: 5)
    #expect(life.isFlushing && !life.takesMessages)
    expect(.close, from: &life, inFlight: 0, waitingBytes: 0)
  }

  @Test func draining_one_is_read_until_then() {
    var life = ConnectionState()
    life.drain()
    #expect(life.isRead)
    expect(.stay, from: &life, inFlight: 1, waitingBytes: 0)
    expect(.close, from: &life, inFlight: 0, waitingBytes: 0)
  }

  @Test func paused_one_is_not_read_and_does_not_end() {
    var life = ConnectionState()
    life.endInput()
    life.pause()
    #expect(!life.isRead)
    expect(.stay, from: &life, inFlight: 0, waitingBytes: 0)
    let message = life.resume()
    #expect(!life.isRead && message == nil)
    expect(.close, from: &life, inFlight: 0, waitingBytes: 0)
  }

  @Test func a_deferred_message_is_given_back_once() {
    var life = ConnectionState()
    let message = DeferredMessage(bytes: [1], places: 2)
    life.pause(at: message)
    #expect(life.isPaused && life.deferred == message)
    let first = life.resume()
    #expect(first == message && life == ConnectionState())
    life.pause()
    let second = life.resume()
    #expect(second == nil && !life.isPaused)
  }

  @Test func no_event_takes_it_back() {
    var life = ConnectionState()
    life.flush()
    life.drain()
    life.endInput()
    #expect(life.isFlushing)
    let wasOpen = life.close()
    let wasOpenStill = life.close()
    #expect(wasOpen && !wasOpenStill)
    life.flush()
    life.drain()
    #expect(life.isClosed && !life.isRead)
    expect(.stay, from: &life, inFlight: 0, waitingBytes: 0)
  }

  private func expect(
    _ expected: ConnectionState.Step, from life: inout ConnectionState, inFlight: Int, waitingBytes: Int,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let step = life.next(inFlight: inFlight, hasOutput: waitingBytes > 0)
    #expect(step == expected, sourceLocation: place)
  }
}
