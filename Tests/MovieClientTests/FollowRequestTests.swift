import Testing

@testable import MovieClient

struct FollowRequestTests {
  private func request(
    _ topics: [String] = ["server"], _ form: String? = nil, _ format: String? = nil, isTerminal: Bool = false
  ) throws -> FollowRequest {
    try FollowRequest(topics: topics, form: form, format: format, isTerminal: isTerminal)
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
      (["server", "settings"], "plain", nil, "several topics come only as json"),
      (["server", "settings"], nil, "{state}", "several topics come only as json"),
      (["server"], "json", "{state}", "--format sets the text of plain and waybar; json has the whole state"),
      (["server"], "tmux", nil, "--as tmux is not in this version yet"),
      (["server"], "wayber", nil, "--as has no form \"wayber\""),
      (["server"], "plain", "{", "--format has a { without a field and its }"),
    ] as [([String], String?, String?, String)])
  func wrong_words_are_told(_ topics: [String], _ form: String?, _ format: String?, _ message: String) {
    let failure = #expect(throws: Failure.self) { try request(topics, form, format) }
    #expect(failure?.status == .usage && failure?.message == message)
  }

  @Test func forms_there_are_are_named() {
    #expect(
      throws: Failure.usage("--as polybar is not in this version yet", hint: "there are json, plain, waybar")
    ) {
      try request(["server"], "polybar")
    }
    let near = #expect(throws: Failure.self) { try request(["server"], "wayber") }
    #expect(near?.hint == "did you mean --as waybar?")
    #expect(throws: Failure.self) { try request((0..<33).map { "t\($0)" }) }
  }
}
