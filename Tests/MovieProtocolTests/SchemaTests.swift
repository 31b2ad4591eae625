import JSONRPC
import Testing

@testable import MovieProtocol

@Suite struct SchemaTests {
  @Test(arguments: [
    (Schema.text("A text."), #"{"type":"string","description":"A text."}"#),
    (.pattern("^a", ""), #"{"type":"string","pattern":"^a"}"#),
    (.date("A day."), #"{"type":"string","description":"A day.","format":"date"}"#),
    (.time(""), #"{"type":"string","format":"date-time"}"#),
    (.constant("a", ""), #"{"type":"string","const":"a"}"#),
    (.other(than: "^a$", ""), #"{"type":"string","not":{"pattern":"^a$"}}"#),
    (
      .oneOf([.constant("a", ""), .integer("")], "X."),
      #"{"oneOf":[{"type":"string","const":"a"},{"type":"integer","format":"int64"}],"description":"X."}"#
    ),
    (.integer(""), #"{"type":"integer","format":"int64"}"#),
    (.number(""), #"{"type":"number"}"#),
    (.boolean(""), #"{"type":"boolean"}"#),
    (
      .choice(["a", "b"], "X."),
      #"{"type":"string","description":"X.","examples":["a","b"]}"#
    ),
    (.optional(.integer("X.")), #"{"type":["integer","null"],"description":"X.","format":"int64"}"#),
    (.optional(.choice(["a"], "")), #"{"type":["string","null"],"examples":["a"]}"#),
    (.only(["a", "b"], ""), #"{"type":"string","enum":["a","b"]}"#),
    (
      .optional(.named(.init("N", .text("")))),
      ##"{"anyOf":[{"$ref":"#/components/schemas/N"},{"type":"null"}]}"##
    ),
    (.optional(.any("")), "{}"),
    (
      .record([.init("a", .text(""))], patterns: [.init("^b", .boolean(""))], others: .integer(""), ""),
      #"{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^b":{"type":"boolean"}},"#
        + #""additionalProperties":{"type":"integer","format":"int64"}}"#
    ),
    (.list(.text(""), ""), #"{"type":"array","items":{"type":"string"}}"#),
    (
      .map(.integer(""), ""), #"{"type":"object","additionalProperties":{"type":"integer","format":"int64"}}"#
    ),
    (.anyObject("X."), #"{"type":"object","description":"X."}"#),
    (.any("X."), #"{"description":"X."}"#),
    (.named(.init("N", .text(""))), ##"{"$ref":"#/components/schemas/N"}"##),
    (
      .optional(.named(.init("N", .text(""))).meaning("X.")),
      ##"{"anyOf":[{"$ref":"#/components/schemas/N"},{"type":"null"}],"description":"X."}"##
    ),
    (
      .object([.init("a", .text("")), .init("b", .optional(.text("")))]),
      #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["string","null"]}},"#
        + #""required":["a","b"]}"#
    ),
  ])
  func results_as_JSON_Schema(_ schema: Schema, _ expected: String) {
    #expect(schema.json.text() == expected)
  }

  @Test(arguments: [
    (ParameterType.text(1...200, trimmed: true), #"{"type":"string","minLength":1,"maxLength":200}"#),
    (.integer(0...9), #"{"type":"integer","minimum":0,"maximum":9}"#),
    (.boolean, #"{"type":"boolean"}"#),
    (.choice(["a"]), #"{"type":"string","enum":["a"]}"#),
    (.requestID, #"{"type":["string","number","null"]}"#),
    (
      .integers(1...9, maximum: 3),
      #"{"type":"array","items":{"type":"integer","minimum":1,"maximum":9},"minItems":1,"maxItems":3}"#
    ),
    (
      .counts(maximum: 3),
      #"{"type":"object","additionalProperties":{"type":"integer","minimum":0},"maxProperties":3}"#
    ),
    (.texts(maximum: 3), #"{"type":"array","items":{"type":"string"},"maxItems":3}"#),
    (
      .topics,
      #"{"type":"array","items":{"type":"string","pattern":"\#(TopicTable.pattern)"},"minItems":1,"maxItems":32}"#
    ),
    (.form(.country), #"{"type":"string","pattern":"^[A-Z]{2}$"}"#),
    (
      .list(.country, 1...20),
      #"{"type":"array","items":{"type":"string","pattern":"^[A-Z]{2}$"},"minItems":1,"maxItems":20}"#
    ),
    (.object(maximum: 9), #"{"type":"object","maxProperties":9}"#),
  ])
  func parameters_as_JSON_Schema(_ type: ParameterType, _ expected: String) {
    #expect(type.json.text() == expected)
  }
}
