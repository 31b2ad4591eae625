import Glibc
import JSONRPC
import TestSupport
import Testing

/// Limits of one message: its length, its time, and how often it may be none.
@Suite struct LineLimitTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

  /// 32 MiB in one line, of which the daemon holds no more than the limit and what one read brings.
  @Test func long_line_is_skipped_with_bounded_memory() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.line_ms = 600000"])
    let client = try daemon.connect()
    let figures = ProcessFigures(daemon.program.pid)
    _ = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#)
    let before = figures.peakMemory
    let mebibyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<32 { try client.send(mebibyte) }
    try client.send("")
    let error = try client.reply()["error"]
    #expect(error?["data"]?["limit"]?.stringValue == "line_bytes")
    #expect(error?["data"]?["max"]?.intValue == 1 << 20)
    #expect(try client.call(ping)["result"] != nil)
    #expect(figures.peakMemory - before < 6 << 20, "\(figures.peakMemory - before) bytes more")
    // The second time closes, which may be before all of it has been sent.
    try? client.send(mebibyte + mebibyte)
    #expect(try client.reply()["error"]?["data"]?["limit"]?.stringValue == "line_bytes")
    #expect(try client.line() == nil)
  }

  @Test func long_body_is_skipped_whole() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.line_bytes = 1024"])
    let client = try daemon.connect()
    try client.send(
      Array("Content-Length: 5000\r\n\r\n".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 5000))
    #expect(try body(client)["error"]?["data"]?["got"]?.intValue == 5000)
    try client.send(Array("Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)".utf8))
    #expect(try body(client)["result"]?["pong"] != nil)
  }

  @Test(arguments: ["{\"jsonrpc\"", "Content-Le", "Content-Length: 10\r\n\r\n{"])
  func message_that_does_not_end_in_time_closes(_ beginning: String) throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.line_ms = 100"])
    let idle = try daemon.connect()
    let slow = try daemon.connect()
    try slow.send(Array(beginning.utf8))
    #expect(try slow.line() == nil)
    #expect(try daemon.log(holding: "incomplete after limits.line_ms").contains("pid="))
    // Nothing begun, nothing to be late with.
    #expect(try idle.call(ping)["result"] != nil)
  }

  /// Each message has its own time: a busy client has always begun another one when its last has come.
  @Test func client_that_is_always_in_the_middle_of_a_message_is_not_late() throws {
    let limit = 200
    let daemon = try SpawnedDaemon(configuration: ["limits.line_ms = \(limit)"])
    let (front, back) = (Array(ping.utf8.prefix(20)), Array((ping.dropFirst(20) + "\n").utf8))
    for _ in 0..<5 {
      let client = try daemon.connect()
      let begin = Clock.milliseconds
      var last = begin
      var (wasLate, isOpen) = (false, true)
      try client.send(front)
      while isOpen, last - begin < 3 * limit {
        try? client.send(back + front)
        isOpen = (try? client.reply()) != nil
        let now = Clock.milliseconds
        wasLate = wasLate || now - last > limit / 4
        last = now
      }
      if isOpen { try? client.send(back) }
      // This process may itself not have run for so long; then nothing is shown.
      if wasLate || Clock.milliseconds - last > limit / 4 { continue }
      #expect(isOpen, "\(daemon.program.errors)")
      #expect(try client.reply()["result"]?["pong"] == true)
      return
    }
    Issue.record("nothing was shown: no try had its processor time", severity: .warning)
  }

  /// The machine slept, or had no processor time for the daemon.
  @Test func message_that_came_while_the_daemon_did_not_run_is_not_late() throws {
    let limit = 100
    let daemon = try SpawnedDaemon(configuration: ["limits.line_ms = \(limit)"])
    for _ in 0..<5 {
      let client = try daemon.connect()
      let begin = Clock.milliseconds
      try client.send(Array("\(ping)\n\(ping.prefix(10))".utf8))
      _ = try client.reply()
      daemon.program.signal(SIGSTOP)
      try? client.send(Array((ping.dropFirst(10) + "\n").utf8))
      // This process may itself not have run for so long; then nothing is shown.
      let wasLate = Clock.milliseconds - begin > limit / 2
      while Clock.milliseconds - begin < 2 * limit { usleep(1000) }
      daemon.program.signal(SIGCONT)
      if wasLate { continue }
      #expect(try client.reply()["result"]?["pong"] == true)
      return
    }
    Issue.record("nothing was shown: no try had its processor time", severity: .warning)
  }

  /// What the daemon does not read is not late.
  @Test func message_that_waits_for_room_is_not_late() throws {
    let (limit, debounce) = (1500, 2000)
    let daemon = try SpawnedDaemon(configuration: ["limits.line_ms = \(limit)", "limits.in_flight = 1"])
    for turn in 1...5 {
      // Words of its own: what an earlier try has found would be answered at once.
      func search(_ id: Int, _ more: String = "") -> String {
        let params = #"{"q":"xyzzy \#(id) \#(turn)","timeout_ms":120000\#(more)}"#
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":\#(params)}"#
      }
      let first = search(2, #","debounce_ms":\#(debounce)"#)
      // Large enough that nothing is read while it waits.
      let next = search(3) + String(repeating: " ", count: 64 << 10)
      let client = try daemon.connect()
      let begin = Clock.milliseconds
      // The second search waits for the first one's place, and with it the half of the ping.
      try client.send(Array("\(first)\n\(next)\n\(ping.prefix(10))".utf8))
      // This process may itself not have run for so long; then nothing is shown.
      if Clock.milliseconds - begin > limit / 2 { continue }
      #expect(try client.reply()["id"]?.intValue == 2)
      try? client.send(Array((ping.dropFirst(10) + "\n").utf8))
      if Clock.milliseconds - begin > debounce + limit / 2 { continue }
      #expect(Set([try client.reply()["id"]?.intValue, try client.reply()["id"]?.intValue]) == [1, 3])
      return
    }
    Issue.record("nothing was shown: no try had its processor time", severity: .warning)
  }

  @Test func sixteen_faults_in_a_row_close() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    let request = ["GET / HTTP/1.1", "Host: localhost"] + (1...30).map { "X-Header-\($0): value" }
    // It may close before all has been sent.
    try? client.send(request.joined(separator: "\r\n"))
    let replies = try client.lines()
    #expect(replies.count == 16)
    #expect(replies.allSatisfy { $0.contains("parse_error") && $0.contains("\"id\":null") })
  }

  @Test func good_message_between_faults_makes_the_count_begin_anew() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for _ in 0..<3 {
      for _ in 0..<15 { #expect(try client.call("{")["error"]?["code"]?.intValue == -32700) }
      #expect(try client.call(ping)["result"] != nil)
    }
  }

  /// A TLS client begins with these bytes and then waits, so nothing comes before `line_ms`; what it sends as
  /// text does.
  @Test func greeting_of_TLS_ends_in_a_close() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.line_ms = 100"])
    let client = try daemon.connect()
    try client.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03])
    #expect(try client.line() == nil)
  }

  /// The next message in Content-Length framing.
  private func body(_ client: LineClient) throws -> JSONValue {
    var length = 0
    while let line = try client.line(), line != "\r" {
      if line.hasPrefix("Content-Length: ") { length = Int(line.dropFirst(16).dropLast()) ?? 0 }
    }
    return try JSONValue(parsing: String(decoding: try client.bytes(length), as: UTF8.self))
  }
}
