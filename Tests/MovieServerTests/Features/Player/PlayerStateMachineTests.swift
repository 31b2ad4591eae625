import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// The machine in a class, so that what it says can stand in an expectation.
private final class Machine {
  private var life = PlayerStateMachine()

  var state: PlayerState { life.state }

  func play(_ items: PlayItem...) -> [PlayerStateMachine.Action] { life.play(items) }
  func toggle() -> [PlayerStateMachine.Action] { life.toggle() }
  func handle(_ message: MPVMessage) -> [PlayerStateMachine.Action] { life.handle(message) }
  func exited(status: Int, signal: Int) -> [PlayerStateMachine.Action] {
    life.exited(status: status, signal: signal)
  }
  func couldNotStart(_ reason: String) -> [PlayerStateMachine.Action] { life.couldNotStart(reason) }
  func stop() -> [PlayerStateMachine.Action] { life.stop() }
  func lost() -> [PlayerStateMachine.Action] { life.lost() }
  func position(_ seconds: Double?) -> [PlayerStateMachine.Action] { life.position(seconds) }
}

@Suite struct PlayerStateMachineTests {
  private func item(_ number: Int, needsDownloader: Bool = false) -> PlayItem {
    PlayItem(
      key: "movie/\(number)", title: "Title \(number)", video: .trailer, url: "https://example.org/\(number)",
      needsDownloader: needsDownloader)
  }

  /// It needs nobody to look for it.
  private let direct = PlayerStateMachine.Action.set("ytdl", false)

  private func title(_ number: Int) -> PlayerStateMachine.Action {
    .set("force-media-title", .string("Title \(number)"))
  }

  /// Loaded, and mpv has taken it.
  private func loading(_ number: Int = 1) -> Machine {
    let life = Machine()
    _ = life.play(item(number))
    _ = life.handle(.reply(id: 1, error: nil, data: ["playlist_entry_id": 1]))
    return life
  }

  private func playing() -> Machine {
    let life = loading()
    _ = life.handle(.playbackRestarted)
    return life
  }

  @Test func first_item_starts_the_program() {
    let life = Machine()
    #expect(!life.state.isLoaded)
    #expect(life.play(item(1)) == [.start, direct, title(1), .load(item(1), id: 1), .changed])
    #expect(
      life.state.stage == .loading && life.state.key == "movie/1" && life.state.url == "https://example.org/1"
    )
    #expect(life.handle(.reply(id: 1, error: nil, data: ["playlist_entry_id": 1])) == [])
    #expect(life.handle(.fileLoaded) == [])
    #expect(life.handle(.property(name: "duration", value: .double(147))) == [.changed])
    #expect(life.handle(.playbackRestarted) == [.changed, .settled])
    #expect(life.state.stage == .playing && life.state.duration == 147)
    // After a seek.
    #expect(life.handle(.playbackRestarted) == [.moved])
  }

  @Test func next_item_takes_the_place_of_the_first() {
    let life = playing()
    #expect(life.play(item(2)) == [direct, title(2), .load(item(2), id: 2), .changed])
    #expect(life.state.duration == nil && life.state.stage == .loading)
    // Of the one that gave way.
    #expect(life.handle(.fileEnded(reason: "stop", entry: 1, error: nil)) == [])
    #expect(life.handle(.playbackRestarted) == [])
    _ = life.handle(.reply(id: 2, error: nil, data: ["playlist_entry_id": 2]))
    #expect(life.handle(.fileEnded(reason: "stop", entry: 1, error: nil)) == [])
    #expect(life.handle(.playbackRestarted) == [.changed, .settled])
  }

  @Test func pause_is_what_mpv_says() {
    let life = playing()
    #expect(life.toggle() == [.set("pause", .bool(true))] && life.state.stage == .playing)
    #expect(life.handle(.property(name: "pause", value: true)) == [.changed] && life.state.stage == .paused)
    #expect(life.handle(.property(name: "pause", value: true)) == [])
    #expect(life.toggle() == [.set("pause", .bool(false))])
    #expect(life.play(item(2)).first == .set("pause", false))
  }

  @Test func verbs_of_which_mpv_has_said_nothing_yet_count() {
    let life = playing()
    #expect(life.toggle() == [.set("pause", true)])
    #expect(life.toggle() == [.set("pause", false)])
    #expect(life.toggle() == [.set("pause", true)])
    // Nothing begins paused.
    #expect(life.play(item(2)).first == .set("pause", false))
    #expect(life.toggle() == [.set("pause", true)])
  }

  @Test func what_cannot_be_played_has_failed() {
    let life = loading()
    #expect(
      life.handle(.fileEnded(reason: "error", entry: 1, error: "loading failed")) == [.changed, .settled])
    #expect(life.state.stage == .failed && life.state.key == "movie/1")
    #expect(life.state.fault?.message.english == "the player could not play it: loading failed")
    #expect(life.state.fault?.advice?.remedy == .method("trailer", params: [JSONMember("key", "movie/1")]))
    // mpv ends then.
    #expect(life.exited(status: 2, signal: 0) == [])
    #expect(life.state.stage == .failed)
    #expect(life.play(item(2)).first == .start && life.state.fault == nil)
  }

  @Test func video_of_a_site_takes_a_program_to_find_it() {
    let life = Machine()
    #expect(life.play(item(1, needsDownloader: true)).contains(.set("ytdl", true)))
    _ = life.handle(.reply(id: 1, error: nil, data: ["playlist_entry_id": 1]))
    _ = life.handle(.fileEnded(reason: "error", entry: 1, error: "loading failed"))
    #expect(
      life.state.fault?.message.english
        == "the player could not play it: loading failed; yt-dlp is missing, or could not find it")
  }

  @Test(arguments: [
    (
      [
        "ERROR: [youtube] n9xhJrPXop4: Sign in to confirm you’re not a bot.  Use --cookies\n",
        "youtube-dl failed: unexpected error occurred\n",
      ],
      "yt-dlp: [youtube] n9xhJrPXop4: Sign in to confirm you’re not a bot. Use --cookies"
    ),
    (["WARNING: old\nERROR: Private video\n"], "yt-dlp: Private video"),
    (["\n", "youtube-dl failed: not found or not enough permissions\n"], "it needs yt-dlp"),
    (["youtube-dl failed: killed\n"], "yt-dlp is missing, or could not find it"),
  ])
  func reason_of_yt_dlp_is_passed_on(_ lines: [String], _ reason: String) {
    let life = Machine()
    _ = life.play(item(1, needsDownloader: true))
    _ = life.handle(.reply(id: 1, error: nil, data: ["playlist_entry_id": 1]))
    for line in lines { #expect(life.handle(.downloaderFailed(line)) == []) }
    _ = life.handle(.fileEnded(reason: "error", entry: 1, error: "loading failed"))
    #expect(life.state.fault?.message.english == "the player could not play it: loading failed; \(reason)")
    let isMissing = reason == "it needs yt-dlp"
    #expect((life.state.fault?.advice?.remedy == .install("yt-dlp")) == isMissing)
  }

  @Test func reason_of_yt_dlp_is_bounded() {
    let reason = DownloaderReason("ERROR: " + String(repeating: "x", count: 1000))
    #expect(reason == .said(String(repeating: "x", count: 300)))
  }

  @Test func next_video_is_tried_if_one_cannot_be_played() {
    let life = Machine()
    _ = life.play(item(1, needsDownloader: true), item(2), item(3))
    _ = life.handle(.reply(id: 1, error: nil, data: ["playlist_entry_id": 1]))
    _ = life.handle(.downloaderFailed("ERROR: Private video"))
    #expect(
      life.handle(.fileEnded(reason: "error", entry: 1, error: "loading failed"))
        == [direct, title(2), .load(item(2), id: 2), .changed])
    #expect(life.state.stage == .loading && life.state.url == "https://example.org/2")
    // mpv was already ending.
    #expect(life.exited(status: 2, signal: 0) == [.start, direct, title(2), .load(item(2), id: 3)])
    #expect(
      life.handle(.reply(id: 3, error: "invalid parameter", data: nil)).contains(.load(item(3), id: 4)))
    _ = life.handle(.reply(id: 4, error: nil, data: ["playlist_entry_id": 1]))
    #expect(life.handle(.playbackRestarted) == [.changed, .settled] && life.state.key == "movie/3")
    // What has begun is not replaced.
    #expect(life.handle(.fileEnded(reason: "error", entry: 1, error: "cut off")) == [.changed, .settled])
    #expect(life.state.fault?.message.english == "the player could not play it: cut off")
  }

  @Test func last_video_that_cannot_be_played_is_the_failure() {
    let life = Machine()
    _ = life.play(item(1), item(2))
    for id in 1...2 { _ = life.handle(.reply(id: id, error: "error \(id)", data: nil)) }
    #expect(
      life.state.stage == .failed && life.state.fault?.message.english == "the player rejected it: error 2")
    // A later request begins anew.
    _ = life.play(item(1))
    _ = life.handle(.reply(id: 3, error: "error 3", data: nil))
    #expect(life.state.stage == .failed)
  }

  @Test func refused_command_is_a_failure() {
    let life = Machine()
    _ = life.play(item(1))
    #expect(life.handle(.reply(id: 1, error: "invalid parameter", data: nil)) == [.changed, .settled])
    #expect(life.state.stage == .failed)
  }

  @Test func end_of_the_file_stops() {
    let life = playing()
    #expect(life.handle(.fileEnded(reason: "eof", entry: 1, error: nil)) == [.changed, .settled])
    #expect(life.state.stage == .stopped && life.state.position == nil && life.state.title == "Title 1")
    #expect(life.exited(status: 0, signal: 0) == [])
  }

  @Test func list_goes_on_with_its_first_entry() {
    let life = loading()
    #expect(life.handle(.fileEnded(reason: "redirect", entry: 1, error: nil)) == [])
    #expect(life.handle(.playbackRestarted) == [.changed, .settled] && life.state.stage == .playing)
    #expect(life.handle(.fileEnded(reason: "eof", entry: 9, error: nil)) == [.changed, .settled])
  }

  @Test func program_that_was_killed_is_told() {
    let life = playing()
    #expect(life.exited(status: 0, signal: 9) == [.changed, .settled])
    #expect(
      life.state.stage == .failed && life.state.fault?.message.english == "the player was killed by signal 9")
  }

  @Test func closed_window_is_no_failure() {
    let life = playing()
    #expect(life.exited(status: 0, signal: 0) == [.changed, .settled] && life.state.stage == .stopped)
  }

  @Test func program_that_never_played_has_failed() {
    let life = loading()
    #expect(life.exited(status: 0, signal: 0) == [.changed, .settled] && life.state.stage == .failed)
    let other = Machine()
    _ = other.play(item(1))
    #expect(other.exited(status: 1, signal: 0) == [.changed, .settled])
    #expect(other.state.fault?.message.english == "the player ended with status 1")
  }

  @Test func one_that_was_ending_when_it_was_asked_is_started_anew() {
    let life = playing()
    _ = life.handle(.fileEnded(reason: "eof", entry: 1, error: nil))
    _ = life.play(item(2))
    // With whatever status: that of what it had played.
    #expect(life.exited(status: 2, signal: 0) == [.start, direct, title(2), .load(item(2), id: 3)])
    #expect(life.state.stage == .loading)
    // Once: the new one has not answered either.
    #expect(life.handle(.reply(id: 2, error: nil, data: nil)) == [])
    _ = life.handle(.reply(id: 3, error: nil, data: nil))
    #expect(life.handle(.playbackRestarted) == [.changed, .settled])
  }

  @Test func program_that_hangs_is_told_or_started_anew() {
    let life = Machine()
    _ = life.play(item(1))
    #expect(
      life.lost() == [.changed, .settled] && life.state.fault?.message.english == "the player does not answer"
    )
    _ = life.play(item(1))
    _ = life.stop()
    // It has not ended, and does not.
    #expect(life.play(item(2)).first == direct)
    #expect(life.lost() == [.start, direct, title(2), .load(item(2), id: 4)] && life.state.stage == .loading)
    #expect(life.lost() == [.changed, .settled] && life.state.stage == .failed)
  }

  @Test func missing_program_is_told() {
    let life = Machine()
    _ = life.play(item(1))
    #expect(life.couldNotStart("mpv could not be started") == [.changed, .settled])
    #expect(life.state.fault?.kind == RPCError.Kind.notAvailable.name)
    #expect(life.play(item(1)).first == .start)
  }

  @Test func figures_out_of_range_are_unknown() {
    let life = playing()
    _ = life.handle(.property(name: "duration", value: .double(10)))
    for value in [JSONValue.null, "x", .number("-1"), .number("1e999")] {
      _ = life.handle(.property(name: "duration", value: value))
      #expect(life.state.duration == nil)
      _ = life.handle(.property(name: "volume", value: value))
      #expect(life.state.volume == nil)
    }
    #expect(
      life.handle(.property(name: "volume", value: .double(79.6))) == [.changed] && life.state.volume == 80)
    #expect(life.position(.infinity) == [] && life.position(nil) == [])
    #expect(life.position(1.5) == [.changed] && life.position(1.5) == [])
  }
}
