import JSONRPC
import Testing

struct RawParameterTests {
  @Test(arguments: [
    (#"{"id":1.0}"#, "1.0"), (#"{"a":[{"id":2}], "id" : "\u00e9" }"#, #""\u00e9""#),
    (#"{"i\u0064":{"x":1}}"#, #"{"x":1}"#),
    ("[7,8]", "7"), ("[ [1, 2] ]", "[1, 2]"), (#"{"id":1,"id":2}"#, "1"), (#" {"id":null} "#, "null"),
  ])
  func parameter_is_found_as_it_was_sent(_ params: String, _ value: String) {
    let params = Array(params.utf8)
    let found = RawParameter.find("id", position: 0, in: params.span)
    #expect(found.map { String(decoding: params[$0], as: UTF8.self) } == value)
  }

  @Test func position_counts_from_zero() {
    let params = Array("[1, [2,2] ,3]".utf8)
    let found = (-1...3).map { RawParameter.find("id", position: $0, in: params.span) }
    #expect(found == [nil, 1..<2, 4..<9, 11..<12, nil])
  }

  @Test(arguments: [
    "{}", "[]", #"{"ID":1}"#, #"{"a":{"id":1}}"#, "1", "", "null", #"{"a":"#, "[", "{", #"{"id":"#, "[,",
    "{1:2}",
  ])
  func what_is_not_there_is_not_found(_ params: String) {
    let found = RawParameter.find("id", position: 0, in: Array(params.utf8).span)
    #expect(found == nil)
  }
}
