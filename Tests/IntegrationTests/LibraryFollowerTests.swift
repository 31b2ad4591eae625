import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct LibraryFollowerTests {
  private static let subscribe =
    #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["library"]}}"#

  /// A process that is stopped does not read, for 10,000 changes; what it would have read is not kept for it.
  @Test(.long) func stopped_subscriber_costs_nothing_and_gets_the_latest_state() throws {
    let home = try Home()
    let daemon = try SpawnedDaemon(home: home.folder)
    let (reading, writer) = (try daemon.connect(), try daemon.connect())
    let keys = try LibraryModel.keys(writer, 50)
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let stopped = try home.start(["pipe"], descriptors: [0: ends[0]])
    close(ends[0])
    let line = Self.subscribe + "\n"
    #expect(write(ends[1], line, line.utf8.count) == line.utf8.count)
    try Wait.until("it follows") { stopped.output.contains("\n") }
    stopped.signal(SIGSTOP)
    #expect(try reading.call(Self.subscribe)["result"] != nil)

    let figures = ProcessFigures(daemon.program.pid)
    let count = 10_000
    var (made, read, before) = (0, Followed(), 0)
    while made < count {
      try writer.send(keys.map { LibraryModel.Change.toggle($0).request(1) }.joined(separator: "\n"))
      for _ in keys {
        made += 1
        let reply = try writer.reply()
        #expect(
          reply["result"]?["changed"] == .bool(true) && reply["result"]?["version"] == .number("\(made)"))
      }
      while read.revision < made { try read.take(reading.reply()) }
      if made == count / 4 { before = figures.peakMemory }
    }
    // The other one reads, and has missed nothing but what came together.
    #expect(read.revision == count && read.seen == count)
    #expect(read.favorites == 0)
    #expect(figures.peakMemory - before < 3 << 20, "\(figures.peakMemory - before) bytes more")

    stopped.signal(SIGCONT)
    var followed = Followed()
    try Wait.until("it has the latest state") {
      followed = Followed()
      for line in stopped.output.split(separator: "\n").dropFirst() {
        guard let event = try? JSONValue(parsing: String(line)) else { break }
        try followed.take(event)
      }
      return followed.revision == count
    }
    #expect(followed.seen == count && followed.dropped > count / 2)
    // What changed since is more than an event tells: the lists are to be read again.
    #expect(followed.last?["data"]?["changes"] == .null)
    #expect(followed.favorites == 0)
    close(ends[1])
    #expect(try stopped.wait().status == 0)
    #expect(try daemon.stop().status == 0)
  }
}

/// The events that a subscriber of `library` was sent.
private struct Followed {
  private(set) var revision = 0
  private(set) var dropped = 0
  /// Events, with those that were left out.
  private(set) var seen = 0
  private(set) var last: JSONValue?

  var favorites: Int? { last?["data"]?["favorites"]?.intValue }

  mutating func take(_ event: JSONValue) throws {
    let params = try #require(event["params"])
    let (revision, left) = (params["rev"]?.intValue ?? -1, params["dropped"]?.intValue ?? -1)
    #expect(revision > self.revision && left >= 0)
    self.revision = revision
    dropped += left
    seen += 1 + left
    last = params
  }
}
