import JSONRPC
import Testing

/// Framing by `Content-Length`.
struct FramerContentLengthTests {
  static let stream = Array(
    "\r\n Content-Length: 7\r\n\r\n{\"a\":1}content-type: x; y:z\nCONTENT-LENGTH:\t 5 \n\n{\n\n\n}\nContent-Length: 0\r\n\r\nContent-Length: 000000002\r\n\r\n[]"
      .utf8)
  static let messages: [Frame] = [.message(#"{"a":1}"#), .message("{\n\n\n}"), .message(""), .message("[]")]

  @Test func messages_are_bodies() {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames(Self.stream) == Self.messages)
    #expect(framer.framing == .contentLength)
    #expect(framer.bufferedBytes == 0)
    #expect(!framer.isMidMessage)
  }

  @Test(arguments: 0...stream.count) func stream_may_be_split_anywhere(_ at: Int) {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames([Array(Self.stream[..<at]), Array(Self.stream[at...])]) == Self.messages)
  }

  @Test(arguments: [1, 2, 3, 5, 7]) func stream_may_come_in_small_pieces(_ size: Int) {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames(Self.stream.chunks(of: size)) == Self.messages)
  }

  @Test(arguments: [
    "Content-Length: 2", "content-length: 2", "CONTENT-LENGTH: 2", "cOnTeNt-LeNgTh:2",
    "Content-Length:   2  ",
    "Content-Length: 002", "Content-Length: 000000002", "Content-Type: a\r\nContent-Length: 2",
    "Content-Length: 2\r\nX: 1", "Content-Length: 2\nX:", "Content-Lengt: 9\r\nContent-Length: 2",
    "Content-Lengthy: 9\r\nContent-Length: 2", "Content-Length : 9\r\nContent-Length: 2",
    "c:\u{0}\r\nContent-Length: 2",
    "Content\rLength: 9\r\nContent-Length: 2",
  ])
  func header_is_read(_ header: String) {
    for end in ["\r\n\r\n", "\n\n", "\r\n\n", "\n\r\n"] {
      var framer = Framer(maxLength: 100)
      #expect(framer.frames(header + end + "{}") == [.message("{}")])
    }
  }

  @Test(arguments: [
    "Content-Length: 12345678901234567890", "Content-Length: 1234567890", "Content-Length: 0000000002",
    "Content-Length: 99999999999999999999999999999999999999", "Content-Length: -2", "Content-Length: +2",
    "Content-Length: +5", "Content-Length: 2 2", "Content-Length: 1 0", "Content-Length: 2.0",
    "Content-Length: 2e0",
    "Content-Length: 0x2", "Content-Length: two", "Content-Length:", "Content-Length:   ",
    "Content-Length: 2,2",
    "Content-Length: ２", "Content-Length: 2\u{0}", "Content-Length: \u{0B}2", "Content-Length: 2;",
    "Content-Length: 2\r\nContent-Length: 2", "Content-Length: 2\r\ncontent-length: 3", "Content-Type: a",
    "Content-Length", "Content-Length 2", "C", "Content-Length: 2\r\n: a", "Content-Length: 2\r\nabc",
    "CONNECT example.org HTTP/1.1", "Content-Length: 2\r\r", "Content-Length=2",
  ])
  func hostile_header_breaks_the_framing(_ header: String) {
    let stream = Array((header + "\r\n\r\n{}\r\nContent-Length: 2\r\n\r\n{}").utf8)
    for size in [1, 3, stream.count] {
      var framer = Framer(maxLength: 100)
      #expect(framer.frames(stream.chunks(of: size)) == [.brokenHeader])
      #expect(framer.bufferedBytes == 0)
      #expect(!framer.isMidMessage)
      #expect(framer.frames("Content-Length: 2\r\n\r\n{}") == [])
      #expect(framer.framesAtEnd() == [])
      #expect(framer.nextFrame() == nil)
    }
  }

  @Test func nothing_is_kept_after_a_stop_at_a_broken_header() {
    var framer = Framer(maxLength: 100)
    for _ in 0..<3 {
      framer.feed(Array("Content-Length: x\n\n{}".utf8).span) { _, _ in .stop }
      #expect(framer.bufferedBytes == 0)
    }
    #expect(framer.nextFrame() == nil)
  }

  /// A header block of `count` bytes with all its line ends, in one line or in lines of 16 bytes.
  static func header(_ count: Int, short: Bool) -> String {
    let end = "Content-Length: 2\r\n\r\n"
    let lines = short ? String(repeating: "C: 0123456789a\r\n", count: 200) : ""
    let padding = count - end.utf8.count - lines.utf8.count - "C: \r\n".utf8.count
    return lines + "C: " + String(repeating: "x", count: padding) + "\r\n" + end
  }

  @Test(arguments: [false, true], [1, 100, 10_000]) func headers_may_fill_4_KiB(_ short: Bool, _ size: Int) {
    var framer = Framer(maxLength: 100)
    let header = Self.header(4096, short: short)
    #expect(header.utf8.count == 4096)
    #expect(framer.frames(Array((header + "{}").utf8).chunks(of: size)) == [.message("{}")])
    // The bound is for each message anew.
    #expect(framer.frames(Array((header + "{}").utf8).chunks(of: size)) == [.message("{}")])
  }

  @Test(arguments: [false, true], [1, 100, 10_000]) func headers_over_4_KiB_are_broken(
    _ short: Bool, _ size: Int
  ) {
    var framer = Framer(maxLength: 100)
    let header = Self.header(4097, short: short)
    #expect(framer.frames(Array((header + "{}").utf8).chunks(of: size)) == [.brokenHeader])
  }

  @Test func header_line_without_end_needs_bounded_memory() {
    var framer = Framer(maxLength: 1 << 20)
    var frames: [Frame] = []
    for _ in 0..<10_000 {
      frames += framer.frames("Cxxxxxxxxx")
      #expect(framer.bufferedBytes <= 4096)
    }
    #expect(frames == [.brokenHeader])
    #expect(framer.examinedBytes <= 4200)
  }

  @Test(arguments: [1, 3, 1000]) func body_may_be_exactly_as_long_as_the_limit(_ size: Int) {
    var framer = Framer(maxLength: 10)
    let stream = Array(
      "Content-Length: 10\n\n0123456789Content-Length: 11\n\n01234567890Content-Length: 1\n\n1".utf8)
    #expect(framer.frames(stream.chunks(of: size)) == [.message("0123456789"), .tooLong(11), .message("1")])
  }

  @Test func body_over_the_limit_needs_no_memory() {
    var framer = Framer(maxLength: 1000)
    #expect(framer.frames("Content-Length: 999999999\r\n\r\n") == [.tooLong(999_999_999)])
    let piece = [UInt8](repeating: 0x0A, count: 999_999)
    for _ in 0..<1000 {
      #expect(framer.frames(piece) == [])
      #expect(framer.isMidMessage)
      #expect(framer.bufferedBytes == 0)
    }
    #expect(framer.frames([UInt8](repeating: 0x0A, count: 999)) == [])
    #expect(!framer.isMidMessage)
    #expect(framer.frames("Content-Length: 2\r\n\r\n{}") == [.message("{}")])
  }

  @Test func body_is_not_searched_for_line_ends() {
    var framer = Framer(maxLength: 1 << 20)
    #expect(framer.frames("Content-Length: 100000\n\n") == [])
    let before = framer.examinedBytes
    for _ in 0..<99 { #expect(framer.frames([UInt8](repeating: 0x0A, count: 1000)) == []) }
    #expect(framer.bufferedBytes == 99_000)
    #expect(framer.frames([UInt8](repeating: 0x0A, count: 1000)).count == 1)
    #expect(framer.examinedBytes == before)
    #expect(framer.bufferedBytes == 0)
  }

  @Test func mid_message_begins_with_the_header() {
    var framer = Framer(maxLength: 100)
    for piece in ["C", "ontent-Length: 2\r", "\n", "\r\n", "{"] {
      #expect(framer.frames(piece) == [])
      #expect(framer.isMidMessage)
    }
    #expect(framer.frames("}") == [.message("{}")])
    #expect(!framer.isMidMessage)
  }
}
