import JSONRPC
import Testing

struct ReplyTests {
  private func written(_ body: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = Array("before|".utf8)
    body(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["1", "1.0", #""é""#, #""\u00e9""#, "1e400", "null"]) func result_has_the_id_as_received(
    _ id: String
  ) {
    let (id, result) = (Array(id.utf8), Array(#"{"pong":true}"#.utf8))
    let text = written { Reply.result(id: id.span, into: &$0, result.span) }
    #expect(
      text == #"before|{"jsonrpc":"2.0","id":\#(String(decoding: id, as: UTF8.self)),"result":{"pong":true}}"#
    )
  }

  @Test func id_that_is_not_known_is_null() {
    let result = Array("{}".utf8)
    #expect(
      written { Reply.result(id: nil, into: &$0, result.span) }
        == #"before|{"jsonrpc":"2.0","id":null,"result":{}}"#)
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1,"meta":{"b":2}}"#), ("{}", #"{"meta":{"b":2}}"#), ("", #"{"meta":{"b":2}}"#),
    (#"{"a":{}}"#, #"{"a":{},"meta":{"b":2}}"#),
  ])
  func meta_is_spliced_in_as_the_last_member(_ cached: String, _ result: String) {
    let (id, cached, meta) = (Array("7".utf8), Array(cached.utf8), Array(#"{"b":2}"#.utf8))
    let text = written { Reply.resultSplicing(id: id.span, cached: cached.span, meta: meta.span, into: &$0) }
    #expect(text == #"before|{"jsonrpc":"2.0","id":7,"result":\#(result)}"#)
  }

  @Test func error_stands_in_a_response() {
    let id = Array(#""x""#.utf8)
    let text = written { Reply.error(id: id.span, RPCError(.timeout, .words("too late")), into: &$0) }
    #expect(
      text
        == #"before|{"jsonrpc":"2.0","id":"x","error":{"code":1005,"message":"too late","data":{"kind":"timeout","text":{"id":"words","args":{"words":"too late"}},"remedy":null,"hint":null,"hint_text":null}}}"#
    )
    let unknown = written { Reply.error(id: nil, EnvelopeError.syntax(offset: 3).error, into: &$0) }
    #expect(unknown.hasPrefix(#"before|{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
    #expect(
      unknown.contains(
        #""data":{"kind":"parse_error","offset":3,"text":{"id":"not_json","args":{"offset":3}}"#))
  }
}
