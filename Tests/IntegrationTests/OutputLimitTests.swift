import Glibc
import JSONRPC
import TestSupport
import Testing

/// Clients that ask and do not read: others do not feel them, memory stays bounded, and in the end they are
/// closed.
@Suite struct OutputLimitTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let search = #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"the","page_size":20}}"#

  @Test func ten_thousand_searches_unread_hurt_nobody() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.write_stall_ms = 2000"])
    let other = try daemon.connect()
    #expect(try other.call(search)["result"] != nil)
    let figures = ProcessFigures(daemon.program.pid)
    let before = figures.peakMemory
    let greedy = try daemon.connect()
    let questions = Array(String(repeating: search + "\n", count: 10_000).utf8)
    let taken = greedy.sendWhileTaken(questions)
    // It was not read to the end, and its answers do not fill the memory.
    #expect(taken < questions.count)
    #expect(try other.call(ping)["result"] != nil)
    #expect(figures.peakMemory - before < 12 << 20, "\(figures.peakMemory - before) bytes more")
    let log = try daemon.log(holding: "nothing read for limits.write_stall_ms")
    #expect(log.contains("pid=\(getpid())"))
    #expect(try other.call(ping)["result"] != nil)
    let clients = try other.call(#"{"jsonrpc":"2.0","id":1,"method":"clients"}"#)["result"]?["clients"]
    #expect(clients?.arrayValue?.count == 1)
  }

  /// It stops being read at the soft bound and is read again when it has taken its answers: every one comes.
  @Test func reader_that_comes_late_gets_everything() throws {
    // Later than the usual limits allow, where the machine is busy.
    let daemon = try SpawnedDaemon(
      configuration: [
        "limits.write_soft_bytes = 4096", "limits.write_stall_ms = 600000", "limits.line_ms = 600000",
      ])
    let client = try daemon.connect()
    // More than the kernel's buffer and one read of the daemon take together.
    let count = 6000
    let questions = Array(String(repeating: search + "\n", count: count).utf8)
    var sent = client.sendWhileTaken(questions)
    #expect(sent < questions.count)
    while sent < questions.count {
      try client.gather()
      sent += client.sendWhileTaken(Array(questions[sent...]), patience: 0)
    }
    client.shutDown()
    #expect(try client.lines().count == count)
  }

  /// The stall rule asks for a byte, not for speed: this one takes far longer than `write_stall_ms`.
  @Test func slow_reader_is_not_closed() throws {
    let stall = 600
    let daemon = try SpawnedDaemon(configuration: ["limits.write_stall_ms = \(stall)"])
    for _ in 0..<5 {
      let client = try daemon.connect()
      let sent = Clock.milliseconds
      _ = client.sendWhileTaken(Array(String(repeating: search + "\n", count: 3000).utf8))
      let begin = Clock.milliseconds
      var last = begin
      var (wasLate, isOpen) = (begin - sent > stall * 2 / 3, true)
      // Slower than the kernel's buffer empties within the time of the rule, faster than one of the pieces it
      // is made of.
      while isOpen, last - begin < 4 * stall {
        usleep(20_000)
        isOpen = (try? client.bytes(4096)) != nil
        let now = Clock.milliseconds
        wasLate = wasLate || now - last > stall / 3
        last = now
      }
      // This process may itself not have run for so long; then nothing is shown.
      if wasLate { continue }
      #expect(isOpen, "\(daemon.program.errors)")
      return
    }
    Issue.record("nothing was shown: no try had its processor time", severity: .warning)
  }

  @Test func more_than_the_hard_bound_closes() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.write_hard_bytes = 65536"])
    let client = try daemon.connect()
    let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
    try client.send("[" + Array(repeating: discover, count: 64).joined(separator: ",") + "]")
    #expect(try client.line() == nil)
    #expect(try daemon.log(holding: "exceeds limits.write_hard_bytes").contains("pid=\(getpid())"))
    #expect(try daemon.connect().call(ping)["result"] != nil)
  }

  @Test func connection_too_many_is_told_so() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.connections = 2"])
    var held = [try daemon.connect(), try daemon.connect()]
    for client in held { #expect(try client.call(ping)["result"] != nil) }
    let third = try daemon.connect()
    let reply = try third.reply()
    #expect(reply["id"]?.text() == "null")
    #expect(reply["error"]?["data"]?["kind"] == "overloaded")
    #expect(reply["error"]?["data"]?["retry_after_ms"]?.intValue == 1000)
    #expect(try third.line() == nil)
    for client in held { #expect(try client.call(ping)["result"] != nil) }
    held.removeLast()
    try Wait.until("there is room again") {
      let client = try daemon.connect()
      try? client.send(ping)
      return try client.reply()["result"] != nil
    }
  }
}
