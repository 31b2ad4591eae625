import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// The downloader of the configuration, which here is a script.
@Suite(.timeLimit(.minutes(20))) struct ExternalDownloaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// `$out` is where the file goes, `$url` what is wanted.
  private func script(_ body: String) throws -> [String] {
    let path = folder.path + "/yt-dlp"
    try TemporaryFolder.write(
      """
      #!/bin/sh
      while [ $# -gt 0 ]; do
        case "$1" in
          --output) out=$(printf %s "$2" | sed 's/%(ext)s/mp4/'); shift ;;
          --) url=$2; shift ;;
        esac
        shift
      done
      \(body)
      """, to: path)
    // Not the script itself: a program that another test starts meanwhile may keep it open for writing.
    return ["/bin/sh", path, "-f", "best"]
  }

  private func start(_ body: String) async throws -> (InProcess, LineClient) {
    let server = await InProcess.make(.downloads(command: try script(body)), titles: FilmTitles(previews: []))
    return (server, try await server.connect())
  }

  @Test func trailer_is_what_the_program_makes() async throws {
    let (server, client) = try await start(
      """
      echo "[youtube] Extracting URL: $url"
      echo "movierpc 500 1000 NA"
      printf '\\0\\0\\0\\30ftypmp42 of %s' "$url" > "$out"
      : > "$out.part"
      """)
    _ = try client.download(7, #""trailer""#)
    let done = try await wait(server, for: 7, "done", "failed")
    let file = try #require(done.asset("trailer")?["file"]?.stringValue)
    #expect(TemporaryFolder.read(file).hasSuffix("of https://www.youtube.com/watch?v=film7"))
    #expect(done.asset("trailer")?["content_type"] == "video/mp4" && done["tries"] == 1)
    #expect(
      ProcessFigures.names(in: await server.see { $0.downloads.folder.folder("movie/7") }) == ["trailer"])
    let best = try client.request("trailer", #"{"key":"movie/7"}"#)["result"]?["best"]
    #expect(best?["site"] == "file" && best?["type"] == "trailer")
  }

  /// So many bytes of the trailer are there.
  private func until(_ bytes: Int64, _ server: InProcess) async {
    await server.until { server in
      server.downloads.download("movie/7")?.assets.contains { $0.kind == .trailer && $0.bytes == bytes }
        == true
    }
  }

  @Test func progress_is_told() async throws {
    let (server, client) = try await start(
      """
      echo "movierpc 500 1000 NA"
      exec sleep 1000
      """)
    _ = try client.download(7, #""trailer""#)
    await until(500, server)
    let download = try client.request("downloads.get", #"{"key":"movie/7"}"#)["result"]
    #expect(download?.asset("trailer")?["total_bytes"] == 1000)
    await server.see { $0.downloads }.end()
  }

  @Test func failure_is_told_in_its_words() async throws {
    let server = await InProcess.make(
      .downloads(
        command: try script(
          """
          echo "WARNING: old" >&2
          echo "ERROR: [youtube] film7: Video unavailable" >&2
          exit 1
          """)
      ) { $0.downloadTries = 1 }, titles: FilmTitles(previews: []))
    let client = try await server.connect()
    _ = try client.download(7, #""trailer""#)
    let error = try await wait(server, for: 7, "failed")["error"]
    #expect(error?["kind"] == "upstream_unavailable")
    #expect(
      error?["message"]?.stringValue?.hasSuffix(
        "ended with status 1: ERROR: [youtube] film7: Video unavailable") == true)
  }

  @Test(arguments: ["true", "printf '<html>' > \"$out\""])
  func program_that_makes_no_film_has_failed(_ body: String) async throws {
    let server = await InProcess.make(
      .downloads(command: try script(body)) { $0.downloadTries = 1 }, titles: FilmTitles(previews: []))
    let client = try await server.connect()
    _ = try client.download(7, #""trailer""#)
    #expect(try await wait(server, for: 7, "failed")["error"]?["kind"] == "upstream_unavailable")
  }

  @Test func another_trailer_is_tried_when_one_is_gone() async throws {
    let server = await InProcess.make(
      .downloads(
        command: try script(
          """
          case "$url" in
          *-gone) echo "ERROR: [youtube] film7-gone: Video unavailable" >&2; exit 1 ;;
          esac
          printf '\\0\\0\\0\\30ftypmp42 of %s' "$url" > "$out"
          """)), titles: FilmTitles(previews: [], trailers: ["-gone", "-other"]))
    let client = try await server.connect()
    _ = try client.download(7, #""trailer""#)
    let done = try await wait(server, for: 7, "done", "failed")
    let file = try #require(done.asset("trailer")?["file"]?.stringValue)
    #expect(TemporaryFolder.read(file).hasSuffix("watch?v=film7-other"))
    #expect(done["tries"] == 2)
  }

  @Test func program_without_a_network_is_tried_again() async throws {
    let server = await InProcess.make(
      .downloads(
        command: try script(
          """
          echo "ERROR: [youtube] film7: [Errno -3] Temporary failure in name resolution" >&2
          exit 1
          """)
      ) { $0.downloadTries = 1 }, titles: FilmTitles(previews: []))
    let client = try await server.connect()
    _ = try client.download(7, #""trailer""#)
    // Active while it is tried again.
    let item = try await follow(server) {
      $0.item("movie/7")?["error"]?["kind"] != nil && $0.item("movie/7")?["state"] != "active"
    }.item("movie/7")
    #expect(item?["state"] == "queued")
    await server.see { $0.downloads }.end()
  }

  @Test func program_that_is_missing_is_named() async throws {
    let server = await InProcess.make(
      .downloads(command: [folder.path + "/none"]), titles: FilmTitles(previews: []))
    let client = try await server.connect()
    _ = try client.download(7, #""trailer""#)
    let error = try await wait(server, for: 7, "failed")["error"]
    #expect(error?["kind"] == "not_available" && error?["message"]?.stringValue?.contains("/none") == true)
  }

  @Test func without_a_program_a_trailer_is_refused_at_once() async throws {
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: []))
    let client = try await server.connect()
    let refused = try client.download(7, #""trailer""#)
    #expect(refused.kind == "not_available" && refused["error"]?["data"]?["missing"] == "downloads.command")
    #expect(try client.request("downloads")["result"]?["total_results"] == 0)
  }

  @Test(arguments: ["downloads.pause", "downloads.remove"])
  func program_ends_with_all_it_has_started(_ method: String) async throws {
    let pids = folder.path + "/pids"
    let (server, client) = try await start(
      """
      trap '' TERM
      sleep 1000 &
      echo $$ $! > \(pids)
      echo "movierpc 1 2 NA"
      : > "$out.part"
      wait
      """)
    _ = try client.download(7, #""trailer""#)
    await until(1, server)
    let running = TemporaryFolder.read(pids).split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    #expect(running.count == 2 && running.allSatisfy { ProcessFigures($0).isAlive })
    let other = try await server.connect()
    #expect(try other.request(method, #"{"key":"movie/7"}"#)["error"] == nil)
    // It takes no notice of SIGTERM, so it is killed after a while.
    #expect(await server.until { $0.downloads.queue.isIdle })
    try Wait.until("all of them have ended") { running.allSatisfy { !ProcessFigures($0).isAlive } }
  }

  @Test func program_of_a_daemon_that_was_killed_is_waited_for() async throws {
    let (server, client) = try await start("touch \(folder.path)/ran")
    let place = await server.see { $0.downloads.folder }
    try place.make("movie/7")
    let lock = open(place.lock("movie/7", .trailer), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    _ = try client.download(7, #""trailer""#)
    let waiting = try await follow(server) {
      $0.item("movie/7")?["error"]?["kind"] != nil && $0.item("movie/7")?["state"] != "active"
    }
    #expect(waiting.item("movie/7")?["error"]?["kind"] == "conflict")
    #expect(waiting.item("movie/7")?["state"] == "queued")
    #expect(access(folder.path + "/ran", F_OK) != 0)
    await server.see { $0.downloads }.end()
  }

  @Test func program_does_not_get_the_keys() async throws {
    let server = await InProcess.make(titles: FilmTitles(previews: []))
    let downloads = await Downloads(
      folder: folder.path, states: DownloadStateMap(), titles: FilmTitles(previews: []), images: nil,
      library: server.see { $0.profiles.library }, environment: ["TMDB_API_KEY": "x", "LANG": "C"],
      logger: server.see { $0.logger })
    #expect(await downloads.environment == ["LANG=C"])
  }
}
