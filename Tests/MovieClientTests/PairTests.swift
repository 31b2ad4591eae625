import MovieProtocol
import Testing

@testable import MovieClient

struct PairTests {
  @Test(arguments: [
    ("q=dune", "q", "dune", false),
    ("q=", "q", "", false),
    ("q=a=b", "q", "a=b", false),
    ("q==b", "q", "=b", false),
    ("year:=2021", "year", "2021", true),
    ("a_1:=", "a_1", "", true),
    ("q=:=x", "q", ":=x", false),
  ])
  func the_first_equals_sign_divides(_ word: String, _ name: String, _ text: String, _ isJSON: Bool) throws {
    let pair = try #require(Pair(word))
    #expect(pair.name == name)
    #expect(pair.text == text)
    #expect(pair.isJSON == isJSON)
  }

  @Test(arguments: [
    "dune", "", "=x", ":=x", "Q=x", "1a=x", "_a=x", "a b=x", "a-b=x", "é=x", "a.b=x", "q::=1",
  ])
  func other_words_are_no_pairs(_ word: String) {
    #expect(Pair(word) == nil)
  }

  @Test(arguments: [
    ("q=2012", #""2012""#),
    ("q=\"\\\u{1}", #""\"\\\u0001""#),
    ("year=2021", "2021"),
    ("year=-1", "-1"),
    ("record=true", "true"),
    ("record=false", "false"),
    ("media_type=film", #""film""#),
    ("language=de", #""de""#),
    ("nothing=1", #""1""#),
    ("year:=\"x\"", #""x""#),
    ("q:=<\"a\":[1,\n2]>", #"{"a":[1,2]}"#),
  ])
  func the_table_gives_the_type(_ word: String, _ json: String) throws {
    let pair = try #require(Pair(word))
    #expect(text(try pair.json(for: SearchMethod.method.parameter(named: pair.name))) == json)
  }

  @Test func an_array_takes_one_text_or_json() throws {
    let require = try #require(HelloMethod.method.parameter(named: "require"))
    #expect(text(try #require(Pair("require=batch")).json(for: require)) == #"["batch"]"#)
    #expect(text(try #require(Pair(#"require:=["a","b"]"#)).json(for: require)) == #"["a","b"]"#)
  }

  @Test func integers_are_divided_by_commas() throws {
    let versions = try #require(HelloMethod.method.parameter(named: "protocol_versions"))
    #expect(text(try #require(Pair("protocol_versions=1")).json(for: versions)) == "[1]")
    #expect(text(try #require(Pair("protocol_versions=1,2")).json(for: versions)) == "[1,2]")
    for (word, hint) in [
      ("1,", nil), ("1;2", nil), ("[1,2]", "as JSON: 'protocol_versions:=[1,2]'"),
    ] {
      let error = #expect(throws: CommandError.self) {
        try #require(Pair("protocol_versions=\(word)")).json(for: versions)
      }
      #expect(error?.status == .usage && error?.hint == hint, "\(word)")
    }
  }

  @Test(arguments: [
    ("id=7", "7"), ("id=7.0", "7.0"), ("id=a", #""a""#), ("id=null", #""null""#), ("id:=null", "null"),
  ])
  func an_id_is_a_number_where_it_looks_like_one(_ word: String, _ json: String) throws {
    let id = try #require(CancelMethod.method.parameter(named: "id"))
    #expect(text(try #require(Pair(word)).json(for: id)) == json)
  }

  @Test(arguments: [
    ("year=abc", #"year must be an integer, 1870 to 2100, not "abc""#),
    ("year=", "year must be an integer, 1870 to 2100, not \"\""),
    ("year=2021.5", #"year must be an integer, 1870 to 2100, not "2021.5""#),
    ("record=1", #"record must be true or false, not "1""#),
    ("record=TRUE", #"record must be true or false, not "TRUE""#),
  ])
  func a_value_of_a_wrong_type_is_a_usage_error(_ word: String, _ message: String) throws {
    let pair = try #require(Pair(word))
    let failure = #expect(throws: CommandError.self) {
      try pair.json(for: SearchMethod.method.parameter(named: pair.name))
    }
    #expect(failure == .usage("\(message)"))
  }
}
