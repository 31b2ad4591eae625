import Glibc
import Testing

@testable import MovieClient

struct PipeRelayTests {
  private struct Ends {
    var input: CInt
    var feed: CInt
    var output: CInt
    var drain: CInt
  }

  private func pipeEnds() throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func ends() throws -> Ends {
    let (feed, drain) = (try pipeEnds(), try pipeEnds())
    return Ends(input: feed.read, feed: feed.write, output: drain.write, drain: drain.read)
  }

  @Test func all_that_is_pending_is_waited_for() throws {
    let server = try TestServer { descriptor in
      while true {
        let line = TestServer.readLine(descriptor)
        guard !line.isEmpty else { break }
        Wait.pause(milliseconds: 30)
        TestServer.write(descriptor, "<" + line + ">\n")
      }
      Wait.pause(milliseconds: 30)
      TestServer.write(descriptor, "last\n")
    }
    let ends = try ends()
    let connection = try server.connection()
    TestServer.write(ends.feed, "one\ntwo\n")
    close(ends.feed)
    var relay = PipeRelay(socket: connection.descriptor, input: ends.input, output: ends.output)
    try relay.run()
    close(ends.output)
    #expect(TestServer.readLine(ends.drain) == "<one>")
    #expect(TestServer.readLine(ends.drain) == "<two>")
    #expect(TestServer.readLine(ends.drain) == "last")
    close(ends.input)
    close(ends.drain)
  }

  @Test func megabytes_go_both_ways_while_a_side_is_slow() throws {
    let total = 3 << 20
    let server = try TestServer { descriptor in
      var room = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &room, room.count)
        guard count > 0 else { break }
        try? Output.write(Array(room[..<count]), to: descriptor)
      }
    }
    let ends = try ends()
    let connection = try server.connection()
    startThread {
      try? Output.write([UInt8](repeating: 97, count: total), to: ends.feed)
      close(ends.feed)
    }
    let counted = try pipeEnds()
    startThread {
      var room = [UInt8](repeating: 0, count: 8192)
      var sum = 0
      while true {
        let count = read(ends.drain, &room, room.count)
        guard count > 0 else { break }
        sum += count
      }
      TestServer.write(counted.write, "\(sum)\n")
    }
    var relay = PipeRelay(socket: connection.descriptor, input: ends.input, output: ends.output)
    try relay.run()
    close(ends.output)
    #expect(TestServer.readLine(counted.read) == "\(total)")
    for descriptor in [ends.input, ends.drain, counted.read, counted.write] { close(descriptor) }
  }

  @Test func it_ends_with_its_reader() throws {
    let server = try TestServer { TestServer.waitForEnd($0) }
    let ends = try ends()
    let connection = try server.connection()
    startThread {
      Wait.pause(milliseconds: 20)
      close(ends.drain)
    }
    var relay = PipeRelay(socket: connection.descriptor, input: ends.input, output: ends.output)
    let failure = #expect(throws: CommandError.self) { try relay.run() }
    #expect(failure?.status == .brokenPipe)
    for descriptor in [ends.input, ends.feed, ends.output] { close(descriptor) }
  }

  @Test func a_daemon_that_closes_early_is_told_of() throws {
    let server = try TestServer { TestServer.write($0, "bye\n") }
    let ends = try ends()
    let connection = try server.connection()
    var relay = PipeRelay(socket: connection.descriptor, input: ends.input, output: ends.output)
    let failure = #expect(throws: CommandError.self) { try relay.run() }
    #expect(failure?.status == .unreachable)
    #expect(TestServer.readLine(ends.drain) == "bye")
    for descriptor in [ends.input, ends.feed, ends.output, ends.drain] { close(descriptor) }
  }

  /// The daemon has gone, and the reader takes nothing: all that can be moved is moved, then poll(2) has
  /// nothing to report, so that the relay sleeps until the reader reads.
  @Test(arguments: [true, false])
  func it_sleeps_while_its_reader_does_not_read(_ sends: Bool) throws {
    var pair: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, LibC.streamSocket, 0, &pair) == 0)
    let (daemon, socket) = (pair[0], pair[1])
    let ends = try ends()
    var relay = PipeRelay(socket: socket, input: ends.input, output: ends.output)
    func isReady() -> Bool {
      var entries = relay.entries
      return poll(&entries, nfds_t(entries.count), 0) > 0
    }
    func settle() throws {
      var turns = 0
      while isReady(), turns < 10_000 {
        try relay.turn()
        turns += 1
      }
      #expect(!isReady())
    }
    let chunk = [UInt8](repeating: 97, count: 65_536)
    var written = 0
    while case let count = chunk.withUnsafeBytes({ LibC.sendNow(daemon, $0[...]) }), count > 0 {
      written += count
      try settle()
    }
    if sends { TestServer.write(ends.feed, "a request\n") }
    close(daemon)
    try settle()
    #expect(!relay.hasEnded)
    // It goes on when the reader does, and everything comes.
    var received = 0
    var room = [UInt8](repeating: 0, count: 65_536)
    while !relay.hasEnded {
      received += max(0, read(ends.drain, &room, room.count))
      while !relay.hasEnded, isReady() { try relay.turn() }
    }
    close(ends.output)
    while case let count = read(ends.drain, &room, room.count), count > 0 { received += count }
    #expect(received == written)
    for descriptor in [socket, ends.input, ends.feed, ends.drain] { close(descriptor) }
  }
}
