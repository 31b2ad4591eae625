import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// The player with programs: one that plays the part of mpv, and mpv itself.
@LoopActor @Suite(.timeLimit(.minutes(20))) struct PlayerTests {
  nonisolated private static let hasMPV = access("/usr/bin/mpv", X_OK) == 0

  /// All stages in their order, and the program of the last one that had any.
  @LoopActor private final class Stages {
    var seen: [PlayerState.Stage] = []
    var pid: Int32?
  }

  private func make(
    _ command: [String], environment: [String: String]? = nil, startTimeout: Duration = .seconds(240)
  ) -> (Player, Stages) {
    var configuration = Configuration()
    configuration[.player] = .texts(command)
    let profiles = Profiles(
      library: Library(folder: nil), configuration: configuration,
      surroundings: SettingsEnvironment(environment: { _ in nil }, configurationFile: "/c"),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let player = Player(
      profiles.shared, environment: environment ?? ProcessFacts.environment(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    (player.startTimeout, player.answerTimeout) = (startTimeout, .seconds(240))
    let stages = Stages()
    player.onChange = { [unowned player] _ in
      if stages.seen.last != player.state.stage { stages.seen.append(player.state.stage) }
      stages.pid = player.pid ?? stages.pid
    }
    return (player, stages)
  }

  private func item(_ url: String) -> PlayItem {
    PlayItem(key: "movie/1", title: "Fast & \"Furious\"\n", video: .trailer, url: url, needsDownloader: false)
  }

  private func until(_ player: Player, _ condition: (PlayerState) -> Bool) async throws {
    while !condition(player.state) {
      try Task.checkCancellation()
      try await EventLoop.sleep(for: .milliseconds(5))
    }
  }

  private let mpv = ["mpv", "--no-config", "--vo=null", "--ao=null"]
  /// It must not end while the machine stands still.
  private static let clipSeconds: UInt32 = 1800
  private let folder: TemporaryFolder
  private let clip: String

  init() throws {
    folder = try TemporaryFolder()
    clip = folder.path + "/clip.wav"
    let bytes = SilentClip.bytes(seconds: Self.clipSeconds)
    let file = open(clip, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
  }

  @Test(.enabled(if: hasMPV, "mpv is not installed"))
  func mpv_plays_pauses_seeks_and_ends() async throws {
    let (player, stages) = make(mpv)
    defer { player.close() }
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    #expect(player.state.stage == .playing && player.state.fault == nil)
    #expect(player.state.position.map { $0 >= 0 } == true)
    // What a verb answers is so already.
    for _ in 1...20 {
      await player.make { $0.toggle() }
      #expect(player.state.stage == .paused)
      await player.make { $0.toggle() }
      #expect(player.state.stage == .playing)
    }
    await player.make { $0.pause(true) }
    #expect(player.state.stage == .paused)
    await player.make { $0.seek(to: 1000, isRelative: false) }
    await player.refresh()
    #expect(try #require(player.state.position) >= 999)
    #expect(player.state.duration.map { abs($0 - Double(Self.clipSeconds)) < 1 } == true)
    await player.make { $0.setVolume(40) }
    #expect(player.state.volume == 40)
    await player.make { $0.seek(to: Double(Self.clipSeconds) + 40, isRelative: false) }
    await player.make { $0.pause(false) }
    try await until(player) { $0.stage == .stopped }
    #expect(stages.seen.prefix(3) == [.loading, .playing, .paused] && stages.seen.last == .stopped)
    // And once more: the one before may still be ending.
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    #expect(player.state.stage == .playing)
    await player.make { $0.stop() }
    #expect(player.state.stage == .stopped)
  }

  @Test(.enabled(if: hasMPV, "mpv is not installed"))
  func mpv_that_cannot_open_it_or_is_killed_says_so() async throws {
    let (player, _) = make(mpv)
    defer { player.close() }
    #expect(await player.play([item("/nonexistent.mkv")], nil, patience: .seconds(240)) == .settled)
    #expect(player.state.stage == .failed)
    #expect(player.state.fault?.kind == RPCError.Kind.upstreamUnavailable.name)
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    kill(try #require(player.pid), SIGKILL)
    try await until(player) { $0.stage == .failed }
    #expect(player.state.fault?.message.english == "the player was killed by signal 9")
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    #expect(player.state.stage == .playing)
  }

  @Test func program_that_is_not_there_is_named() async {
    let (player, _) = make(["/nonexistent/mpv"])
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    #expect(player.state.stage == .failed && player.missing == "/nonexistent/mpv")
  }

  @Test func program_that_never_answers_is_late_and_can_be_stopped() async throws {
    // Reads and says nothing.
    let (player, _) = make(["sh", "-c", "exec cat >/dev/null", "mpv"])
    defer { player.close() }
    #expect(
      await player.play([item(clip)], nil, patience: .milliseconds(50)) == .late
        && player.state.stage == .loading)
    await player.make { $0.stop() }
    #expect(player.state.stage == .stopped)
  }

  /// It ignores all but SIGKILL, and its child has the same socket.
  private let hanging = ["sh", "-c", "trap '' TERM HUP INT; sleep 1000; :", "mpv"]

  @Test func program_that_hangs_is_ended_and_told() async throws {
    let (player, stages) = make(hanging, startTimeout: .milliseconds(200))
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    #expect(stages.seen == [.loading, .failed])
    let pid = try #require(stages.pid)
    #expect(player.state.fault?.message.english == "the player does not answer" && player.pid == nil)
    try await untilGone(group: pid)
  }

  @Test func program_that_hangs_is_ended_by_stop_and_at_the_end() async throws {
    let (player, _) = make(hanging)
    #expect(await player.play([item(clip)], nil, patience: .milliseconds(1)) == .late)
    let first = try #require(player.pid)
    await player.make { $0.stop() }
    try await untilGone(group: first)
    #expect(await player.play([item(clip)], nil, patience: .milliseconds(1)) == .late)
    let second = try #require(player.pid)
    #expect(second != first)
    player.close()
    try await untilGone(group: second)
  }

  /// systemd-run waits for it and is not its parent, and only systemctl can end it.
  @Test func program_that_hangs_in_a_unit_is_ended_with_the_unit() async throws {
    let (bin, units) = (folder.path + "/bin", folder.path + "/units")
    for path in [bin, units] { #expect(mkdir(path, 0o700) == 0) }
    try makeProgram(
      bin + "/systemd-run",
      """
      for word; do case $word in --unit=*) unit=${word#--unit=};; esac; done
      while [ "$1" != -- ]; do shift; done; shift
      setsid "$@" <&0 & echo $! >"\(units)/$unit.new" && mv "\(units)/$unit.new" "\(units)/$unit"; wait
      """)
    try makeProgram(
      bin + "/systemctl",
      #"[ "$1 $2 $3" = "--user --no-block stop" ] && group=$(cat "\#(units)/$4") && rm "\#(units)/$4" && "#
        + "kill -KILL -$group")
    var environment = ProcessFacts.environment()
    environment["PATH"] = "\(bin):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["SYSTEMD_EXEC_PID"] = String(getpid())
    let (player, _) = make(hanging, environment: environment)
    var groups: [Int32] = []
    for isEnd in [false, true] {
      #expect(await player.play([item(clip)], nil, patience: .milliseconds(1)) == .late)
      var names: [String] = []
      while names.isEmpty {
        try Task.checkCancellation()
        try await EventLoop.sleep(for: .milliseconds(5))
        names = ProcessFigures.names(in: units).filter { $0.hasSuffix(".service") }
      }
      let group = try #require(Int32(TemporaryFolder.read("\(units)/\(names[0])").dropLast()))
      groups.append(group)
      #expect(names.count == 1 && kill(-group, 0) == 0)
      if isEnd { player.close() } else { await player.make { $0.stop() } }
      try await untilGone(group: group)
    }
    #expect(groups[0] != groups[1])
  }

  private func makeProgram(_ path: String, _ text: String) throws {
    try TemporaryFolder.write("#!/bin/sh\n\(text)\n", to: path)
    #expect(chmod(path, 0o700) == 0)
  }

  private func untilGone(group: Int32) async throws {
    while kill(-group, 0) == 0 {
      try Task.checkCancellation()
      try await EventLoop.sleep(for: .milliseconds(5))
    }
  }

  @Test func later_item_ends_the_wait_for_the_first() async throws {
    let (player, _) = make(["sh", "-c", "exec cat >/dev/null", "mpv"])
    defer { player.close() }
    let first = LoopTask.start { await player.play([item("https://a")], nil, patience: .seconds(240)) }
    try await until(player) { $0.url == "https://a" }
    let second = LoopTask.start { await player.play([item("https://b")], nil, patience: .seconds(240)) }
    #expect(await first.value == .replaced)
    player.close()
    _ = await second.value
  }

  @Test func garbage_and_floods_do_no_harm() async throws {
    let garbage =
      #"printf 'x\n{}\n[1]\n{"event":7}\n'; head -c 3000000 /dev/zero | tr '\0' 'a'; printf '\n'; "#
    let good = #"printf '{"request_id":1,"error":"success"}\n{"event":"playback-restart"}\n'; exec cat"#
    // Its answers go where its commands come from.
    let (player, _) = make(["sh", "-c", "(\(garbage)\(good)) >&0", "mpv"])
    defer { player.close() }
    #expect(await player.play([item(clip)], nil, patience: .seconds(240)) == .settled)
    #expect(player.state.stage == .playing)
  }
}
