import JSONRPC
import Testing

@testable import MovieClient

struct TopicTextDownloadsTests {
  private func text(_ data: String) throws -> TopicText {
    TopicText(topic: "downloads", try JSONValue(parsing: data))
  }

  @Test func nothing_to_do_is_idle() throws {
    #expect(try text(CannedStates.downloads()) == TopicText("idle", words: "no downloads", isIdle: true))
    let done = try text(
      CannedStates.downloads(done: 1, items: [CannedStates.download("Dune", "done", bytes: "9", total: "9")]))
    #expect(
      done
        == TopicText("idle", words: "1 download done", lines: ["1 download done", "Dune done"], isIdle: true))
  }

  @Test func the_only_one_is_named() throws {
    let item = CannedStates.download("Dune", "active", bytes: "42", total: "100")
    let text = try text(
      CannedStates.downloads(active: 1, bytes: "42", total: "100", rate: 262_144, items: [item]))
    var expected = TopicText(
      "downloading", short: "Dune 42%", words: "Dune 42%, 256.0 KiB/s", lines: ["Dune 42%, 42 B of 100 B"],
      percentage: 42)
    expected.isProgress = true
    #expect(text == expected)
  }

  @Test func several_are_counted() throws {
    let items = [
      CannedStates.download("Dune", "active", bytes: "50", total: "100"),
      CannedStates.download("Solaris", "queued"),
      CannedStates.download("Alien", "failed", error: "disk full"), CannedStates.download("Up", "paused"),
      CannedStates.download("Her", "failed"),
    ]
    let text = try text(
      CannedStates.downloads(
        queued: 1, active: 1, paused: 1, done: 3, failed: 2, bytes: "50", total: "200", items: items))
    #expect(text.state == "downloading" && text.short == "2 downloads 25%" && text.percentage == 25)
    #expect(text.words == "2 downloads 25%, 1 active, 1 queued, 1 paused, 2 failed, 3 done")
    #expect(
      text.lines.dropFirst() == [
        "Dune 50%, 50 B of 100 B", "Solaris queued", "Alien failed: disk full", "Up paused", "Her failed",
      ])
  }

  @Test func a_line_has_size_speed_and_time_left() throws {
    func line(_ bytes: String, _ total: String, rate: Int) throws -> String? {
      let item = CannedStates.download("Dune", "active", bytes: bytes, total: total, rate: rate)
      return try text(CannedStates.downloads(active: 1, bytes: bytes, total: total, items: [item])).lines.last
    }
    #expect(
      try line("12582912", "52428800", rate: 1_048_576)
        == "Dune 24%, 12.0 MiB of 50.0 MiB, 1.0 MiB/s, 38 s left")
    #expect(try line("0", "9007199254740991", rate: 1)?.hasSuffix(", 1 B/s") == true)
    #expect(try line("7", "null", rate: 1024) == "Dune 7 B, 1.0 KiB/s")
    #expect(try line("-5", "100", rate: -1)?.hasPrefix("Dune 0%") == true)
  }

  @Test func a_length_nobody_knows_is_told_in_bytes() throws {
    let item = CannedStates.download("Dune", "active", bytes: "1048576")
    let text = try text(CannedStates.downloads(active: 1, bytes: "1048576", items: [item]))
    #expect(text.short == "Dune 1.0 MiB" && text.percentage == 0)
  }

  @Test func what_waits_does_not_move() throws {
    let item = CannedStates.download("Dune", "queued")
    #expect(try text(CannedStates.downloads(queued: 1, rate: 5, items: [item])).words == "Dune queued")
  }

  @Test func count_of_one_state_is_not_repeated() throws {
    let text = try text(CannedStates.downloads(queued: 2))
    #expect(text.words == "2 downloads queued" && text.lines == ["2 downloads queued"])
  }

  @Test(arguments: [
    (0, 0, 1, 0, "paused", "Dune paused"), (0, 0, 0, 1, "failed", "Dune failed"),
    (0, 0, 1, 1, "failed", "Dune failed"), (1, 0, 1, 1, "downloading", "1 download queued"),
    (0, 1, 1, 1, "downloading", "1 download 0%"), (0, 0, 2, 0, "paused", "2 downloads paused"),
  ])
  func the_state_is_that_of_what_matters_most(
    _ queued: Int, _ active: Int, _ paused: Int, _ failed: Int, _ state: String, _ short: String
  ) throws {
    let items = [paused > 0 ? "paused" : nil, failed > 0 ? "failed" : nil].compactMap(\.self)
      .map { CannedStates.download("Dune", $0) }
    let text = try text(
      CannedStates.downloads(
        queued: queued, active: active, paused: paused, failed: failed, total: "100", items: items))
    #expect(text.state == state && text.short == short && !text.isIdle)
  }
}
