import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct UnixStreamTests {
  @Test func megabyte_both_ways_in_random_pieces_arrives_whole() async throws {
    let (near, far) = try End.pair()
    let there = pattern(1 << 20, seed: 1)
    let back = pattern(1 << 20, seed: 2)
    async let first: Void = feed(there, to: near)
    async let second: Void = feed(back, to: far)
    _ = await (first, second)
    await far.until { far.received.count >= there.count }
    await near.until { near.received.count >= back.count }
    #expect(far.received == there)
    #expect(near.received == back)
    #expect(near.stream.takenBytes == UInt64(there.count))
    #expect(near.stream.waitingBytes == 0)
    close(near, far)
  }

  @Test func output_of_a_turn_leaves_in_one_piece() async throws {
    let (near, far) = try End.pair()
    var reads = 0
    far.onRead = { _ in reads += 1 }
    for byte in 0..<100 as Range<UInt8> { near.send([byte]) }
    #expect(near.stream.waitingBytes == 100)
    await far.until { far.received.count == 100 }
    #expect(reads == 1)
    #expect(near.drains == 1)
    close(near, far)
  }

  @Test func what_is_appended_last_leaves_in_the_same_piece() async throws {
    let (near, far) = try End.pair()
    var reads = 0
    far.onRead = { _ in reads += 1 }
    // Asked for later than the write, done before it.
    near.send([1])
    EventLoop.beforeWriting(AtEndOfTurn { near.send([2]) })
    near.onWillWrite = { near in
      #expect(near.stream.endOfOutput == 2 && !near.stream.isWriting)
      near.stream.output.append(3)
    }
    await far.until { far.received.count == 3 }
    #expect(far.received == [1, 2, 3])
    #expect(reads == 1)
    near.onWillWrite = nil
    close(near, far)
  }

  @Test func reply_from_the_read_callback_needs_no_task() async throws {
    let (near, far) = try End.pair()
    far.onRead = { far in far.send(far.received.suffix(4)) }
    for _ in 0..<50 {
      let count = near.received.count
      near.send([1, 2, 3, 4])
      await near.until { near.received.count == count + 4 }
    }
    #expect(near.received.count == 200)
    close(near, far)
  }

  @Test func reader_that_stops_keeps_only_its_own_writer_waiting() async throws {
    let (near, far) = try End.pair(reading: (true, false))
    let (other, echo) = try End.pair()
    echo.onRead = { $0.send($0.received.suffix(1)) }
    let bytes = pattern(3 << 20)
    near.send(bytes)
    await turnLoop { near.stream.takenBytes > 0 }
    let taken = near.stream.takenBytes
    #expect(near.stream.waitingBytes == bytes.count - Int(taken))
    #expect(near.drains == 0 && near.waits == 1)

    // What comes now waits behind it.
    near.send([1, 2, 3])
    other.send([9])
    await other.until { other.received == [9] }
    #expect(other.waits == 0)
    #expect(near.waits == 2 && near.stream.isWriting)
    #expect(near.stream.endOfOutput == UInt64(bytes.count + 3))
    #expect(near.stream.waitingBytes == bytes.count + 3 - Int(taken))

    // What the peer reads is progress that can be seen in the midst of the write. (The kernel calls a Unix
    // socket writable again only when three quarters of its buffer are free.)
    far.onRead = { if $0.received.count >= taken { $0.stream.stopReading() } }
    far.stream.startReading()
    await turnLoop { near.stream.takenBytes > taken }
    #expect(near.stream.waitingBytes > 0)
    #expect(near.stream.takenBytes + UInt64(near.stream.waitingBytes) == UInt64(bytes.count + 3))

    far.onRead = nil
    far.stream.startReading()
    await far.until { far.received.count == bytes.count + 3 }
    #expect(far.received == bytes + [1, 2, 3])
    await near.until { near.drains > 0 }
    #expect(near.stream.waitingBytes == 0)
    close(near, far)
    close(other, echo)
  }

  @Test func peer_that_is_gone_is_seen_by_who_does_not_read() async throws {
    let (near, far) = try End.pair(reading: (false, true))
    near.stream.watchHangup()
    // What it sent before stays unread, and the end of its writing alone is no hang-up.
    far.send(pattern(1000))
    far.stream.shutdown()
    near.send([1])
    await far.until { far.received == [1] && far.drains > 0 }
    #expect(near.error == nil)
    far.stream.close()
    await near.until { near.error != nil }
    #expect(near.received.isEmpty)
    near.stream.close()
    await near.until { near.isClosed }
  }

  @Test func who_reads_again_is_told_the_end_as_ever() async throws {
    let (near, far) = try End.pair(reading: (false, true))
    near.stream.watchHangup()
    near.stream.startReading()
    far.send([1, 2])
    await near.until { near.received == [1, 2] }
    far.stream.close()
    await near.until { near.hasEnded }
    #expect(near.error == nil)
    near.stream.close()
    await near.until { near.isClosed }
  }

  /// Of one piece of the kernel's buffer: what it frees for us is no measure of that.
  @Test func hundred_bytes_read_are_progress() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let near = End(try UnixStream(descriptor: ends[0]))
    near.send(pattern(1 << 20))
    await turnLoop { near.stream.isWriting }
    let before = near.stream.peerProgress
    #expect(near.stream.peerProgress == before)
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(recv(ends[1], &bytes, bytes.count, 0) == 100)
    #expect(near.stream.peerProgress == before + 100)
    Glibc.close(ends[1])
    close(near)
  }

  @Test func one_that_sends_on_and_on_leaves_turns_to_the_others() async throws {
    let (near, far) = try End.pair(reading: (true, false))
    near.send(pattern(1 << 20))
    await turnLoop { near.stream.isWriting }
    var turns: Set<UInt64> = []
    var reads = 0
    far.onRead = { _ in
      turns.insert(EventLoop.turns)
      reads += 1
    }
    far.stream.startReading()
    await far.until { far.received.count == 1 << 20 }
    #expect(turns.count == reads && reads >= 16)
    far.onRead = nil
    close(near, far)
  }

  @Test func close_during_a_write_drops_the_rest() async throws {
    let (near, far) = try End.pair(reading: (true, false))
    near.send(pattern(3 << 20))
    await turnLoop { near.stream.takenBytes > 0 }
    let taken = near.stream.takenBytes
    near.stream.close()
    near.stream.close()
    #expect(near.stream.isClosing)
    #expect(near.stream.waitingBytes == 0)
    await near.until { near.isClosed }
    #expect(near.error == nil)
    far.stream.startReading()
    await far.until { far.hasEnded }
    #expect(UInt64(far.received.count) == taken)
    #expect(near.stream.takenBytes == taken)
    far.stream.close()
  }

  @Test func close_inside_the_read_callback() async throws {
    let (near, far) = try End.pair()
    far.onRead = { far in
      far.send([1])
      far.stream.close()
    }
    near.send([1, 2, 3])
    await far.until { far.isClosed }
    await near.until { near.hasEnded }
    #expect(near.received.isEmpty, "closing drops what was not written")
    near.stream.close()
  }

  @Test func shutdown_comes_after_all_that_waits() async throws {
    let (near, far) = try End.pair()
    let question = pattern(2 << 20, seed: 3)
    let answer = pattern(2 << 20, seed: 4)
    near.send(question)
    near.stream.shutdown()
    await far.until { far.hasEnded }
    #expect(far.received == question)
    // Half a connection is left, and it works.
    far.send(answer)
    far.stream.shutdown()
    await near.until { near.hasEnded }
    #expect(near.received == answer)
    #expect(near.error == nil && far.error == nil)
    close(near, far)
  }

  @Test func end_of_input_with_replies_still_to_write() async throws {
    let (near, far) = try End.pair(reading: (false, true))
    far.send(pattern(2 << 20))
    near.send([7])
    near.stream.shutdown()
    await far.until { far.hasEnded }
    #expect(far.stream.waitingBytes > 0)
    near.stream.startReading()
    await near.until { near.received.count == 2 << 20 }
    close(near, far)
  }

  @Test func stop_and_start_reading_inside_the_callback() async throws {
    let (near, far) = try End.pair()
    far.onRead = { $0.stream.stopReading() }
    near.send([1])
    await far.until { far.received == [1] }
    near.send([2])
    await near.until { near.drains == 2 }
    for _ in 0..<3 { await EndOfTurnWaiter.wait() }
    #expect(far.received == [1])
    far.onRead = nil
    far.stream.startReading()
    far.stream.startReading()
    await far.until { far.received == [1, 2] }
    close(near, far)
  }

  @Test func idle_stream_holds_no_memory() async throws {
    let (near, far) = try End.pair()
    far.onRead = { $0.send(pattern(100_000)) }
    near.send([1])
    await near.until { near.received.count == 100_000 }
    #expect(near.stream.output.capacity == 0)
    #expect(far.stream.output.capacity == 0)
    close(near, far)
  }

  @Test func peer_of_a_pair_is_this_process() async throws {
    let (near, far) = try End.pair()
    #expect(near.stream.peer?.pid == getpid())
    #expect(near.stream.peer?.uid == getuid())
    near.stream.close()
    #expect(near.stream.peer == nil)
    far.stream.close()
  }

  private func feed(_ bytes: [UInt8], to end: End) async {
    var random = SystemRandomNumberGenerator()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(.random(in: 1...70_000, using: &random))
      end.send(piece)
      rest = rest.dropFirst(piece.count)
      await EndOfTurnWaiter.wait()
    }
  }

  private func close(_ ends: End...) {
    for end in ends { end.stream.close() }
  }
}
