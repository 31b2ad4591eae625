import JSONRPC
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
    life.resume()
    #expect(!life.isRead)
    expect(.close, from: &life, inFlight: 0, waitingBytes: 0)
  }

  @Test func messages_wait_in_their_order_and_keep_the_connection_open() {
    var life = ConnectionState()
    let messages = (0..<3).map { WaitingMessage(event: .message, bytes: [$0]) }
    for message in messages { life.wait(for: message) }
    life.endInput()
    expect(.stay, from: &life, inFlight: 0, waitingBytes: 0)
    let first = life.nextWaiting()
    #expect(first == messages[0])
    life.putBack(messages[0])
    let taken = life.takeWaiting { $0.bytes == [1] }
    #expect(taken == [messages[1]] && life.waitingBytes == 2 * messages[0].size)
    let rest = [life.nextWaiting(), life.nextWaiting(), life.nextWaiting()]
    #expect(rest == [messages[0], messages[2], nil] && life.waitingBytes == 0 && !life.isWaiting)
    expect(.close, from: &life, inFlight: 0, waitingBytes: 0)
  }

  @Test func what_waits_is_bounded_and_dropped_at_the_end() {
    var life = ConnectionState()
    var count = 0
    while !life.isFull {
      life.wait(for: WaitingMessage(event: .message, bytes: [1]))
      count += 1
    }
    #expect((500...2000).contains(count))
    life.pause()
    life.beginReceiving()
    life.flush()
    #expect(life.waitingBytes == 0 && !life.isWaiting)
    expect(.stay, from: &life, inFlight: 0, waitingBytes: 0)
    life.endReceiving()
    expect(.close, from: &life, inFlight: 0, waitingBytes: 0)
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
