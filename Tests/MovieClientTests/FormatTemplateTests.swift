import JSONRPC
import MovieClient
import Testing

@Suite struct FormatTemplateTests {
  private let list: JSONValue = [
    "results": [
      ["title": "Dune", "year": 2021, "user_state": ["favorite": true], "genres": ["A", "B"], "note": nil],
      [
        "title": "Fast\n& \u{1B}[31mFurious\u{202E}", "year": nil, "user_state": ["favorite": false],
        "genres": [],
        "note": nil,
      ],
    ]
  ]

  @Test(arguments: [
    ("{title} ({year})", ["Dune (2021)", "Fast & [31mFurious ()"]),
    ("{user_state.favorite}", ["true", "false"]),
    ("{genres}|{note}", ["A, B|", "|"]),
    ("{{title}", ["{title}", "{title}"]),
    ("a } b", ["a } b", "a } b"]),
    (#"{user_state.favorite}\t{{\n\\n\d\"#, ["true\t{\n\\n\\d\\", "false\t{\n\\n\\d\\"]),
    ("", ["", ""]),
  ])
  func rows_are_written(_ template: String, _ expected: [String]) throws {
    #expect(try FormatTemplate(template).lines(of: list) == expected)
  }

  @Test func result_without_a_list_is_one_row() throws {
    #expect(try FormatTemplate("{pong}").lines(of: ["pong": true]) == ["true"])
    #expect(try FormatTemplate("{pid}").lines(of: ["clients": [["pid": 1], ["pid": 2]]]) == ["1", "2"])
    #expect(try FormatTemplate("{title}").lines(of: ["results": []]) == [])
  }

  @Test func title_is_one_row_whatever_lists_it_has() throws {
    let detail: JSONValue = [
      "media_type": "movie", "title": "Dune", "genres": ["A", "B"], "cast": [["name": "C"]],
    ]
    #expect(try FormatTemplate("{title}: {genres}").lines(of: detail) == ["Dune: A, B"])
  }

  @Test func names_may_have_points() throws {
    let settings: JSONValue = ["settings": ["tmdb.key": ["value": ["set": true]], "region": ["value": "DE"]]]
    let template = try FormatTemplate(
      "{settings.region.value} {settings.tmdb.key.value.set}{settings.tmdb.x}")
    #expect(try template.line(of: settings) == "DE true")
  }

  @Test(arguments: ["{", "{title", "{}", "x{"])
  func unfinished_field_is_a_usage_error(_ template: String) {
    #expect(throws: CommandError.self) { try FormatTemplate(template) }
  }

  @Test func field_that_no_row_has_is_told() {
    let failure = #expect(throws: CommandError.self) { try FormatTemplate("{tittle}").lines(of: list) }
    #expect(failure?.hint == "did you mean {title}?")
  }
}
