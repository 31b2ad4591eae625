import JSONRPC
import Testing

@testable import MovieProtocol

/// Values of one list of members: what is written, what is read, and what the schema says.
@Suite struct ShapeTests {
  private struct Part: JSONObject, Equatable {
    var word = ""
    static let shape = Shape<Self>("Part", from: Part()) {
      Member("word", \.word, required: .bytes(1...3), "A word.", words: ["a", "b"])
    }
  }

  private struct Whole: JSONObject, Equatable {
    var part = Part()
    var number: Int?
    var flag = true
    var words: [String] = []
    var parts: [Part] = []
    static let shape = Shape<Self>("Whole", from: Whole()) {
      Member(of: \.part)
      Member("number", \.number, .within(1...9), "A number.")
      Member("flag", \.flag, .any, "A flag.")
      Member("words", \.words, upTo: 2, of: .bytes(0...2), "Words.", each: "A word.")
      Member("parts", \.parts, upTo: 1, "Parts.")
      Member("sum", "Computed.") { ($0.number ?? 0) + 1 }
      Member.meta
    }
  }

  private func read(_ text: String) throws -> Whole? { Whole(json: try JSONValue(parsing: text)) }

  @Test func members_are_written_in_their_order() {
    let whole = Whole(
      part: Part(word: "a"), number: 2, words: ["x", "y", "z"], parts: [Part(word: "b")])
    #expect(
      String(decoding: whole.encoded(), as: UTF8.self)
        == #"{"word":"a","number":2,"flag":true,"words":["x","y"],"parts":[{"word":"b"}],"sum":3}"#
    )
  }

  @Test func the_schema_has_the_same_members_and_those_that_each_reply_adds() throws {
    guard case .named(let named) = Whole.schema, case .object(let fields) = named.schema else {
      Issue.record("is no named object")
      return
    }
    #expect(named.name == "Whole")
    #expect(fields.map(\.name) == ["word", "number", "flag", "words", "parts", "sum", "meta"])
    #expect(fields[0].schema.json.text().contains(#""examples":["a","b"]"#))
    #expect(fields[1].schema.json.text().contains(#"["integer","null"]"#))
    #expect(Whole.schema.namedSchemas.map(\.name) == ["Whole", "Part", "Meta", "Part"])
    #expect(named.parts.map(\.name) == ["Part"])
  }

  @Test func chosen_members_are_written_and_the_key() {
    var title = Title(.tmdb(.movie, 1), "Dune", source: .catalogue)
    title.year = 2021
    var writer = JSONWriter()
    writer.fields = ["year", "entry", "watched"]
    LibraryTitle(title, nil).write(into: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == #"{"key":"movie/1","year":2021,"entry":null}"#)
  }

  @Test func what_was_written_is_read() {
    let whole = Whole(
      part: Part(word: "a"), number: 9, flag: false, words: ["x"], parts: [Part(word: "b")])
    #expect(Whole(json: (try? JSONValue(parsing: whole.encoded().span)) ?? .null) == whole)
  }

  @Test(arguments: [#"{}"#, #"{"word":""}"#, #"{"word":"long"}"#, #"{"word":1}"#, "[]", "null"])
  func required_members_decide(_ text: String) throws {
    #expect(try read(text) == nil)
  }

  @Test(arguments: [
    #"{"word":"a","number":10}"#, #"{"word":"a","number":"2"}"#, #"{"word":"a","flag":0}"#,
    #"{"word":"a","words":"x"}"#, #"{"word":"a","words":["long",1]}"#,
    #"{"word":"a","parts":[{}]}"#,
  ])
  func any_other_member_that_is_wrong_is_unknown(_ text: String) throws {
    #expect(try read(text) == Whole(part: Part(word: "a")))
  }

  @Test func lists_are_read_up_to_their_bound() throws {
    #expect(try read(#"{"word":"a","words":["x","y","z"]}"#)?.words == ["x", "y"])
  }

  @Test func encoded_value_is_written_as_the_value() {
    let map = JSONMap([("b", 1), ("a", 2)])
    let shape = Shape<(Encoded<JSONMap<Int>>, JSONMap<Int>)>("Maps") {
      Member("first", \.0, "A map.")
      Member("second", \.1, "A map.", each: "A number.")
    }
    #expect(
      String(decoding: shape.encode((Encoded(map, reserving: 0), map)), as: UTF8.self)
        == #"{"first":{"b":1,"a":2},"second":{"b":1,"a":2}}"#)
    #expect(shape.schema.json.text().contains(#""$ref":"#))
    #expect(shape.fields[0].schema.json.text().contains(#""description":"A map.""#))
    #expect(shape.fields[1].schema.json.text().contains(#""description":"A number.""#))
  }
}
