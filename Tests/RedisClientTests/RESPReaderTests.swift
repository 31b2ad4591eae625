import Testing

@testable import RedisClient

@Suite struct RESPReaderTests {
  private static let replies: [(String, RESPValue)] = [
    ("+OK\r\n", .text("OK")), ("+\r\n", .text("")), (":0\r\n", .integer(0)), (":-5\r\n", .integer(-5)),
    ("-OOM command not allowed\r\n", .error("OOM command not allowed")),
    ("$-1\r\n", .null), ("*-1\r\n", .null), ("*0\r\n", .array([])), ("$0\r\n\r\n", .bytes([])),
    ("$4\r\na\r\nb\r\n", .bytes(Array("a\r\nb".utf8))),
    (
      "*3\r\n$1\r\na\r\n:7\r\n*1\r\n$-1\r\n",
      .array([.bytes([97]), .integer(7), .array([.null])])
    ),
  ]

  private func reader(_ text: String, maxBytes: Int = 1000) -> RESPReader {
    var reader = RESPReader(maxBytes: maxBytes)
    reader.feed(Array(text.utf8).span)
    return reader
  }

  @Test func replies_in_one_piece_are_read_in_order() throws {
    var reader = reader(Self.replies.map(\.0).joined())
    for (text, value) in Self.replies { #expect(try reader.next() == value, "\(text)") }
    #expect(try reader.next() == nil)
  }

  @Test func replies_byte_by_byte_are_the_same() throws {
    var reader = RESPReader(maxBytes: 1000)
    var values: [RESPValue] = []
    for byte in Self.replies.map(\.0).joined().utf8 {
      reader.feed([byte].span)
      while let value = try reader.next() { values.append(value) }
    }
    #expect(values == Self.replies.map(\.1))
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n", "\r\n", "\0\0\0\0", "%1\r\n", "$\r\n", "$a\r\n", "$-2\r\n", "$1001\r\n",
    "$99999999999999999999\r\n", "*2147483647\r\n", "*65\r\n", "*-2\r\n", ":\r\n", ":1x\r\n",
    ":9223372036854775808\r\n", "$1\r\nabc", "+OK\rx", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
  ])
  func what_is_no_reply_is_refused(_ text: String) {
    var reader = reader(text)
    #expect(throws: RESPError.self, "\(text)") { try reader.next() }
  }

  @Test func a_line_without_end_is_refused_when_it_is_too_long() throws {
    var short = reader("+" + String(repeating: "a", count: RESPReader.maxLine))
    #expect(try short.next() == nil)
    var long = reader("+" + String(repeating: "a", count: RESPReader.maxLine + 1))
    #expect(throws: RESPError.self) { try long.next() }
  }

  @Test func a_string_as_long_as_allowed_is_read() throws {
    var reader = reader("$1000\r\n" + String(repeating: "a", count: 1000) + "\r\n")
    #expect(try reader.next() == .bytes(Array(repeating: 97, count: 1000)))
  }

  /// Also if each string of an array may be that long, and the end has not come yet.
  @Test func a_reply_that_is_too_long_is_refused() throws {
    let string = "$1000\r\n" + String(repeating: "a", count: 1000) + "\r\n"
    var whole = reader("*2\r\n" + string + string)
    #expect(try whole.next() != nil)
    for count in [6, 7] {
      var reader = reader("*\(count)\r\n" + String(repeating: string, count: 6))
      #expect(throws: RESPError(reason: "a reply that is too long")) { try reader.next() }
    }
  }

  @Test func a_command_says_its_lengths_in_bytes() {
    var output: [UInt8] = []
    RESPValue.append([Array("SET".utf8), Array("ä".utf8), []], to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "*3\r\n$3\r\nSET\r\n$2\r\nä\r\n$0\r\n\r\n")
  }

  /// Whatever comes is a reply, needs more, or is refused, and ends.
  @Test func random_bytes_do_no_harm() {
    var generator = SystemRandomNumberGenerator()
    let words = ["$", "*", ":", "+", "-", "\r\n", "\r", "1", "-1", "5", "64", "99999999999", "a", "\0"]
    for _ in 0..<2000 {
      let text = (0..<12).compactMap { _ in words.randomElement(using: &generator) }.joined()
      var reader = RESPReader(maxBytes: 100)
      for byte in text.utf8 { reader.feed([byte].span) }
      do {
        while try reader.next() != nil {}
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }
}
