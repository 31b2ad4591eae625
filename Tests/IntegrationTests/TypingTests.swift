import JSONRPC
import TestSupport
import Testing

/// A launcher: a name is typed letter by letter, and each letter asks anew.
@Suite(.timeLimit(.minutes(20))) struct TypingTests {
  private func line(_ id: Int, _ method: String, _ params: JSONValue) -> String {
    JSONValue.object([
      JSONMember("jsonrpc", "2.0"), JSONMember("id", .integer(id)), JSONMember("method", .string(method)),
      JSONMember("params", params),
    ]).text()
  }

  @Test func searches_typed_are_answered_or_replaced_and_the_last_is_answered() throws {
    let daemon = try SpawnedDaemon()
    let first = try daemon.connect()
    let popular = try first.call(
      line(1, "browse", ["list": "popular", "page_size": 100]))["result"]?["results"]?.arrayValue
    let titles = try #require(popular).compactMap { $0["title"]?.stringValue }
    #expect(titles.count == 100)

    // All hundred type at once. The catalogue answers without a wait, so some are quicker than the next letter.
    let typists = try titles.map { title in
      let client = try daemon.connect()
      for (index, end) in title.indices.enumerated() {
        let typed = JSONValue.string(String(title[...end]))
        // A debug build on a busy machine needs long for all of them.
        try client.send(line(2 * index, "suggest", ["q": typed, "timeout_ms": 120_000]))
        try client.send(
          line(2 * index + 1, "search", ["q": typed, "supersedes": "typing", "timeout_ms": 120_000]))
      }
      return client
    }
    for (title, client) in zip(titles, typists) {
      var replies: [Int: JSONValue] = [:]
      for _ in 0..<2 * title.count {
        let reply = try client.reply()
        let id = try #require(reply["id"]?.intValue)
        #expect(replies.updateValue(reply, forKey: id) == nil, "\(title): answered twice")
      }
      for index in 0..<title.count {
        // What was only a blank so far is no question.
        let suggestions = replies[2 * index]?["result"]?["results"]?.arrayValue
        #expect(suggestions != nil, "\(title): \(replies[2 * index]?.text() ?? "-")")
        let search = replies[2 * index + 1]
        guard index < title.count - 1 else { break }
        let isAnswered = search?["result"]?["results"]?.arrayValue != nil
        #expect(isAnswered || search?["error"]?["data"]?["by"] == "newer", "\(title)")
      }
      for id in [2 * (title.count - 1), 2 * (title.count - 1) + 1] {
        let found = replies[id]?["result"]?["results"]?.arrayValue ?? []
        #expect(found.contains { $0["title"]?.stringValue == title }, "\(title) is not among what was found")
      }
    }
    #expect(try first.call(line(3, "status", [:]))["result"]?["in_flight"] == 0)
  }
}
