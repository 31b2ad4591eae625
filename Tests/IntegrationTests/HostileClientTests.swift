import JSONRPC
import TestSupport
import Testing

/// What a broken or ill-meant client sends; after it the daemon answers as before.
@Suite struct HostileClientTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#

  /// What the daemon answers to `bytes` up to its close, and whether another client is served after that.
  private func answers(_ bytes: [UInt8], thenShutDown: Bool = true) throws -> [String] {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    // A daemon that has seen enough may close while more is sent.
    try? client.send(bytes)
    if thenShutDown { client.shutDown() }
    let lines = try client.lines()
    let other = try daemon.connect()
    #expect(try other.call(ping).text() == pong)
    return lines
  }

  @Test func bytes_one_by_one_are_the_same_messages() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for byte in (ping + "\r\n\n" + ping + "\n").utf8 { try client.send([byte]) }
    #expect(try client.line() == pong)
    #expect(try client.line() == pong)
    let framed = try daemon.connect()
    for byte in "\r\n cOnTent-LENGTH:  \(ping.utf8.count)\r\nX: y\r\n\r\n\(ping)".utf8 {
      try framed.send([byte])
    }
    let expected = "Content-Length: \(pong.utf8.count)\r\n\r\n\(pong)"
    #expect(try framed.bytes(expected.utf8.count) == Array(expected.utf8))
  }

  @Test func zero_bytes_are_no_JSON_and_the_connection_goes_on() throws {
    let lines = try answers([0, 0, 0, 10] + Array(("{\"a\0\":1}\n" + ping + "\n").utf8))
    #expect(lines.count == 3)
    #expect(lines.dropLast().allSatisfy { $0.contains("parse_error") })
    #expect(lines.last == pong)
  }

  @Test func mebibyte_of_brackets_is_one_fault() throws {
    let lines = try answers(
      [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20) + Array(("\n" + ping + "\n").utf8))
    #expect(lines.count == 2)
    #expect(
      lines.first?.contains("\"limit\":\"depth\"") == true || lines.first?.contains("parse_error") == true)
    #expect(lines.last == pong)
  }

  @Test(arguments: [
    "99999999999999999999", "1000000000", "-1", "+5", "0x10", "", "5 5", "1e3", "18446744073709551616", "９",
  ])
  func length_that_is_not_1_to_9_digits_closes(_ length: String) throws {
    let lines = try answers(Array("Content-Length: \(length)\r\n\r\n\(ping)".utf8), thenShutDown: false)
    #expect(lines.last?.contains("parse_error") == true)
    #expect(lines.filter { $0.contains("jsonrpc") }.count == 1)
  }

  @Test func longest_length_of_9_digits_is_too_long_and_skipped() throws {
    let lines = try answers(Array("Content-Length: 999999999\r\n\r\n\(ping)".utf8))
    #expect(lines.last?.contains("\"got\":999999999") == true)
  }

  @Test func headers_without_end_close() throws {
    let lines = try answers(
      Array("Content-Length: 5\r\nX: \(String(repeating: "y", count: 5000))".utf8), thenShutDown: false)
    #expect(lines.last?.contains("parse_error") == true)
  }

  @Test func header_among_lines_is_a_fault_that_goes_on() throws {
    let lines = try answers(Array("\(ping)\nContent-Length: 40\r\n\r\n\(ping)\n".utf8))
    #expect(lines.count == 3)
    #expect(lines.first == pong && lines.last == pong)
    #expect(lines.dropFirst().first?.contains("parse_error") == true)
  }

  @Test func line_among_headers_closes() throws {
    let framed = "Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)"
    let lines = try answers(Array("\(framed)\(ping)\n\(framed)".utf8), thenShutDown: false)
    #expect(lines.filter { $0.hasPrefix(pong) }.count == 1)
    #expect(lines.last?.contains("parse_error") == true)
  }

  @Test func proxy_request_that_begins_with_C_closes() throws {
    let lines = try answers(
      Array("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), thenShutDown: false)
    #expect(lines.last?.contains("parse_error") == true)
  }

  @Test func last_line_without_an_end_is_answered() throws {
    #expect(try answers(Array(ping.utf8)) == [pong])
  }

  @Test func nothing_but_blanks_is_answered_by_nothing() throws {
    #expect(try answers(Array("\r\n \t\n\n".utf8)) == [])
  }

  @Test func byte_order_mark_and_other_encodings_are_no_JSON() throws {
    let utf16 = ping.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [
      [0xEF, 0xBB, 0xBF] + Array(ping.utf8), utf16, [0xFF, 0xFE] + utf16,
      Array(ping.utf8.dropLast(2)) + [0xC0, 0x80],
    ] {
      #expect(try answers(bytes + [10]).allSatisfy { $0.contains("parse_error") })
    }
  }

  /// Ids that are long, escaped or look like something else come back as they were sent.
  @Test func ids_come_back_byte_for_byte() throws {
    for id in ["-0", "1.50e+07", "\"\\u0041\\/\"", "\"é\"", "null", "123456789012345678901234567890"] {
      #expect(
        try answers(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#.utf8)) == [
          #"{"jsonrpc":"2.0","id":\#(id),"result":{"pong":true}}"#
        ])
    }
  }
}
