import JSONRPC
import Testing

/// Stopping, resuming, and the end of input.
struct FramerFlowTests {
  static let lines = Array("{}\n\n[1]\r\n[2]\n{\"a\":3}\n[4".utf8)
  static let bodies = Array(
    "Content-Length: 2\r\n\r\n{}Content-Length: 3\n\n[1]\r\ncontent-length:3\r\n\r\n[2]Content-Length: 7\n\n{\"a\":3}Content-Length: 3\n\n[4"
      .utf8)
  static let messages: [Frame] = [.message("{}"), .message("[1]"), .message("[2]"), .message(#"{"a":3}"#)]

  @Test(arguments: [lines, bodies]) func stops_at_each_message_and_goes_on(_ stream: [UInt8]) {
    var framer = Framer(maxLength: 100)
    var found: [Frame] = []
    framer.feed(stream.span) { event, bytes in
      found.append(Frame(event, bytes))
      return .stop
    }
    #expect(found.count == 1)
    #expect(!framer.isMidMessage)
    while let frame = framer.nextFrame() { found.append(frame) }
    #expect(found == Self.messages)
    #expect(framer.isMidMessage)
    #expect(framer.bufferedBytes == 2)
    #expect(framer.framesAtEnd() == [.message("[4")])
    #expect(framer.bufferedBytes == 0)
  }

  @Test(arguments: [lines, bodies]) func what_is_fed_while_stopped_is_kept(_ stream: [UInt8]) {
    var framer = Framer(maxLength: 100)
    var found: [Frame] = []
    for byte in stream {
      framer.feed([byte].span) { event, bytes in
        found.append(Frame(event, bytes))
        return .stop
      }
    }
    #expect(found.count == 1)
    while let frame = framer.nextFrame() { found.append(frame) }
    #expect(found == Self.messages)
  }

  @Test(arguments: [lines, bodies], 0..<50 as Range<UInt64>)
  func stops_anywhere_with_pieces_of_any_size(_ stream: [UInt8], _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var framer = Framer(maxLength: 100)
    var found: [Frame] = []
    for piece in stream.pieces(upTo: 30, using: &generator) {
      framer.feed(piece.span) { event, bytes in
        found.append(Frame(event, bytes))
        return Bool.random(using: &generator) ? .stop : .goOn
      }
      if Bool.random(using: &generator) {
        framer.resume { event, bytes in
          found.append(Frame(event, bytes))
          return Bool.random(using: &generator) ? .stop : .goOn
        }
      }
    }
    while let frame = framer.nextFrame() { found.append(frame) }
    #expect(found == Self.messages)
    #expect(framer.framesAtEnd() == [.message("[4")])
  }

  @Test func pause_of_a_full_read_costs_no_copy_a_message() {
    var framer = Framer(maxLength: 100)
    let stream = Array(String(repeating: "{}\n", count: 20_000).utf8)
    var count = 0
    framer.feed(stream.span) { _, _ in
      count += 1
      return .stop
    }
    while framer.nextFrame() != nil { count += 1 }
    #expect(count == 20_000)
    #expect(framer.examinedBytes == 60_000)
    #expect(framer.bufferedBytes == 0)
  }

  @Test func resume_without_a_stop_does_nothing() {
    var framer = Framer(maxLength: 100)
    #expect(framer.nextFrame() == nil)
    #expect(framer.frames("{") == [])
    #expect(framer.nextFrame() == nil)
    #expect(framer.frames("}\n") == [.message("{}")])
  }

  @Test func stop_at_a_line_that_is_too_long_skips_its_rest_later() {
    var framer = Framer(maxLength: 4)
    var found: [Frame] = []
    for piece in ["xxxxxx", "xxx", "x\n{}\n"] {
      framer.feed(Array(piece.utf8).span) { event, bytes in
        found.append(Frame(event, bytes))
        return .stop
      }
    }
    #expect(found == [.tooLong(6)])
    #expect(framer.nextFrame() == .message("{}"))
    #expect(framer.bufferedBytes == 0)
  }

  @Test func stop_at_a_body_that_is_too_long_skips_its_rest_later() {
    var framer = Framer(maxLength: 4)
    var found: [Frame] = []
    framer.feed(Array("Content-Length: 6\n\nxxxxxxContent-Length: 2\n\n{}".utf8).span) { event, bytes in
      found.append(Frame(event, bytes))
      return .stop
    }
    #expect(found == [.tooLong(6)])
    #expect(framer.nextFrame() == .message("{}"))
  }

  @Test(arguments: [("{}", "{}"), ("{}\r", "{}"), ("  [1] ", "[1] "), ("x\n{}", "{}")])
  func last_line_without_end_is_a_message(_ stream: String, _ message: String) {
    var framer = Framer(maxLength: 100)
    _ = framer.frames(stream)
    #expect(framer.framesAtEnd() == [.message(message)])
    #expect(framer.bufferedBytes == 0)
    #expect(!framer.isMidMessage)
    #expect(framer.framesAtEnd() == [])
  }

  @Test(arguments: [
    "", "\n", " \r", "{}\n", "{}\n  ", "Content-Length: 2\n\n{}", "Content-Length: 2\n\n{}\r\n",
  ])
  func end_between_messages_is_silent(_ stream: String) {
    var framer = Framer(maxLength: 100)
    _ = framer.frames(stream)
    #expect(framer.framesAtEnd() == [])
  }

  @Test func end_within_a_body_hands_out_what_came() {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames("Content-Length: 9\n\n{}\r") == [])
    #expect(framer.framesAtEnd() == [.message("{}\r")])
    var empty = Framer(maxLength: 100)
    #expect(empty.frames("Content-Length: 9\n\n") == [])
    #expect(empty.framesAtEnd() == [.message("")])
  }

  @Test(arguments: ["C", "Content-Length: 9", "Content-Length: 9\n", "Content-Length: 9\r\n\r"])
  func end_within_a_header_is_broken(_ stream: String) {
    var framer = Framer(maxLength: 100)
    #expect(framer.frames(stream) == [])
    #expect(framer.framesAtEnd() == [.brokenHeader])
    #expect(framer.framesAtEnd() == [])
  }

  @Test func end_while_stopped_waits_for_resume() {
    var framer = Framer(maxLength: 100)
    framer.feed(Array("{}\n[1]\n[2".utf8).span) { _, _ in .stop }
    #expect(framer.framesAtEnd() == [])
    #expect(framer.nextFrame() == .message("[1]"))
    #expect(framer.nextFrame() == .message("[2"))
    #expect(framer.nextFrame() == nil)
    #expect(framer.bufferedBytes == 0)
  }
}
