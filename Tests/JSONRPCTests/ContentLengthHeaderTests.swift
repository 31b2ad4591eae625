import Testing

@testable import JSONRPC

struct ContentLengthHeaderTests {
  @Test func header_ends_with_a_blank_line() {
    var header = ContentLengthHeader()
    var steps: [ContentLengthHeader.Step] = []
    for line in ["Content-Type: text\r\n", "content-length: 7\n", "\r\n"] {
      steps.append(header.read(Array(line.utf8).span))
    }
    #expect(steps == [.goOn, .goOn, .body(length: 7)])
  }

  @Test func largest_length_has_nine_digits() {
    var header = ContentLengthHeader()
    let steps = [
      header.read(Array("Content-Length: 999999999\n".utf8).span), header.read(Array("\n".utf8).span),
    ]
    #expect(steps == [.goOn, .body(length: 999_999_999)])
  }

  @Test func room_is_counted_without_overflow() {
    let header = ContentLengthHeader()
    #expect(!header.hasNoRoom(for: 4096))
    #expect(header.hasNoRoom(for: 4097))
    #expect(header.hasNoRoom(for: .max))
  }
}
