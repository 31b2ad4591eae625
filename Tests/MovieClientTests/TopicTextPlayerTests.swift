import JSONRPC
import Testing

@testable import MovieClient

struct TopicTextPlayerTests {
  private func text(_ data: String) throws -> TopicText {
    TopicText(topic: "player", try JSONValue(parsing: data))
  }

  @Test(arguments: [
    ("playing", nil, "Dune", "Dune, trailer, playing, 0:41 of 2:27"),
    ("paused", nil, "Dune paused", "Dune, trailer, paused, 0:41 of 2:27"),
    ("loading", nil, "Dune loading", "Dune, trailer, loading, 0:41 of 2:27"),
    ("failed", "mpv is not there", "Dune failed", "Dune, trailer, failed: mpv is not there, 0:41 of 2:27"),
  ])
  func what_plays_is_named(_ state: String, _ error: String?, _ short: String, _ words: String) throws {
    #expect(
      try text(CannedStates.player(state, error: error))
        == TopicText(state, short: short, words: words, percentage: 28))
  }

  @Test func stopped_is_nothing() throws {
    #expect(try text(CannedStates.stopped) == TopicText("stopped", words: "nothing plays", isIdle: true))
  }

  @Test(arguments: [
    ("0", "59.9", "0:00 of 0:59"), ("3599.9", "3600", "59:59 of 1:00:00"), ("7", "null", "0:07"),
    ("null", "90", ""), ("-1", "90", ""), ("1e300", "1e300", ""),
  ])
  func times_are_a_clocks(_ position: String, _ duration: String, _ time: String) throws {
    let text = try text(CannedStates.player("playing", position: position, duration: duration))
    #expect(text.words == "Dune, trailer, playing" + (time.isEmpty ? "" : ", " + time))
  }

  @Test func a_title_may_be_missing() throws {
    #expect(try text(CannedStates.player("playing", nil)).short == "trailer")
    #expect(try text(#"{"state":"paused"}"#).words == "something, paused")
  }
}
