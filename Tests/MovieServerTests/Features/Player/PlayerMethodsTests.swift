import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

/// The methods of the player with mpv itself, over HTTP from this machine.
@Suite(.timeLimit(.minutes(20))) struct PlayerMethodsTests {
  nonisolated private static let hasMPV = access("/usr/bin/mpv", X_OK) == 0

  /// Reads events until one is so.
  private func until(_ client: LineClient, _ condition: (JSONValue) -> Bool) throws -> JSONValue {
    while true {
      guard let data = try client.reply()["params"]?["data"] else { continue }
      if condition(data) { return data }
    }
  }

  @Test(.enabled(if: hasMPV, "mpv is not installed"))
  func follower_sees_all_that_happens() async throws {
    let server = try ClipServer(seconds: 600)
    var configuration = Configuration()
    configuration[.player] = .texts(["mpv", "--no-config", "--vo=null", "--ao=null"])
    let daemon = await InProcess.make(configuration, titles: await OneVideo(server.address))
    let (client, other) = (try await daemon.connect(), try await daemon.connect())
    let state = try other.ask("subscribe", #"{"topics":["player"]}"#)
    #expect(state["result"]?["topics"]?["player"]?["data"]?["state"] == "stopped")

    let played = try client.call(play(1))["result"]
    #expect(played?["state"] == "playing" && played?["title"] == "A film" && played?["video"] == "trailer")
    #expect(played?["position"]?.doubleValue != nil)
    let playing = try until(other) { $0["state"] == "playing" }
    #expect(playing["key"] == "movie/1" && playing["position"]?.doubleValue != nil)
    #expect(try client.ask("player.toggle")["result"]?["state"] == "paused")
    _ = try until(other) { $0["state"] == "paused" }
    let sought = try client.ask("player.seek", #"{"seconds":30}"#)["result"]
    #expect(sought?["state"] == "paused")
    #expect(try until(other) { ($0["position"]?.doubleValue ?? 0) >= 29 }["duration"]?.doubleValue != nil)
    _ = try client.ask("player.resume")
    // Its place is told from time to time.
    let begin = try until(other) { $0["state"] == "playing" }["position"]?.doubleValue ?? 0
    _ = try until(other) { ($0["position"]?.doubleValue ?? 0) > begin }
    _ = try client.ask("player.seek", #"{"seconds":599.5}"#)
    #expect(try until(other) { $0["state"] == "stopped" }["error"]?.isNull == true)
    #expect(try client.ask("player.pause").kind == "conflict")

    #expect(
      try client.call(play(1, "preview"))["result"]?["state"] == "playing"
    )
    let pid = await daemon.see { $0.player.pid }
    kill(try #require(pid), SIGKILL)
    #expect(try until(other) { $0["state"] == "failed" }["error"]?["kind"] == "not_available")
    await daemon.see { $0.player.close() }
  }

  @Test(.enabled(if: hasMPV, "mpv is not installed"))
  func address_that_has_nothing_is_a_failed_state() async throws {
    let server = try ClipServer(seconds: 0)
    var configuration = Configuration()
    configuration[.player] = .texts(["mpv", "--no-config", "--vo=null", "--ao=null"])
    let daemon = await InProcess.make(configuration, titles: await OneVideo(server.address))
    let client = try await daemon.connect()
    let played = try client.call(play(1))["result"]
    #expect(played?["state"] == "failed" && played?["error"]?["kind"] == "upstream_unavailable")
    await daemon.see { $0.player.close() }
  }

  /// With all the time there is.
  private func play(_ number: Int, _ video: String = "trailer") -> String {
    Ask.method(number, "player.play", #"{"key":"movie/\#(number)","video":"\#(video)","timeout_ms":120000}"#)
  }

  /// Takes what it is to load, and then loads for as long as it is let.
  private func loading(_ titles: NoTitles) async -> InProcess {
    var configuration = Configuration()
    let script =
      #"while read -r l; do case "$l" in *loadfile*) i="${l##*:}"; "#
      + #"echo "{\"request_id\":${i%\}},\"error\":\"success\"}";; *quit*) exit;; esac; done >&0"#
    configuration[.player] = .texts(["sh", "-c", script, "mpv"])
    return await InProcess.make(configuration, titles: titles)
  }

  @Test func what_is_sent_behind_a_play_does_not_wait_for_it() async throws {
    let daemon = await loading(await OneVideo("https://example.org/a"))
    let client = try await daemon.connect()
    try client.send(play(1))
    #expect(await daemon.until { $0.player.state.stage == .loading })
    try client.send(
      [
        Ask.method(2, "subscribe", #"{"topics":["settings"]}"#),
        Ask.method(3, "settings.update", #"{"set":{"page_size":3}}"#),
        Ask.method(4, "player.stop"),
      ].joined(separator: "\n"))
    var replies: [Int] = []
    while replies.count < 4 {
      let message = try client.reply()
      guard let id = message.id else { continue }
      replies.append(id)
      if id == 1 || id == 4 { #expect(message["result"]?["state"] == "stopped") }
    }
    #expect(Set(replies) == [1, 2, 3, 4] && replies[0] == 2)
    await daemon.see { $0.player.close() }
  }

  @Test func play_that_still_loads_does_not_hold_up_the_end() async throws {
    let daemon = await loading(await OneVideo("https://example.org/a"))
    let client = try await daemon.connect()
    try client.send(play(1))
    #expect(await daemon.until { $0.player.state.stage == .loading })
    // Twice: the drain is over at once.
    await daemon.see {
      $0.changeTimeout = .seconds(100_000)
      $0.stop()
      $0.stop()
    }
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.line() == nil)
  }

  @Test func newer_play_replaces_the_older_one_of_its_connection() async throws {
    let titles = HeldVideos()
    let daemon = await loading(titles)
    let client = try await daemon.connect()
    // The older one is still looked for, or loads.
    try client.send(play(1) + "\n" + play(2))
    let first = try client.reply()
    #expect(first.id == 1 && first.kind == "cancelled" && first.endedBy == "newer")
    await titles.untilAsked(2)
    await titles.release()
    #expect(await daemon.until { $0.player.state.stage == .loading })
    #expect(await daemon.see { $0.player.state.key } == "movie/2")
    try client.send(play(3))
    await titles.untilAsked(3)
    await titles.release()
    let second = try client.reply()
    #expect(second.id == 2 && second.kind == "cancelled" && second.endedBy == "newer")
    #expect(await daemon.see { $0.player.state.key } == "movie/3")
    #expect(try client.ask("player.stop")["result"]?["state"] == "stopped")
    await daemon.see { $0.player.close() }
  }

  @Test func stop_ends_a_play_that_is_still_looked_for() async throws {
    let titles = HeldVideos()
    let daemon = await loading(titles)
    let client = try await daemon.connect()
    try client.send(play(1) + "\n" + Ask.method(2, "player.pause"))
    #expect(try client.reply().kind == "conflict")
    try client.send(Ask.method(3, "player.stop"))
    let cancelled = try client.reply()
    #expect(cancelled.id == 1 && cancelled.kind == "cancelled")
    #expect(try client.reply()["result"]?["state"] == "stopped")
    await titles.release()
    // What is found now is not played.
    #expect(try client.ask("player.stop").kind == "conflict")
    #expect(await daemon.see { $0.player.pid } == nil)
  }

  @Test(arguments: ["file:///etc/passwd", "edl://x", "lavfi://x", "/etc/passwd", "memory://x", "-h"])
  func nothing_but_the_web_is_handed_to_a_player(_ url: String) async throws {
    let daemon = await InProcess.make(titles: await OneVideo(url))
    let reply = try await daemon.connect().call(play(1))
    #expect(reply.kind == "not_found" && reply["error"]?["data"]?["resource"] == "video")
  }
}

/// One title with one video.
@LoopActor
private final class OneVideo: NoTitles {
  private let url: String

  init(_ url: String) { self.url = url }

  override func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    let video = Video(name: "V", type: params.types[0], site: "itunes", url: url, isDirect: true)
    return FoundVideos(
      key: params.key, title: "A film", videos: [video],
      meta: Meta(source: .tmdb, cache: .none, attribution: []))
  }
}

/// Finds a video of each title when the test says so.
@LoopActor
private final class HeldVideos: NoTitles {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var asked = 0

  override func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    asked += 1
    await withCheckedContinuation { waiting.append($0) }
    let video = Video(
      name: "V", type: params.types[0], site: "itunes", url: "https://example.org/v", isDirect: true)
    return FoundVideos(
      key: params.key, title: "A film", videos: [video],
      meta: Meta(source: .tmdb, cache: .none, attribution: []))
  }

  func untilAsked(_ count: Int) async {
    while asked < count, !Task.isCancelled { await EndOfTurnWaiter.wait() }
  }

  func release() {
    for one in waiting { one.resume() }
    waiting = []
  }
}

/// Serves a WAV file of silence over HTTP, on a thread of its own.
private final class ClipServer: Sendable {
  let address: String
  private let listener: CInt

  /// - Parameter seconds: 0: every request is answered with 404.
  init(seconds: UInt32) throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (bound, listens) = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        let bound = bind(listener, $0, length)
        let listens = listen(listener, 16)
        getsockname(listener, $0, &length)
        return (bound, listens)
      }
    }
    guard bound == 0, listens == 0 else { throw LineClient.Fault(description: "listen: \(errno)") }
    self.listener = listener
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/clip.wav"
    let body = seconds == 0 ? [] : SilentClip.bytes(seconds: seconds)
    let status = seconds == 0 ? "404 Not Found" : "200 OK"
    let answer =
      Array(
        "HTTP/1.1 \(status)\r\nContent-Type: audio/wav\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
          .utf8) + body
    startThread {
      while case let peer = accept(listener, nil, nil), peer >= 0 {
        var request = [UInt8](repeating: 0, count: 4096)
        _ = read(peer, &request, request.count)
        var rest = answer[...]
        while !rest.isEmpty {
          let sent = rest.withUnsafeBytes {
            send(peer, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
          }
          if sent <= 0 { break }
          rest = rest.dropFirst(sent)
        }
        close(peer)
      }
    }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }
}
