import JSONRPC
import Testing

@Suite struct JSONWalkTests {
  private func items(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return JSONMembers(bytes).map { item in
      (item.name.map { $0 + ": " } ?? "") + String(decoding: bytes[item.value], as: UTF8.self)
    }
  }

  @Test func members_come_as_they_were_sent() {
    #expect(
      items(#" {"id":1.0 , "a":[{"id":2}],"i\u0064" : "\u00e9"} "#) == [
        "id: 1.0", #"a: [{"id":2}]"#, #"id: "\u00e9""#,
      ])
    #expect(items("{}") == [] && items("{ }") == [])
  }

  @Test func items_of_an_array_have_no_names() {
    #expect(items("[1, [2,2] ,3]") == ["1", "[2,2]", "3"])
    #expect(items("[]") == [])
  }

  @Test(arguments: ["1", "", "null", "\"a\"", " "]) func other_values_have_no_items(_ text: String) {
    #expect(items(text) == [])
  }

  @Test(arguments: [
    #"{"a":"#, "[", "{", #"{"id":"#, "[,", "{1:2}", "[1 2", "[1,]", #"{"a":1,}"#, #"{"a":1"b":2}"#, "[1}",
  ])
  func text_that_is_not_JSON_ends_the_walk(_ text: String) {
    #expect(items(text).count <= 1)
  }

  @Test func the_end_stays_the_end() {
    let text = Array("[1] ]".utf8)
    var walk = JSONWalk(text.span)
    #expect(walk?.next(text.span)?.value == 1..<2)
    for _ in 0..<3 { #expect(walk?.next(text.span) == nil) }
    #expect(walk?.range == 0..<3)
  }
}
