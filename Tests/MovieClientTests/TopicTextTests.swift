import JSONRPC
import Testing

@testable import MovieClient

struct TopicTextTests {
  private func server(_ more: String) throws -> TopicText {
    TopicText(topic: "server", try JSONValue(parsing: #"{"version":"0.1.0",\#(more)}"#))
  }

  @Test(arguments: [
    (
      #""state":"running","reason":null,"network":"unknown","tasks":[]"#, "running", "",
      "movierpcd 0.1.0 running", 0
    ),
    (
      #""state":"running","reason":null,"network":"offline","tasks":[]"#, "running", "",
      "movierpcd 0.1.0 running, no network", 0
    ),
    (
      #""state":"stopping","reason":"shutdown","network":"online","tasks":[]"#, "stopping", "stopping",
      "movierpcd 0.1.0 stopping", 0
    ),
    (
      #""state":"stopping","reason":"restart","network":"online","tasks":[]"#, "stopping", "stopping",
      "movierpcd 0.1.0 stopping, restart", 0
    ),
    (
      #""state":"running","reason":null,"network":"online","tasks":[{"name":"import","done":5,"total":8}]"#,
      "running", "import 62%", "movierpcd 0.1.0 running, import 62%", 62
    ),
    (
      #""state":"running","reason":null,"network":"online","tasks":[{"name":"import","done":1e300,"total":1}]"#,
      "running", "import 100%", "movierpcd 0.1.0 running, import 100%", 100
    ),
    (
      #""state":"running","reason":null,"network":"online","tasks":[{"name":"import","done":5,"total":null}]"#,
      "running", "import", "movierpcd 0.1.0 running, import", 0
    ),
  ])
  func server_is_put_into_words(
    _ data: String, _ state: String, _ short: String, _ words: String, _ percentage: Int
  ) throws {
    let text = try server(data)
    #expect(text.state == state && text.short == short && text.words == words)
    #expect(text.percentage == percentage)
  }

  private func settings(_ settings: [(String, value: JSONValue, from: String)]) -> TopicText {
    let members = settings.map {
      JSONMember($0.0, ["value": $0.value, "default": nil, "from": .string($0.from), "description": "x"])
    }
    return TopicText(topic: "settings", ["settings": .object(members)])
  }

  @Test func settings_name_what_is_not_as_it_comes() {
    let none = settings([("language", "en-US", "default")])
    #expect(none == settings([]))
    #expect(none.state == "default" && none.short == "" && none.words == "default settings")
    // Values of the file were there before.
    let file = settings([("page_size", 40, "file"), ("region", "US", "default")])
    #expect(file.state == "default" && file.words == "page_size 40")
    let changed = settings([
      ("language", "de-DE", "library"), ("countries", ["DE", "AT"], "library"),
      ("include_adult", true, "library"), ("tmdb.key", ["set": true], "environment"),
    ])
    #expect(changed.state == "changed")
    #expect(changed.words == "language de-DE, countries DE AT, include_adult true, tmdb.key set")
  }

  @Test func words_have_a_bound() {
    let long = String(repeating: "x", count: 100)
    let many = settings((1...20).map { ("s\($0)", .string(long), "library") })
    #expect(many.words.hasPrefix("s1 " + String(repeating: "x", count: 39) + "…, s2 "))
    #expect(many.words.hasSuffix(", and 12 more"))
  }

  @Test func a_topic_of_a_later_daemon_is_shown_by_its_fields() throws {
    let data = try JSONValue(
      parsing: #"{"state":"playing","title":"A & B","position":41.5,"error":null,"items":[1]}"#)
    let text = TopicText(topic: "radio", data)
    #expect(text.state == "playing" && text.words == "state playing, title A & B, position 41.5")
    #expect(TopicText(topic: "x", try JSONValue(parsing: "[1]")) == TopicText(topic: "x", [:]))
  }

  @Test func a_state_is_one_word() throws {
    let text = TopicText(topic: "x", try JSONValue(parsing: #"{"state":"a b<c>é\u001b"}"#))
    #expect(text.state == "abc")
  }
}
