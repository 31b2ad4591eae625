import Testing

@testable import MovieClient

@Suite struct StateColorsTests {
  @Test func states_have_colours() throws {
    let colors = try StateColors("failed=#bf616a,paused=#888")
    #expect(colors["failed"] == "#bf616a" && colors["paused"] == "#888" && colors["playing"] == nil)
  }

  @Test(arguments: [
    "", "failed", "failed=", "failed=red", "failed=#12", "failed=#bf616g", "=#888", "failed=#888,",
    "failed=#888}%{A1:id:", "a b=#888", "failed=#８８８",
  ])
  func others_are_named(_ text: String) {
    let failure = #expect(throws: CommandError.self) { try StateColors(text) }
    #expect(failure?.message.hasPrefix("--colors takes STATE=#RRGGBB, not \"") == true, "\(text)")
  }

  @Test func they_are_for_polybar() throws {
    let failure = #expect(throws: CommandError.self) {
      try WatchOptions(
        topics: ["player"], form: .waybar, format: nil, colors: "failed=#888", isTerminal: false)
    }
    #expect(failure?.message == "--colors needs --as polybar")
    let request = try WatchOptions(
      topics: ["player"], form: .polybar, format: nil, colors: "failed=#888,paused=#777,offline=#666",
      isTerminal: false)
    var lines = WatchFormatter(request, isTerminal: false)
    func shown(_ data: String) throws -> String? {
      try lines.present("player", Array(data.utf8), at: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try shown(#"{"state":"paused","title":"%{F#f00}x"}"#) == "%{F#777}%\u{200B}{F#f00}x paused\n")
    #expect(try shown(#"{"state":"playing","title":"x"}"#) == "x\n")
    #expect(try shown(#"{"state":"stopped","title":null}"#) == "\n")
    #expect(String(decoding: lines.offline("player"), as: UTF8.self) == "%{F#666}movierpc offline\n")
  }

  @Test(arguments: [
    ("waybar", #""text":"⁨שלום⁩ paused","#), ("i3blocks", #""full_text":"⁨שלום⁩ paused","#),
    ("i3status-rs", #""text":"⁨שלום⁩ paused","#), ("polybar", "שלום paused"), ("tmux", "שלום paused"),
    ("plain", "שלום, paused"),
  ])
  func bars_that_draw_both_directions_get_isolates(_ form: String, _ text: String) throws {
    let request = try WatchOptions(
      topics: ["player"], form: WatchFormat(rawValue: form), format: nil, isTerminal: false)
    var lines = WatchFormatter(request, isTerminal: false)
    let data = Array(#"{"state":"paused","title":"שלום"}"#.utf8)
    let line = try #require(try lines.present("player", data, at: 0))
    #expect(String(decoding: line, as: UTF8.self).contains(text), "\(String(decoding: line, as: UTF8.self))")
  }
}
