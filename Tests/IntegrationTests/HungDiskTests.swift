import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// Folders whose disk does not answer, as on a network drive whose server is gone: each costs only what is in it.
@Suite(.needs("cc", of: "gcc")) struct HungDiskTests {
  private let home: TemporaryFolder
  private var data: String { home.path + "/.local/share/movierpc" }

  init() throws { home = try TemporaryFolder() }

  private func daemon(_ disk: HeldCalls, isFirstStart: Bool = false) throws -> SpawnedDaemon {
    try SpawnedDaemon(
      home: home, configuration: ["limits.drain_ms = 100"], environment: disk.environment,
      isFirstStart: isFirstStart)
  }

  /// A trailer that is downloaded.
  private func addTrailer(_ key: String) throws {
    let daemon = try SpawnedDaemon(home: home)
    _ = try LibraryModel.read(daemon.connect())
    try daemon.stop()
    let queue = try DatabaseQueue(path: data + "/library.sqlite")
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO download (key, title, facts, detail, language, region, created_at)
          VALUES (?, 'Dune', '{}', '{}', 'en-US', 'US', 1795000000)
          """, arguments: [key])
      try database.execute(
        sql: """
          INSERT INTO asset (key, kind, state, bytes, content_type, finished_at)
          VALUES (?, 'trailer', 'done', 4, 'video/mp4', 1795000000)
          """, arguments: [key])
    }
    try queue.close()
    for path in ["downloads", "downloads/movie", "downloads/\(key)"] { mkdir(data + "/" + path, 0o700) }
    try TemporaryFolder.write("film", to: "\(data)/downloads/\(key)/trailer")
  }

  @Test func hung_downloads_folder_costs_only_what_is_in_it() throws {
    try addTrailer("movie/438631")
    let disk = try HeldCalls(on: data + "/downloads")
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    _ = try client.call(
      #"{"jsonrpc":"2.0","id":1,"method":"profiles.create","params":{"name":"Ana","pin":"1234"}}"#)
    let trailer = #"{"jsonrpc":"2.0","id":2,"method":"trailer","params":{"key":"movie/438631"}}"#
    // In another language, since answers are cached.
    let german =
      #"{"jsonrpc":"2.0","id":2,"method":"trailer","params":{"key":"movie/438631","language":"de"}}"#
    #expect(try client.call(german)["result"]?["videos"]?.arrayValue?.first?["site"] == "file")
    try disk.hold(.lstat)
    let asking = try (0..<8).map { _ in try daemon.connect() }
    for client in asking { try client.send(trailer) }
    try disk.expectHeld(.lstat)
    let unlocked = try client.call(
      #"{"jsonrpc":"2.0","id":3,"method":"profiles.unlock","params":{"name":"Ana","pin":"1234"}}"#)
    #expect(unlocked["result"] != nil, "\(unlocked.text())")
    for client in asking {
      let error = try client.reply()["error"]
      #expect(error?["data"]?["kind"] == "storage_error")
      #expect(error?["message"] == "trailer: the downloads folder does not respond")
    }
    // They asked the same.
    #expect(disk.waiting(.lstat) == 1)
    try client.send(trailer)
    #expect(try daemon.stop().status == 0)
    #expect(disk.waiting(.lstat) <= 2)
  }

  @Test(arguments: [HeldCalls.Call.mkdir, .open])
  func hung_cache_folder_costs_only_pictures(_ held: HeldCalls.Call) throws {
    let folder = home.path + "/.cache/movierpc/images"
    if held == .open {
      for path in [".cache", ".cache/movierpc", ".cache/movierpc/images"] {
        mkdir("\(home.path)/\(path)", 0o700)
      }
    }
    let disk = try HeldCalls(on: folder)
    try disk.hold(held)
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    let image = #"{"jsonrpc":"2.0","id":1,"method":"image","params":{"path":"/dune.jpg"}}"#
    let error = try client.call(image)["error"]
    #expect(error?["data"]?["kind"] == "storage_error")
    #expect(error?["message"] == "image: the cache folder does not respond", "\(error?.text() ?? "")")
    #expect(try client.search("dune")["result"] != nil)
    #expect(try daemon.stop().status == 0)
  }

  /// What the log says has ended has ended, and the client says so.
  @Test func daemon_ends_whatever_hangs() throws {
    let cache = home.path + "/.cache/movierpc"
    let disk = try HeldCalls(on: cache)
    try disk.hold(.open)
    let daemon = try daemon(disk, isFirstStart: true)
    let client = try daemon.connect()
    // The library is used, and is closed with what was changed.
    let set = #"{"jsonrpc":"2.0","id":1,"method":"settings.update","params":{"set":{"page_size":7}}}"#
    #expect(try client.call(set)["result"] != nil)
    try disk.expectHeld(.open)
    let stop = try Program.run(
      SpawnedDaemon.clientPath, ["daemon", "stop"], environment: SpawnedDaemon.environment(home))
    #expect(stop.output == "movierpcd (pid \(daemon.program.pid)) has ended\n", "\(stop)")
    #expect(try daemon.outcome().status == 0)
    #expect(daemon.program.errors.contains("has ended; something still waits for a disk"))
    disk.release(.open)
    let again = try SpawnedDaemon(home: home)
    let settings = try again.connect().call(#"{"jsonrpc":"2.0","id":1,"method":"settings"}"#)
    #expect(settings["result"]?["settings"]?["page_size"]?["value"] == .number("7"))
  }
}
