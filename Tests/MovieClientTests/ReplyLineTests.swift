import Testing

@testable import MovieClient

struct ReplyLineTests {
  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"result":{"a":[1,"}"]}}"#, #"{"a":[1,"}"]}"#),
    (#" { "result" : [1] , "id" : 1 } "#, "[1]"),
    (#"{"id":1,"result":"a\"},"}"#, #""a\"},""#),
    (#"{"id":1,"result":12}"#, "12"),
    (#"{"id":1,"result":null}"#, "null"),
    (#"{"id":1,"result":{}}"#, "{}"),
  ])
  func a_result_is_found_as_it_was_sent(_ line: String, _ result: String) throws {
    let reply = try #require(ReplyLine(bytes(line)))
    guard case .result(let found) = reply.content else { throw CommandError(.failed, "no result") }
    #expect(text(found) == result)
    #expect(reply.id.map(text) == "1")
  }

  @Test func ids_are_kept_byte_for_byte() {
    #expect(ReplyLine(bytes(#"{"id":"a\u0062","error":{}}"#))?.id.map(text) == #""a\u0062""#)
    #expect(ReplyLine(bytes(#"{"method":"event","params":{"id":1,"result":1}}"#))?.id == nil)
    #expect(ReplyLine(bytes(#"{"method":"event","params":{"id":1,"result":1}}"#))?.content == .other)
    #expect(ReplyLine(bytes("{}"))?.content == .other)
  }

  @Test(arguments: ["", "HTTP/1.1 400", "[]", "1", #"{"id":1"#, "{\"a\":\"\u{1}\"}"])
  func what_is_no_object_is_no_reply(_ line: String) {
    #expect(ReplyLine(bytes(line)) == nil)
  }
}
