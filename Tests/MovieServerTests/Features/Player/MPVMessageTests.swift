import JSONRPC
import Testing

@testable import MovieServer

@Suite struct MPVMessageTests {
  private func message(_ text: String) -> MPVMessage? { MPVMessage(Array(text.utf8).span) }

  @Test func lines_of_mpv_are_read() {
    #expect(
      message(#"{"data":{"playlist_entry_id":1},"request_id":7,"error":"success"}"#)
        == .reply(id: 7, error: nil, data: ["playlist_entry_id": 1]))
    #expect(
      message(#"{"request_id":7,"error":"invalid parameter"}"#)
        == .reply(id: 7, error: "invalid parameter", data: nil))
    #expect(
      message(#"{"event":"property-change","id":1,"name":"pause","data":false}"#)
        == .property(name: "pause", value: false))
    #expect(
      message(#"{"event":"property-change","id":1,"name":"duration"}"#)
        == .property(name: "duration", value: nil))
    #expect(message(#"{"event":"file-loaded"}"#) == .fileLoaded)
    #expect(message(#"{"event":"playback-restart"}"#) == .playbackRestarted)
    #expect(
      message(#"{"event":"end-file","reason":"error","playlist_entry_id":2,"file_error":"loading failed"}"#)
        == .fileEnded(reason: "error", entry: 2, error: "loading failed"))
    #expect(
      message(#"{"event":"log-message","prefix":"ytdl_hook","level":"error","text":"ERROR: no\n"}"#)
        == .downloaderFailed("ERROR: no\n"))
  }

  @Test(arguments: [
    (#"{"event":"log-message","prefix":"ffmpeg","level":"error","text":"tcp: no\n"}"#),
    (#"{"event":"log-message","prefix":"ytdl_hook","level":"error"}"#),
  ])
  func lines_of_other_logs_are_passed_over(_ text: String) {
    #expect(message(text) == nil)
  }

  @Test(arguments: [
    "", "nonsense", "[]", "null", "{}", #"{"event":7}"#, #"{"event":"property-change"}"#,
    #"{"event":"idle"}"#,
    #"{"request_id":0,"error":"success"}"#, #"{"request_id":"7"}"#, "{\"event\":\"\u{0}\"}",
  ])
  func all_else_is_passed_over(_ text: String) {
    #expect(message(text) == nil)
  }

  @Test func command_is_one_line_whatever_is_in_it() {
    let line = MPVCommand.line(["loadfile", "https://x/\n\"quit\"\u{0}"], id: 3)
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1 && line.last == UInt8(ascii: "\n"))
    let json = try? JSONValue(parsing: String(decoding: line.dropLast(), as: UTF8.self))
    #expect(json?["command"]?[1] == "https://x/\n\"quit\"\u{0}" && json?["request_id"] == 3)
  }
}
