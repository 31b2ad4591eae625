import Testing

@testable import MovieClient

struct WatchOptionsTests {
  private func request(
    _ topics: [String] = ["server"], _ form: String? = nil, _ format: String? = nil, isTerminal: Bool = false
  ) throws -> WatchOptions {
    try WatchOptions(topics: topics, form: form, format: format, isTerminal: isTerminal)
  }

  @Test func form_follows_from_where_the_lines_go() throws {
    #expect(try request().form == .json)
    #expect(try request(isTerminal: true).form == .plain)
    #expect(try request(["server", "settings"], isTerminal: true).form == .json)
    #expect(try request(["server"], nil, "{state}").form == .plain)
    #expect(try request(["server"], "waybar", "{state}", isTerminal: true).form == .waybar)
    #expect(try request(["server"], "json", isTerminal: true).form == .json)
  }

  @Test(
    arguments: [
      ([], nil, nil, "watch needs a topic"),
      (["server", "server"], nil, nil, "the topic server is given twice"),
      ([""], nil, nil, "a topic's name has 1 to 128 bytes, not 0"),
      (["server", "settings"], "plain", nil, "several topics need --as json"),
      (["server", "settings"], nil, "{state}", "several topics need --as json"),
      (["server"], "json", "{state}", "--format cannot be combined with json, which has the whole state"),
      (["server", "settings"], "tmux", nil, "several topics need --as json"),
      (["server"], "wayber", nil, "--as has no form \"wayber\""),
      (["server"], "plain", "{", "--format has a { without a field and its }"),
    ] as [([String], String?, String?, String)])
  func wrong_words_are_told(_ topics: [String], _ form: String?, _ format: String?, _ message: String) {
    let failure = #expect(throws: CommandError.self) { try request(topics, form, format) }
    #expect(failure?.status == .usage && failure?.message == message)
  }

  @Test func forms_there_are_are_named() {
    for form in WatchFormat.allCases {
      #expect(throws: Never.self) { try request(["server"], form.rawValue) }
    }
    #expect(
      throws: CommandError.usage(
        "--as has no form \"menu\"",
        hint: "there are json, plain, waybar, polybar, i3blocks, i3status-rs, tmux")
    ) {
      try request(["server"], "menu")
    }
    for (word, hint) in [("wayber", "waybar"), ("i3status-rust", "i3status-rs")] {
      let near = #expect(throws: CommandError.self) { try request(["server"], word) }
      #expect(near?.hint == "did you mean \(hint)?")
    }
    #expect(throws: CommandError.self) { try request((0..<33).map { "t\($0)" }) }
  }
}
