import JSONRPC
import Testing

@testable import MovieClient

struct WatchFormatterTests {
  /// A title, and what each form shows of it.
  struct Hostile: CustomTestStringConvertible {
    let title: String
    let plain: String
    let pango: String
    let polybar: String
    let tmux: String
    let i3blocks: String

    init(
      _ title: String, plain: String? = nil, pango: String? = nil, polybar: String? = nil,
      tmux: String? = nil,
      i3blocks: String? = nil
    ) {
      self.title = title
      self.plain = plain ?? title
      self.pango = pango ?? self.plain
      self.polybar = polybar ?? self.plain
      self.tmux = tmux ?? self.plain
      self.i3blocks = i3blocks ?? self.plain
    }

    var testDescription: String { plain }
  }

  private static let hostile = [
    Hostile("Fast & Furious", pango: "Fast &amp; Furious"),
    Hostile("#Alive", tmux: "##Alive"),
    Hostile("#Horror #{pane_id} #(id) #[fg=red]", tmux: "##Horror ##{pane_id} ##(id) ##[fg=red]"),
    Hostile("C#", tmux: "C## "),
    Hostile("👨‍👩‍👧‍👦 👩‍🚀", tmux: "👨👩👧👦 👩‍🚀"),
    Hostile("[REC]"),
    Hostile(
      "<3 \"q\" 'r'", pango: "&lt;3 &quot;q&quot; &#39;r&#39;", i3blocks: "<3 \u{201C}q\u{201D} 'r'"),
    Hostile("\"Wuthering\"", pango: "&quot;Wuthering&quot;", i3blocks: "\u{201C}Wuthering\u{201D}"),
    Hostile("100% Wolf %H:%M"),
    Hostile("What the #$*! Do We (K)now!?", tmux: "What the ##$*! Do We (K)now!?"),
    Hostile("%{F#f00}x", polybar: "%\u{200B}{F#f00}x", tmux: "%{F##f00}x"),
    // Removing characters must not leave a tag behind.
    Hostile(
      "%\u{202E}{A1:id:}%%{B}", plain: "%{A1:id:}%%{B}", polybar: "%\u{200B}{A1:id:}%%\u{200B}{B}"),
    Hostile("Amélie 기생충"),
    Hostile("a\nb\rc\td", plain: "a b c d"),
    Hostile("\u{1B}[31mred\u{9B}0m", plain: "[31mred0m"),
    Hostile("a\u{202E}b\u{2066}c\u{200F}", plain: "abc"),
    Hostile("a\u{2028}b", plain: "a b"),
    Hostile("nul\u{0}\u{1F}", plain: "nul"),
    Hostile("&amp; \\", pango: "&amp;amp; \\", i3blocks: "&amp; \u{2216}"),
    Hostile(
      String(repeating: "#", count: 200), plain: String(repeating: "#", count: 119) + "…",
      tmux: String(repeating: "#", count: 238) + "…"),
  ]

  private func lines(_ form: String, _ format: String? = nil, topics: [String] = ["server"]) throws
    -> WatchFormatter
  {
    let request = try WatchOptions(
      topics: topics, form: WatchFormat(rawValue: form), format: format, isTerminal: false)
    return WatchFormatter(request, isTerminal: false)
  }

  @Test(arguments: ["plain", "waybar", "polybar", "i3blocks", "i3status-rs", "tmux"])
  func line_has_no_ellipsis_where_signs_are_not_shown(_ form: String) throws {
    let request = try WatchOptions(
      topics: ["player"], form: WatchFormat(rawValue: form), format: "{title}", isTerminal: false,
      hasSigns: false)
    var lines = WatchFormatter(request, isTerminal: false)
    let title = title(String(repeating: "Amélie ", count: 200))
    let line = text(try #require(try lines.present("player", title, at: 0)))
    #expect(line.contains("Amé") && line.contains("...") && !line.contains("…"), "\(line)")
  }

  private func title(_ title: String) -> [UInt8] {
    bytes((["title": .string(title), "state": "playing"] as JSONValue).text())
  }

  private func line(_ form: String, _ title: String) throws -> String {
    var lines = try lines(form, "{title}")
    return text(try #require(try lines.present("player", self.title(title), at: 0)))
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).text() }

  @Test(arguments: hostile) func plain_text_is_one_line_of_what_can_be_read(_ hostile: Hostile) throws {
    // There is room for more than in a bar.
    let plain = hostile.title.count < 200 ? hostile.plain : hostile.title
    #expect(try line("plain", hostile.title) == plain + "\n")
  }

  @Test(arguments: hostile) func waybar_gets_markup_that_shows_the_title(_ hostile: Hostile) throws {
    // A title among other words has less room.
    let tooltip =
      (hostile.title.count < 200 ? hostile.pango : BarText.bounded(hostile.title, to: 40)) + ", playing"
    #expect(
      try line("waybar", hostile.title)
        == #"{"text":\#(quoted(hostile.pango)),"alt":"playing","tooltip":\#(quoted(tooltip)),"class":"playing","percentage":0}"#
        + "\n")
  }

  @Test(arguments: hostile) func polybar_gets_no_tag(_ hostile: Hostile) throws {
    #expect(try line("polybar", hostile.title) == hostile.polybar + "\n")
  }

  @Test(arguments: hostile) func i3blocks_gets_no_escape(_ hostile: Hostile) throws {
    let short = BarText.bounded(hostile.i3blocks, to: 20)
    let line = try line("i3blocks", hostile.title)
    #expect(line == #"{"full_text":"\#(hostile.i3blocks)","short_text":"\#(short)"}"# + "\n")
    #expect(!line.contains("\\"))
  }

  @Test(arguments: hostile) func i3status_rust_gets_text_that_it_escapes_itself(_ hostile: Hostile) throws {
    let short = BarText.bounded(hostile.plain, to: 20)
    #expect(
      try line("i3status-rs", hostile.title)
        == #"{"state":"Good","text":\#(quoted(hostile.plain)),"short_text":\#(quoted(short))}"# + "\n")
  }

  @Test(arguments: hostile) func tmux_gets_no_format(_ hostile: Hostile) throws {
    #expect(try line("tmux", hostile.title) == hostile.tmux + "\n")
  }

  @Test func tooltip_of_a_progress_stays_long_enough_to_be_seen() throws {
    var lines = try lines("waybar", topics: ["downloads"])
    func tooltip(_ bytes: Int, at now: Int, _ state: String = "active") throws -> String? {
      let item = CannedStates.download("Dune", state, bytes: "\(bytes)", total: "100")
      let counts = state == "active" ? 1 : 0
      let data = CannedStates.downloads(
        active: counts, paused: 1 - counts, bytes: "\(bytes)", total: "100", items: [item])
      let line = try lines.present("downloads", Array(data.utf8), at: now)
      return try line.flatMap { try JSONValue(parsing: text($0))["tooltip"]?.stringValue }
    }
    #expect(try tooltip(10, at: 0) == "Dune 10%, 10 B of 100 B")
    #expect(try tooltip(11, at: 1999) == "Dune 10%, 10 B of 100 B")
    #expect(try tooltip(12, at: 2000) == "Dune 12%, 12 B of 100 B")
    #expect(try tooltip(13, at: 2100, "paused") == "Dune paused")
  }

  @Test func tooltip_is_escaped_too() throws {
    var lines = try lines("waybar")
    let line = text(
      try #require(try lines.present("server", bytes(FakeDaemon.server("running", version: "<&>")), at: 0)))
    #expect(
      line
        == #"{"text":"","alt":"running","tooltip":"movierpcd &lt;&amp;&gt; running","class":"running","percentage":0}"#
        + "\n")
  }

  /// text, alt, tooltip, percentage
  private static let waybar: [(topic: String, String, String, String, Int)] = [
    ("library", "9 to watch", "some", "12 on the watchlist, 9 to watch, 4 favourites", 25),
    ("watchlist", "9 to watch", "some", #"Dune (2021)\n기생충 (2019)\nand 7 more"#, 0),
    (
      "downloads", "2 downloads 42%", "downloading",
      #"2 downloads 42%, 1 active, 1 queued, 1 failed\nDune 42%, 42 B of 100 B\nSolaris queued\nAlien failed: disk full"#,
      42
    ),
    ("player", "Dune", "playing", "Dune, trailer, playing, 0:41 of 2:27", 28),
    ("searches", "dune", "some", #"dune\nalien"#, 0), ("settings", "", "changed", "region DE", 0),
    ("releases", "Dune (cinema)", "some", "Dune (cinema)", 0),
    ("follow", "Christopher Nolan", "some", #"Christopher Nolan\nZoe"#, 0),
    ("browse:popular", "Dune (2021)", "some", #"Dune (2021)\n기생충 (2019)"#, 0),
    (
      "account", "TMDB account", "connected",
      "ann; nothing is changed until you agree; changes not sent to TMDB yet: 2",
      0
    ),
    ("profiles", "Papa", "unlocked", #"default\nKids (locked)\nPapa (unlocked)"#, 0),
    ("server", "import 62%", "running", "movierpcd 0.1.0 running, import 62%", 62),
  ]

  @Test func every_topic_is_a_line_in_waybar() throws {
    for ((topic, data), (_, short, alt, tooltip, percentage)) in zip(CannedStates.all, Self.waybar) {
      var lines = try lines("waybar", topics: [topic])
      #expect(
        try lines.present(topic, bytes(data), at: 0).map(text)
          == #"{"text":"\#(short)","alt":"\#(alt)","tooltip":"\#(tooltip)","class":"\#(alt)","percentage":\#(percentage)}"#
          + "\n")
    }
    #expect(Self.waybar.map(\.topic) == CannedStates.all.map(\.topic))
  }

  /// The same text, wherever a form has one.
  @Test(arguments: ["polybar", "tmux", "i3blocks", "i3status-rs"])
  func every_topic_is_a_line_in_other_bars(_ form: String) throws {
    for ((topic, data), row) in zip(CannedStates.all, Self.waybar) {
      var lines = try lines(form, topics: [topic])
      let line = try lines.present(topic, bytes(data), at: 0).map(text) ?? ""
      let shown = try? JSONValue(parsing: line)
      #expect(
        (shown?["full_text"] ?? shown?["text"])?.stringValue ?? String(line.dropLast()) == row.1, "\(topic)")
    }
  }

  @Test func json_has_the_data_byte_for_byte() throws {
    var lines = try lines("json")
    let data = #"{"b": 1.50,"a":"\u00e9\/\#u{202E}&"}"#
    #expect(
      text(try #require(try lines.present("server", bytes(data), at: 0)))
        == #"{"topic":"server","data":\#(data)}"#
        + "\n")
  }

  @Test func json_on_a_terminal_does_not_steer_it() throws {
    let request = try WatchOptions(topics: ["server"], form: .json, format: nil, isTerminal: true)
    var lines = WatchFormatter(request, isTerminal: true)
    let line = text(try #require(try lines.present("server", bytes("[\"\u{202E}\"]"), at: 0)))
    #expect(line == #"{"topic":"server","data":["\u202e"]}"# + "\n")
  }

  @Test(arguments: [
    ("json", #"{"topic":"server","data":null}"#), ("plain", "movierpcd is not running"),
    (
      "waybar",
      #"{"text":"","alt":"offline","tooltip":"movierpcd is not running","class":"offline","percentage":0}"#
    ), ("polybar", "movierpc offline"), ("tmux", "movierpc offline"),
    ("i3blocks", #"{"full_text":"movierpc offline","short_text":"movierpc offline"}"#),
    ("i3status-rs", #"{"state":"Warning","text":"movierpc offline","short_text":"movierpc offline"}"#),
  ])
  func offline_is_said_in_each_form(_ form: String, _ line: String) throws {
    var lines = try lines(form)
    #expect(text(lines.offline("server")) == line + "\n")
  }

  @Test(arguments: [
    ("plain", ""), ("polybar", ""), ("tmux", ""), ("i3blocks", #"{"full_text":"","short_text":""}"#),
    ("i3status-rs", #"{"state":"Idle","text":"","short_text":""}"#),
    ("waybar", #"{"text":"","alt":"empty","tooltip":"","class":"empty","percentage":0}"#),
  ])
  func offline_is_hidden_where_another_says_it(_ form: String, _ line: String) throws {
    let request = try WatchOptions(
      topics: ["server"], form: WatchFormat(rawValue: form), format: nil, hidesOffline: true,
      isTerminal: false)
    var lines = WatchFormatter(request, isTerminal: false)
    #expect(text(lines.offline("server")) == line + "\n")
    let data = bytes(FakeDaemon.server("running"))
    #expect(try lines.present("server", data, at: 0) != nil)
    #expect(throws: CommandError.self) {
      try WatchOptions(topics: ["server"], form: .json, format: nil, hidesOffline: true, isTerminal: false)
    }
  }

  @Test func what_looks_the_same_is_not_said_again_but_after_offline() throws {
    var lines = try lines("plain")
    let data = bytes(FakeDaemon.server("running"))
    #expect(try lines.present("server", data, at: 0) != nil)
    #expect(try lines.present("server", data, at: 0) == nil)
    _ = lines.offline("server")
    #expect(try lines.present("server", data, at: 0) != nil)
  }

  @Test func topics_are_compared_each_with_itself() throws {
    var lines = try lines("json", topics: ["server", "settings"])
    for topic in ["server", "settings"] { #expect(try lines.present(topic, bytes("{}"), at: 0) != nil) }
    for topic in ["server", "settings"] { #expect(try lines.present(topic, bytes("{}"), at: 0) == nil) }
  }

  @Test func idle_bars_are_empty_whatever_the_format() throws {
    let stopped = bytes(CannedStates.stopped)
    for (form, line) in [
      (
        "waybar", #"{"text":"","alt":"stopped","tooltip":"nothing plays","class":"stopped","percentage":0}"#
      ), ("polybar", ""), ("tmux", ""), ("i3blocks", #"{"full_text":"","short_text":""}"#),
      ("i3status-rs", #"{"state":"Idle","text":"","short_text":""}"#),
    ] {
      for format in [nil, "volume {volume}"] {
        var lines = try lines(form, format)
        #expect(try lines.present("player", stopped, at: 0).map(text) == line + "\n")
      }
    }
    var lines = try lines("plain", "volume {volume}")
    #expect(try lines.present("player", stopped, at: 0).map(text) == "volume 80\n")
  }

  @Test func blanks_alone_are_nothing() throws {
    var lines = try lines("polybar", " {reason} {tasks} ")
    #expect(try lines.present("server", bytes(FakeDaemon.server("running")), at: 0).map(text) == "\n")
    var more = try self.lines("polybar", " in {version} ")
    #expect(try more.present("server", bytes(FakeDaemon.server("running")), at: 0).map(text) == "in 0.1.0\n")
  }

  @Test func a_failure_is_urgent() throws {
    let failed = bytes(CannedStates.player("failed", error: "mpv is gone"))
    var lines = try lines("i3blocks")
    #expect(
      try lines.present("player", failed, at: 0).map(text)
        == #"{"full_text":"Dune failed","short_text":"Dune failed","urgent":"true"}"# + "\n")
    lines = try self.lines("i3status-rs")
    #expect(
      try lines.present("player", failed, at: 0).map(text)
        == #"{"state":"Critical","text":"Dune failed","short_text":"Dune failed"}"# + "\n")
  }

  @Test func a_field_that_is_not_there_is_told_and_one_that_is_null_is_empty() throws {
    var lines = try lines("plain", "{reason.why}|{tasks}|{state}")
    let line = try lines.present("server", bytes(FakeDaemon.server("running")), at: 0)
    #expect(line.map(text) == "||running\n")
    var wrong = try self.lines("plain", "{stat}")
    let failure = #expect(throws: CommandError.self) {
      try wrong.present("server", bytes(FakeDaemon.server("running")), at: 0)
    }
    #expect(failure?.hint == "did you mean {state}?")
  }
}
