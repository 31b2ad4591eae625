import JSONRPC
import Testing

struct FramingTests {
  @Test(arguments: [
    ("{", Framing.newline), ("  \r\n\t[", .newline), ("c", .contentLength), ("\nCONNECT", .contentLength),
    ("\0", .newline),
    ("GET /", .newline), ("\u{FEFF}C", .newline), ("\u{0B}C", .newline),
  ])
  func first_byte_that_is_no_blank_decides(_ bytes: String, _ framing: Framing) {
    let chosen = Framing(beginningWith: Array(bytes.utf8).span)
    #expect(chosen == framing)
    var framer = Framer(maxLength: 100)
    _ = framer.frames(bytes)
    #expect(framer.framing == framing)
  }

  @Test(arguments: ["", " ", "\r\n\t "]) func blanks_decide_nothing(_ bytes: String) {
    let chosen = Framing(beginningWith: Array(bytes.utf8).span)
    #expect(chosen == nil)
  }
}
