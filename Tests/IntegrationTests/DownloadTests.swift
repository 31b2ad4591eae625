import FakeTMDB
import Foundation
import JSONRPC
import TestSupport
import Testing

/// The built daemon keeps titles, whatever server, disk and kill do to it.
@Suite(.timeLimit(.minutes(20))) struct DownloadTests {
  private final class Place {
    let fake: FakeTMDB
    let media: MediaServer
    let home: TemporaryFolder
    var daemon: SpawnedDaemon

    init(
      _ more: [String] = [], shell: String? = nil,
      _ answer: @escaping @Sendable (MediaServer.Request) -> MediaServer.Answer
    ) throws {
      fake = try FakeTMDB()
      media = try MediaServer(answer)
      fake.set(previews: media.address)
      home = try TemporaryFolder()
      configuration = fake.configuration + ["itunes.enabled = true"] + more
      daemon = try SpawnedDaemon(
        home: home, configuration: configuration, environment: Self.key, shell: shell)
    }

    private let configuration: [String]
    private static let key = ["TMDB_API_KEY": FakeTMDB.key]

    func start() throws {
      daemon = try SpawnedDaemon(home: home, configuration: configuration, environment: Self.key)
    }

    func kill() throws {
      daemon.program.signal(SIGKILL)
      _ = try daemon.outcome()
    }

    func download() throws -> JSONValue? {
      try daemon.connect().ask("downloads.get", #"{"key":"movie/900001"}"#)["result"]
    }

    func wait(for states: String...) throws -> JSONValue {
      try Wait.forValue("the download is \(states)") {
        let download = try download()
        return states.contains(download?["state"]?.stringValue ?? "") ? download : nil
      }
    }

    var folder: String { home.path + "/.local/share/movierpc/downloads" }
  }

  /// 200 MB; the connection breaks more than twenty times, the file changes once, its length is a lie now and
  /// then, somebody pauses, and the daemon is killed five times.
  @Test func film_is_whole_after_cuts_changes_lies_and_kills() throws {
    let (old, new) = (MediaFile(size: 200_000_000, number: 1), MediaFile(size: 200_000_000, number: 2))
    let place = try Place { request in
      let isOld = request.number <= 6
      var answer = MediaServer.Answer(isOld ? old : new, tag: isOld ? "\"a\"" : "\"b\"")
      if request.number <= 26 { answer.cut = 12_000_000 }
      if request.number == 4 { answer.claimedLength = 300_000_000 }
      if request.number == 11 { answer.claimedTotal = 7 }
      if request.number == 15 { answer.claimedLength = 100_000 }
      return answer
    }
    _ = try place.daemon.connect().ask("downloads.add", #"{"key":"movie/900001","assets":["preview"]}"#)
    for kill in [3, 8, 13, 17, 22] {
      try Wait.until("the server was asked \(kill) times") { place.media.requests.count >= kill }
      if kill == 13 {
        let client = try place.daemon.connect()
        let reply = try client.ask("downloads.pause", #"{"key":"movie/900001"}"#)
        #expect(reply["result"]?["state"] == "paused")
        try place.kill()
        try place.start()
        let paused = try #require(try place.download())
        #expect(paused["state"] == "paused" && (paused["bytes"]?.intValue ?? 0) > 12_000_000)
        _ = try place.daemon.connect().ask("downloads.resume.all", "{}")
      } else {
        try place.kill()
        try place.start()
      }
    }
    let done = try place.wait(for: "done", "failed")
    #expect(done["state"] == "done" && done["error"] == .null)
    // A daemon that is killed may not have stored the try that was under way.
    #expect((done["tries"]?.intValue ?? 0) > 15 && (done["restarts"]?.intValue ?? 0) >= 1)
    let file = done["assets"]?.arrayValue?.last?["file"]?.stringValue
    #expect(file == place.folder + "/movie/900001/preview")
    #expect(new.isSame(as: file ?? ""))
    #expect(ProcessFigures.names(in: place.folder + "/movie/900001") == ["preview"])
    // It went on where it was, and not only once.
    #expect(place.media.requests.count { ($0.begin ?? 0) >= 12_000_000 } > 10)
  }

  /// No line of config.toml names it.
  @Test func trailer_is_downloaded_by_the_yt_dlp_in_PATH() throws {
    let (fake, home) = (try FakeTMDB(), try TemporaryFolder())
    try TemporaryFolder.write(
      #"""
      #!/bin/sh
      while [ "$1" != -- ]; do
        [ "$1" != --output ] || out=$(printf %s "$2" | sed 's/%(ext)s/mp4/')
        shift
      done
      printf '\0\0\0\30ftypmp42 of %s' "$2" > "$out"

      """#, to: home.path + "/script")
    // By another process: a program that is started meanwhile would keep the file open, which then cannot run.
    let make = #"mkdir "$0" && cp script "$0/yt-dlp" && chmod 755 "$0/yt-dlp""#
    _ = try Program.run("sh", ["-c", "cd \(home.path) && " + make, "bin"])
    let daemon = try SpawnedDaemon(
      home: home, configuration: fake.configuration,
      environment: ["TMDB_API_KEY": FakeTMDB.key, "PATH": home.path + "/bin:/usr/bin:/bin"])
    _ = try daemon.connect()
    let outcome = try Program.run(
      SpawnedDaemon.clientPath, ["download", "movie/900001", "--assets", "trailer", "--wait", "--no-spawn"],
      environment: SpawnedDaemon.environment(home))
    #expect(outcome.status == 0, "\(outcome)")
    let file = TemporaryFolder.read(home.path + "/.local/share/movierpc/downloads/movie/900001/trailer")
    #expect(file.hasSuffix(" of https://www.youtube.com/watch?v=trailer0000"), "\(file) \(outcome.output)")
  }

  @Test func what_was_kept_is_there_without_a_network() throws {
    let film = MediaFile(size: 100_000)
    let place = try Place { _ in .init(film) }
    _ = try place.daemon.connect().ask("downloads.add", #"{"key":"movie/900001"}"#)
    let kept = try place.wait(for: "done")
    _ = try place.daemon.connect().ask("watchlist.add", #"{"key":"movie/900005"}"#)
    place.fake.stop()
    try place.daemon.stop()
    unlink(place.home.path + "/.cache/movierpc/cache.sqlite")
    try place.start()
    let client = try place.daemon.connect()
    let detail = try client.ask("detail", #"{"key":"movie/900001"}"#)
    #expect(detail["result"]?["tagline"] == "Nobody was there." && detail["result"]?["partial"] == false)
    #expect(detail.meta?["source"] == "library" && detail.meta?["offline"] == true)
    #expect(try client.ask("detail", #"{"key":"movie/900005"}"#)["result"]?["partial"] == true)
    let title = detail["result"]?["title"]?.stringValue ?? ""
    #expect(try client.search(title).keys.contains("movie/900001"))
    let suggested = try client.ask("suggest", #"{"q":"\#(title.prefix(9))"}"#)
    #expect(suggested.keys.contains("movie/900001") && suggested.keys.contains("movie/900005"))
    #expect(try client.ask("browse", #"{"list":"downloaded"}"#).keys == ["movie/900001"])
    let best = try client.ask("trailer", #"{"key":"movie/900001","types":["preview"]}"#)["result"]?["best"]
    #expect(best?["site"] == "file" && best?["url"]?.stringValue?.hasSuffix("/movie/900001/preview") == true)
    let poster = try client.ask("image", #"{"key":"movie/900001"}"#)["result"]
    #expect(poster?["file"]?.stringValue == place.folder + "/movie/900001/poster" && poster?["width"] == 342)
    #expect(try client.ask("downloads.get", #"{"key":"imdb/tt9900001"}"#)["result"] == kept)
  }

  @Test(.needsRoot) func small_disk_keeps_its_last_bytes_for_the_library() throws {
    let disk = try SmallDisk(kibibytes: 8192)
    let film = MediaFile(size: 3_000_000)
    let place = try Place(disk.configuration, shell: disk.shell) { _ in .init(film) }
    let client = try place.daemon.connect()
    _ = try client.ask("downloads.add", #"{"key":"movie/900001","assets":["preview"]}"#)
    let failed = try place.wait(for: "failed")
    #expect(failed["error"]?["kind"] == "storage_error" && place.media.requests.isEmpty)
    #expect(try client.ask("favorites.add", #"{"key":"movie/900001"}"#)["result"]?["changed"] == true)
  }

  @Test(.needsRoot, .needs("unshare", of: "util-linux")) func deleting_makes_room_on_a_full_disk() throws {
    let disk = try SmallDisk(kibibytes: 100_000)
    let film = MediaFile(size: 1_000_000)
    let place = try Place(disk.configuration, shell: disk.shell) { _ in .init(film) }
    let client = try place.daemon.connect()
    _ = try client.ask("downloads.add", #"{"key":"movie/900001","assets":["preview"]}"#)
    _ = try place.wait(for: "done")
    try disk.fill(place.daemon)
    var fault: JSONValue?
    for number in 1...200 where fault == nil {
      let note = #"{"key":"movie/900001","note":"\#(String(repeating: "\(number) ", count: 300))"}"#
      fault = try client.ask(number == 1 ? "watchlist.add" : "watchlist.update", note)["error"]
    }
    #expect(fault?["data"]?["kind"] == "storage_error")
    #expect(try client.ask("downloads.remove", #"{"key":"movie/900001"}"#)["error"] == nil)
    #expect(try client.ask("downloads", "{}")["result"]?["total_results"] == 0)
    #expect(try client.ask("favorites.add", #"{"key":"movie/900001"}"#)["error"] == nil)
  }

  @Test func command_waits_and_tells_what_became_of_it() throws {
    let film = MediaFile(size: 100_000)
    let place = try Place(["limits.download_tries = 1"]) { request in
      var answer = MediaServer.Answer(film)
      if request.path.contains("900002") { answer.status = 404 }
      return answer
    }
    _ = try place.daemon.connect()
    let environment = SpawnedDaemon.environment(place.home)
    func run(_ words: String...) throws -> Program.Outcome {
      try Program.run(SpawnedDaemon.clientPath, ["download"] + words, environment: environment)
    }
    let done = try run("movie/900001", "--wait", "--format", "{state} {key} {assets}")
    #expect(
      done.status == 0 && done.output.hasPrefix("done movie/900001 {\"kind\":\"detail\""), "\(done.errors)")
    let failed = try run("movie/900002", "--assets", "preview", "--wait")
    #expect(failed.status == 5 && failed.errors.contains("movierpc download resume movie/900002"))
    let queued = try run("movie/900003", "--assets", "poster")
    #expect(queued.status == 0 && queued.output.hasPrefix(#"{"key":"movie/900003""#))
    let list = try run("list", "--state", "failed", "--text")
    #expect(list.output.contains("movie/900002") && !list.output.contains("movie/900001"))
    #expect(try run("delete", "movie/900001", "--text").output.hasSuffix(" was removed\n"))
    #expect(try run("get", "movie/900001").status == 5)
    #expect(try run("pause").status == 0)
    #expect(try run().status == 2)
    let refused = try run("movie/900001", "--assets", "trailer")
    #expect(refused.status == 1 && refused.errors.contains("yt-dlp"))
  }

  @Test func who_waits_knows_for_what_and_may_leave() throws {
    let home = try Home()
    try home.configure(["tmdb.image_base_url = \"https://movierpc.invalid/t/p\""])
    try home.client(["daemon", "start"])
    let (master, slave) = try CommandTests.terminal()
    defer {
      close(master)
      close(slave)
    }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    let client = try home.start(
      ["download", "add", "movie/438631", "--wait"], descriptors: [STDERR_FILENO: slave])
    var shown: [UInt8] = []
    try Wait.until("it says what it waits for: \(String(decoding: shown, as: UTF8.self))") {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(master, &buffer, buffer.count)
      shown += buffer.prefix(max(count, 0))
      return String(decoding: shown, as: UTF8.self).contains("is tried again: no connection: ")
    }
    #expect(
      String(decoding: shown, as: UTF8.self)
        .hasPrefix("Ctrl-C ends only this command: the daemon continues the download.\r\n"))
    client.signal(SIGINT)
    #expect(try client.wait().status == 128 + SIGINT)
    let state = try home.client(["download", "show", "movie/438631", "--format", "{state}"]).output
    // Active while it is tried again.
    #expect(["queued\n", "active\n"].contains(state))
  }
}
