import JSONRPC
import Testing

@Suite struct JSONItemsTests {
  private func items(_ text: String, lists: [String] = ["a", "b"]) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    JSONItems.forEach(of: bytes.span, in: 0..<bytes.count, lists: lists) { list, place in
      found.append((list.map { $0 + ": " } ?? "") + String(decoding: bytes[place], as: UTF8.self))
    }
    return found
  }

  @Test func items_of_an_array_are_handed_out() {
    #expect(items(#" [ 1 , {"x":[1,2]} ,"a]" , [3] ] "#) == ["1", #"{"x":[1,2]}"#, #""a]""#, "[3]"])
    #expect(items("[]") == [] && items("[ ]") == [])
  }

  @Test func items_of_the_lists_of_an_object_are_handed_out() {
    #expect(
      items(#"{ "x" : [9], "a" : [ 1 ,2], "y":{"a":[8]}, "b":[{}] , "z":null}"#) == ["a: 1", "a: 2", "b: {}"])
    #expect(items(#"{"\u0061":[1]}"#) == ["a: 1"])
    #expect(items(#"{"a":[],"next":null}"#) == [])
  }

  @Test func an_object_without_lists_is_an_item() {
    #expect(items(#" {"x":[1]} "#) == [#"{"x":[1]}"#])
    #expect(items(#"{"a":1}"#) == [#"{"a":1}"#])
    #expect(items("{}") == ["{}"])
  }

  @Test func what_is_neither_has_no_items() {
    for text in ["1", "\"a\"", "null", ""] { #expect(items(text) == []) }
  }

  @Test func text_that_was_not_checked_ends_the_walk() {
    for text in ["[", "[1", "[1,", "[x]", #"{"a":[1"#, #"{"a""#, #"{"a":["#, "{\"x\":", "[[[", "[1 2"] {
      #expect(items(text).count <= 2, "\(text)")
    }
    #expect(items(String(repeating: "[", count: 100_000)).count <= 1)
  }

  @Test func the_first_fault_ends_the_walk() {
    struct Enough: Error {}
    let bytes = Array("[1,2,3]".utf8)
    var count = 0
    #expect(throws: Enough.self) {
      try JSONItems.forEach(of: bytes.span, in: 0..<bytes.count, lists: []) { _, _ throws(Enough) in
        count += 1
        if count == 2 { throw Enough() }
      }
    }
    #expect(count == 2)
  }
}
