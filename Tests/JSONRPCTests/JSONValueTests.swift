import JSONRPC
import Testing

struct JSONValueTests {
  @Test func tree_is_read_in_order() throws {
    let value = try JSONValue(parsing: #" {"b":[1,2.50,-0,"x"],"a":{},"b":null,"c":[true,false,[]]} "#)
    #expect(
      value
        == .object([
          JSONMember("b", [.number("1"), .number("2.50"), .number("-0"), "x"]), JSONMember("a", [:]),
          JSONMember("b", nil), JSONMember("c", [true, false, []]),
        ]))
  }

  @Test func members_and_items_are_found() throws {
    let value = try JSONValue(parsing: #"{"a":[1,{"b":"c"}],"a":2}"#)
    #expect(value["a"]?[1]?["b"]?.stringValue == "c")
    #expect(value["a"]?[0]?.intValue == 1)
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["x"] == nil)
    #expect(value[0] == nil)
    #expect(value["a"]?["b"] == nil)
  }

  @Test func value_is_only_what_it_is() {
    let values: [JSONValue] = [nil, true, 1, "s", [], [:]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map { $0.boolValue != nil } == [false, true, false, false, false, false])
    #expect(values.map { $0.intValue != nil } == [false, false, true, false, false, false])
    #expect(values.map { $0.doubleValue != nil } == [false, false, true, false, false, false])
    #expect(values.map { $0.stringValue != nil } == [false, false, false, true, false, false])
    #expect(values.map { $0.arrayValue != nil } == [false, false, false, false, true, false])
    #expect(values.map { $0.objectValue != nil } == [false, false, false, false, false, true])
  }

  @Test func literals_are_values() {
    let value: JSONValue = ["n": nil, "b": true, "i": -20, "d": 2.5, "s": "x", "a": [1, "y"]]
    #expect(value.text() == #"{"n":null,"b":true,"i":-20,"d":2.5,"s":"x","a":[1,"y"]}"#)
  }

  @Test func names_are_compared_by_their_code_points() throws {
    // JSON names are code points: é in one or two of them are two names, though Swift's String calls them
    // equal.
    let value = try JSONValue(parsing: #"{"\u00e9":1,"e\u0301":2}"#)
    #expect(value["e\u{301}"]?.intValue == 2)
    #expect(value["\u{e9}"]?.intValue == 1)
  }

  @Test func doubles_are_the_nearest() {
    #expect(JSONValue.number("0.1").doubleValue == 0.1)
    #expect(JSONValue.number("1e400").doubleValue == nil)
    #expect(JSONValue.number("-1e400").doubleValue == nil)
    #expect(JSONValue.number("1e-400").doubleValue == 0)
    #expect(JSONValue.number("12345678901234567890").doubleValue == 12_345_678_901_234_567_168)
    #expect(JSONValue.double(.nan) == nil)
    #expect(JSONValue.double(-.infinity) == nil)
  }

  @Test func text_is_laid_out_for_people() {
    let value: JSONValue = ["a": [1, [], ["b": "x"]], "c": [:]]
    #expect(
      value.text(indent: 2) == """
        {
          "a": [
            1,
            [],
            {
              "b": "x"
            }
          ],
          "c": {}
        }
        """)
    #expect(JSONValue.null.text(indent: 2) == "null")
    #expect(value.text(indent: -1) == value.text(indent: 0))
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func indented_text_is_the_same_value(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = JSONValue.random(depth: 6, using: &generator)
    #expect(try JSONValue(parsing: value.text(indent: Int(seed % 4))) == value)
  }
}
