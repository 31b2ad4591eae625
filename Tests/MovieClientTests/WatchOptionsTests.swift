import Testing

@testable import MovieClient

struct WatchOptionsTests {
  private func request(
    _ topics: [String] = ["server"], _ form: WatchFormat? = nil, _ format: String? = nil,
    isTerminal: Bool = false
  ) throws -> WatchOptions {
    try WatchOptions(topics: topics, form: form, format: format, isTerminal: isTerminal)
  }

  @Test func form_follows_from_where_the_lines_go() throws {
    #expect(try request().form == .json)
    #expect(try request(isTerminal: true).form == .plain)
    #expect(try request(["server", "settings"], isTerminal: true).form == .json)
    #expect(try request(["server"], nil, "{state}").form == .plain)
    #expect(try request(["server"], .waybar, "{state}", isTerminal: true).form == .waybar)
    #expect(try request(["server"], .json, isTerminal: true).form == .json)
  }

  @Test(
    arguments: [
      ([], nil, nil, "watch needs a topic"),
      (["server", "settings"], .plain, nil, "several topics need --as json"),
      (["server", "settings"], nil, "{state}", "several topics need --as json"),
      (["server"], .json, "{state}", "--format cannot be combined with json, which has the whole state"),
      (["server", "settings"], .tmux, nil, "several topics need --as json"),
      (["server"], .plain, "{", "--format has a { without a field and its }"),
    ] as [([String], WatchFormat?, String?, String)])
  func wrong_words_are_told(_ topics: [String], _ form: WatchFormat?, _ format: String?, _ message: String) {
    let failure = #expect(throws: CommandError.self) { try request(topics, form, format) }
    #expect(failure?.status == .usage && failure?.message == message)
  }
}
