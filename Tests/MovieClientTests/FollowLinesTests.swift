import JSONRPC
import Testing

@testable import MovieClient

struct FollowLinesTests {
  private static let hostile: [(title: String, plain: String, pango: String)] = [
    ("Fast & Furious", "Fast & Furious", "Fast &amp; Furious"),
    ("#Alive", "#Alive", "#Alive"),
    ("[REC]", "[REC]", "[REC]"),
    ("<3 \"q\" 'r'", "<3 \"q\" 'r'", #"&lt;3 &quot;q&quot; &#39;r&#39;"#),
    ("100% Wolf", "100% Wolf", "100% Wolf"),
    ("What the #$*! Do We (K)now!?", "What the #$*! Do We (K)now!?", "What the #$*! Do We (K)now!?"),
    ("%{F#f00}x", "%{F#f00}x", "%{F#f00}x"),
    ("Amélie", "Amélie", "Amélie"),
    ("a\nb\rc\td", "a b c d", "a b c d"),
    ("\u{1B}[31mred\u{9B}0m", "[31mred0m", "[31mred0m"),
    ("a\u{202E}b\u{2066}c\u{200F}", "abc", "abc"),
    ("a\u{2028}b", "a b", "a b"),
    ("nul\u{0}", "nul", "nul"),
    ("&amp; \\", "&amp; \\", #"&amp;amp; \\"#),
    ("", "", ""),
  ]

  private func lines(_ form: String, _ format: String? = nil, topics: [String] = ["server"]) throws
    -> FollowLines
  {
    let request = try FollowRequest(topics: topics, form: form, format: format, isTerminal: false)
    return FollowLines(request, isTerminal: false)
  }

  private func title(_ title: String) -> [UInt8] {
    bytes((["title": .string(title), "state": "playing"] as JSONValue).text())
  }

  @Test(arguments: hostile) func plain_text_is_one_line_of_what_can_be_read(
    _ title: String, _ plain: String, _ pango: String
  ) throws {
    var lines = try lines("plain", "{title}")
    #expect(text(try #require(try lines.present("player", self.title(title)))) == plain + "\n")
  }

  @Test(arguments: hostile) func waybar_gets_markup_that_shows_the_title(
    _ title: String, _ plain: String, _ pango: String
  ) throws {
    var lines = try lines("waybar", "{title}")
    let line = text(try #require(try lines.present("player", self.title(title))))
    #expect(line.hasPrefix(#"{"text":"\#(pango)","alt":"playing","tooltip":""#))
    #expect(line.hasSuffix(#","class":"playing","percentage":0}"# + "\n"))
    #expect(try JSONValue(parsing: line)["text"]?.stringValue == PangoText.escaped(title))
  }

  @Test func tooltip_is_escaped_too() throws {
    var lines = try lines("waybar")
    let line = text(
      try #require(try lines.present("server", bytes(FakeDaemon.server("running", version: "<&>")))))
    #expect(
      line
        == #"{"text":"","alt":"running","tooltip":"movierpcd &lt;&amp;&gt; running","class":"running","percentage":0}"#
        + "\n")
  }

  @Test func json_has_the_data_byte_for_byte() throws {
    var lines = try lines("json")
    let data = #"{"b": 1.50,"a":"\u00e9\/\#u{202E}&"}"#
    #expect(
      text(try #require(try lines.present("server", bytes(data)))) == #"{"topic":"server","data":\#(data)}"#
        + "\n")
  }

  @Test func json_on_a_terminal_does_not_steer_it() throws {
    let request = try FollowRequest(topics: ["server"], form: "json", format: nil, isTerminal: true)
    var lines = FollowLines(request, isTerminal: true)
    let line = text(try #require(try lines.present("server", bytes("[\"\u{202E}\"]"))))
    #expect(line == #"{"topic":"server","data":["\u202e"]}"# + "\n")
  }

  @Test(arguments: [
    ("json", #"{"topic":"server","data":null}"#), ("plain", "movierpcd is not running"),
    (
      "waybar",
      #"{"text":"","alt":"offline","tooltip":"movierpcd is not running","class":"offline","percentage":0}"#
    ),
  ])
  func offline_is_said_in_each_form(_ form: String, _ line: String) throws {
    var lines = try lines(form)
    #expect(text(lines.offline("server")) == line + "\n")
  }

  @Test func what_looks_the_same_is_not_said_again_but_after_offline() throws {
    var lines = try lines("plain")
    let data = bytes(FakeDaemon.server("running"))
    #expect(try lines.present("server", data) != nil)
    #expect(try lines.present("server", data) == nil)
    _ = lines.offline("server")
    #expect(try lines.present("server", data) != nil)
  }

  @Test func topics_are_compared_each_with_itself() throws {
    var lines = try lines("json", topics: ["server", "settings"])
    for topic in ["server", "settings"] { #expect(try lines.present(topic, bytes("{}")) != nil) }
    for topic in ["server", "settings"] { #expect(try lines.present(topic, bytes("{}")) == nil) }
  }

  @Test func a_field_that_is_not_there_is_told_and_one_that_is_null_is_empty() throws {
    var lines = try lines("plain", "{reason.why}|{tasks}|{state}")
    let line = try lines.present("server", bytes(FakeDaemon.server("running")))
    #expect(line.map(text) == "||running\n")
    var wrong = try self.lines("plain", "{stat}")
    let failure = #expect(throws: Failure.self) {
      try wrong.present("server", bytes(FakeDaemon.server("running")))
    }
    #expect(failure?.hint == "did you mean {state}?")
  }
}
