import JSONRPC
import Testing

/// Framing by lines.
struct FramerTests {
  @Test func lines_are_messages() {
    var framer = Framer(maxLength: 100)
    #expect(framer.framing == nil)
    #expect(framer.frames("{}\n[1]\n") == [.message("{}"), .message("[1]")])
    #expect(framer.framing == .newline)
    #expect(framer.bufferedBytes == 0)
  }

  @Test func blank_lines_and_line_ends_are_dropped() {
    var framer = Framer(maxLength: 100)
    let frames = framer.frames("\n \t\r\n\r\n  {}\r\n\n \n\t[1] \r\n{\r}\n\r")
    // A carriage return elsewhere is a blank of JSON and stays.
    #expect(frames == [.message("{}"), .message("[1] "), .message("{\r}")])
    #expect(!framer.isMidMessage)
    #expect(framer.framesAtEnd() == [])
  }

  @Test func framing_is_not_chosen_by_blanks() {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames(" \r\n\t\n") == [])
    #expect(framer.framing == nil)
    #expect(!framer.isMidMessage)
    #expect(framer.frames("{") == [])
    #expect(framer.framing == .newline)
    #expect(framer.isMidMessage)
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func pieces_do_not_matter(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0x0A, 0x0A, 0x0D, 0x20, 0x41, 0x7B, 0x00, 0xFF]
    let stream = [0x7B] + (0..<400).compactMap { _ in alphabet.randomElement(using: &generator) }
    var whole = Framer(maxLength: 1000)
    var cut = Framer(maxLength: 1000)
    let expected = whole.frames(stream) + whole.framesAtEnd()
    #expect(
      cut.frames(stream.pieces(upTo: 1 + Int(seed) % 40, using: &generator)) + cut.framesAtEnd() == expected)
    #expect(expected.count > 10)
  }

  @Test func whole_messages_are_lent_not_copied() {
    let stream = Array("{}\n[1]\n{\"a\":1}\n".utf8)
    var framer = Framer(maxLength: 100)
    var offsets: [Int] = []
    stream.withUnsafeBytes { stream in
      framer.feed(stream.bindMemory(to: UInt8.self).span) { _, bytes in
        bytes.withUnsafeBytes { bytes in
          if let base = stream.baseAddress, let start = bytes.baseAddress { offsets.append(start - base) }
        }
        return .goOn
      }
    }
    #expect(offsets == [0, 3, 7])
    #expect(framer.bufferedBytes == 0)
  }

  @Test func what_follows_a_kept_beginning_is_lent() {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames("{\"a\"") == [])
    let stream = Array(":1}\n[2]\n[3".utf8)
    var lent = 0
    stream.withUnsafeBytes { stream in
      framer.feed(stream.bindMemory(to: UInt8.self).span) { _, bytes in
        bytes.withUnsafeBytes { bytes in
          if let start = bytes.baseAddress, let base = stream.baseAddress, start == base + 4 { lent += 1 }
        }
        return .goOn
      }
    }
    #expect(lent == 1)
    #expect(framer.bufferedBytes == 2)
  }

  @Test func long_line_is_not_looked_at_again() {
    var framer = Framer(maxLength: 1 << 21)
    let piece = [UInt8](repeating: 0x61, count: 1000)
    for _ in 0..<1000 { #expect(framer.frames(piece) == []) }
    #expect(framer.bufferedBytes == 1_000_000)
    #expect(framer.examinedBytes == 1_000_000)
    #expect(framer.frames("b\n").count == 1)
    // The line end itself is looked at twice: where it came, and where the line was put together.
    #expect(framer.examinedBytes == 1_000_003)
    #expect(framer.bufferedBytes == 0)
  }

  @Test func many_short_lines_are_looked_at_once() {
    var framer = Framer(maxLength: 100)
    let stream = Array(String(repeating: "{}\n", count: 1000).utf8)
    #expect(framer.frames(stream).count == 1000)
    #expect(framer.examinedBytes == 3000)
  }
}

/// The limit of a line's length.
struct FramerLimitTests {
  static let ends = ["\n", "\r\n"]

  @Test(arguments: ends, [1, 2, 3, 1000]) func line_may_be_exactly_as_long_as_the_limit(
    _ end: String, _ piece: Int
  ) {
    let line = String(repeating: "x", count: 10)
    let stream = Array((line + end + "y\n").utf8)
    var framer = Framer(maxLength: 10)
    #expect(framer.frames(stream.chunks(of: piece)) == [.message(line), .message("y")])
    #expect(framer.bufferedBytes == 0)
  }

  @Test(arguments: ends, [1, 2, 3, 1000]) func line_one_byte_over_the_limit_is_skipped(
    _ end: String, _ piece: Int
  ) {
    let stream = Array((String(repeating: "x", count: 11) + end + "y\n").utf8)
    var framer = Framer(maxLength: 10)
    let frames = framer.frames(stream.chunks(of: piece))
    #expect(frames.count == 2)
    guard case .tooLong(let got) = frames.first else {
      Issue.record("not refused")
      return
    }
    #expect((11...12).contains(got))
    #expect(frames.last == .message("y"))
  }

  @Test func whole_line_over_the_limit_tells_its_length() {
    var framer = Framer(maxLength: 10)
    #expect(framer.frames(String(repeating: "x", count: 25) + "\r\n{}\n") == [.tooLong(25), .message("{}")])
  }

  @Test func line_without_end_is_refused_once_and_needs_no_memory() {
    var framer = Framer(maxLength: 10_000)
    let piece = [UInt8](repeating: 0x61, count: 999)
    var frames: [Frame] = []
    for _ in 0..<1000 {
      frames += framer.frames(piece)
      #expect(framer.bufferedBytes <= 10_001)
      #expect(framer.isMidMessage)
    }
    #expect(frames == [.tooLong(10_989)])
    #expect(framer.bufferedBytes == 0)
    #expect(framer.frames("\n{}\n") == [.message("{}")])
    #expect(!framer.isMidMessage)
  }

  @Test func each_line_over_the_limit_is_refused() {
    var framer = Framer(maxLength: 2)
    #expect(framer.frames("xxx\nxxxx\nxx\nxxxxx") == [.tooLong(3), .tooLong(4), .message("xx"), .tooLong(5)])
    #expect(framer.framesAtEnd() == [])
    #expect(!framer.isMidMessage)
  }

  @Test func blanks_before_a_message_do_not_count() {
    var framer = Framer(maxLength: 2)
    for _ in 0..<1000 { #expect(framer.frames("   \t\r\r\n   ") == []) }
    #expect(framer.bufferedBytes == 0)
    #expect(framer.frames("{}\n") == [.message("{}")])
  }

  @Test(arguments: [0, -1, .min, .max]) func odd_limits_do_not_trap(_ limit: Int) {
    var lines = Framer(maxLength: limit)
    #expect(
      lines.frames(["a".utf8, "b\r".utf8, "\ncd\n".utf8, "e".utf8].map(Array.init)).count
        == (limit > 0 ? 2 : 3))
    var bodies = Framer(maxLength: limit)
    #expect(bodies.frames("Content-Length: 2\n\n{}").count == 1)
  }
}

extension Array<UInt8> {
  func chunks(of count: Int) -> [[UInt8]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
