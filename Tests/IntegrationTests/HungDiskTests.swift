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

  /// Neither the client nor the daemon has to kill anything.
  private func expectStops(_ daemon: SpawnedDaemon) throws {
    let stop = try Program.run(
      SpawnedDaemon.clientPath, ["daemon", "stop"], environment: SpawnedDaemon.environment(home))
    #expect(stop.output == "movierpcd (pid \(daemon.program.pid)) has ended\n", "\(stop)")
    #expect(try daemon.outcome().status == 0)
    #expect(daemon.program.errors.contains("has ended; something still waits for a disk"))
  }

  private func request(_ method: String, _ params: JSONValue = [:]) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params.text())}"#
  }

  @Test func hung_data_folder_costs_only_what_the_library_has() throws {
    let disk = try HeldCalls(on: data)
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    // A search that is recorded would be a change that hangs before the test's own.
    _ = try client.call(request("settings.update", ["set": ["record_searches": false]]))
    #expect(try client.call(request("favorites.add", ["key": "movie/438631"]))["result"]?["changed"] == true)
    try disk.hold(.lstat)
    // The list has a title that may be found.
    for (method, params) in [
      ("search", ["q": "interstellar"]), ("suggest", ["q": "inters"]), ("detail", ["key": "movie/157336"]),
      ("trailer", ["key": "movie/157336"]), ("detail", ["key": "movie/438631"]), ("status", [:]),
    ] as [(String, JSONValue)] {
      let reply = try client.call(request(method, params))
      #expect(reply["result"] != nil, "\(reply.text())")
    }
    try disk.expectHeld(.lstat)
    for method in ["favorites", "searches", "library.export"] {
      let error = try client.call(request(method))["error"]
      #expect(error?["data"]?["kind"] == "storage_error")
      #expect(error?["message"] == .string("\(method): the data folder does not respond"))
    }
    let remove = request("favorites.remove", ["key": "movie/438631"])
    let late = try client.call(remove)["error"]
    #expect(late?["data"]?["kind"] == "storage_error")
    #expect(
      late?["message"]
        == "favorites.remove: the data folder does not respond; the change may still be made")
    // Nothing is begun behind one that hangs.
    let refused = try client.call(remove)["error"]
    #expect(refused?["message"]?.stringValue?.contains("nothing was changed") == true)
    try expectStops(daemon)
    disk.release(.lstat)
    let again = try SpawnedDaemon(home: home)
    #expect(try again.connect().call(request("favorites"))["result"]?["total_results"] == 1)
  }

  @Test func change_that_the_disk_held_up_is_made_and_shown_once_it_responds() throws {
    let disk = try HeldCalls(on: data)
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    let add = request("favorites.add", ["key": "movie/438631"])
    _ = try client.call(request("favorites"))
    try disk.hold(.fdatasync)
    #expect(try client.call(add)["error"]?["data"]?["kind"] == "storage_error")
    disk.release(.fdatasync)
    try Wait.until("the change is made") {
      try client.call(request("favorites"))["result"]?["total_results"] == 1
    }
    let detail = try client.call(request("detail", ["key": "movie/438631"]))["result"]
    #expect(detail?["user_state"]?["favorite"] == true, "\(detail?.text() ?? "")")
    #expect(try daemon.stop().status == 0)
  }

  @Test func import_that_the_disk_holds_up_is_told_and_made_once_it_responds() throws {
    let file = home.path + "/watchlist.csv"
    try TemporaryFolder.write(
      "Date,Name,Year,Letterboxd URI\n2026-01-02,Dune,2021,https://boxd.it/abc\n", to: file)
    let disk = try HeldCalls(on: data)
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    let importing = request("library.import", ["file": .string(file)])
    _ = try client.call(request("favorites"))
    try disk.hold(.fdatasync)
    // An import may take as long as its file is large, but not behind one that hangs.
    try client.send(request("favorites.add", ["key": "movie/157336"]))
    try disk.expectHeld(.fdatasync)
    let other = try daemon.connect()
    for (client, method) in [(other, "library.import"), (client, "favorites.add")] {
      let reply = method == "library.import" ? try client.call(importing) : try client.reply()
      let message = "\(method): the data folder does not respond; the change may still be made"
      #expect(reply["error"]?["message"] == .string(message), "\(reply.text())")
    }
    disk.release(.fdatasync)
    try Wait.until("both changes are made") {
      try client.call(request("watchlist"))["result"]?["total_results"] == 1
        && client.call(request("favorites"))["result"]?["total_results"] == 1
    }
    #expect(try daemon.stop().status == 0)
  }

  @Test func import_whose_file_hangs_is_cancelled_at_once() throws {
    let files = ["watchlist", "other-watchlist"].map { "\(home.path)/\($0).csv" }
    for file in files {
      try TemporaryFolder.write(
        "Date,Name,Year,Letterboxd URI\n2026-01-02,Dune,2021,https://boxd.it/abc\n", to: file)
    }
    let disk = try HeldCalls(on: files[0])
    let daemon = try daemon(disk)
    let (client, other) = (try daemon.connect(), try daemon.connect())
    _ = try client.call(request("favorites"))
    try disk.hold(.open)
    try client.send(request("library.import", ["file": .string(files[0])]))
    try disk.expectHeld(.open)
    #expect(try other.call(request("library.import.cancel"))["result"]?["changed"] == true)
    let reply = try client.reply()
    #expect(reply["error"]?["data"]?["kind"] == "cancelled", "\(reply.text())")
    // Nor does the next one wait for it.
    let next = try other.call(request("library.import", ["file": .string(files[1])]))
    #expect(next["result"]?["added"] == 1, "\(next.text())")
    disk.release(.open)
    #expect(try daemon.stop().status == 0)
  }

  @Test func library_that_cannot_be_opened_costs_only_what_it_has() throws {
    // The lock beside it can be taken.
    let disk = try HeldCalls(on: data + "/library")
    try disk.hold(.open)
    try disk.hold(.lstat)
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    #expect(try client.search("dune")["result"] != nil)
    let error = try client.call(request("favorites"))["error"]
    #expect(error?["message"] == "favorites: the data folder does not respond", "\(error?.text() ?? "")")
    try expectStops(daemon)
  }

  /// The client says why, and leaves nothing behind that holds the locks.
  @Test func start_that_a_hung_folder_holds_up_ends_with_the_reason() throws {
    let disk = try HeldCalls(on: data)
    for path in [".local", ".local/share", ".local/share/movierpc"] { mkdir("\(home.path)/\(path)", 0o700) }
    try disk.hold(.open)
    try ReadyCatalogue.link(into: home)
    let call = try Program.run(
      SpawnedDaemon.clientPath, ["search", "dune"],
      environment: SpawnedDaemon.environment(home).merging(disk.environment) { $1 })
    #expect(call.status != 0 && call.errors.contains("\(data) does not respond"), "\(call)")
    disk.release(.open)
    let daemon = try SpawnedDaemon(home: home)
    #expect(try daemon.connect().search("dune")["result"] != nil)
    #expect(try daemon.stop().status == 0)
  }

  @Test func hung_configuration_folder_costs_only_the_reload() throws {
    let disk = try HeldCalls(on: home.path + "/config.toml")
    let daemon = try daemon(disk)
    let client = try daemon.connect()
    #expect(try client.search("dune")["result"] != nil)
    try disk.hold(.open)
    daemon.program.signal(SIGHUP)
    try disk.expectHeld(.open)
    #expect(try client.search("heat")["result"] != nil)
    try daemon.log(holding: "configuration not reloaded: the configuration folder does not respond")
    disk.release(.open)
    try Wait.until("the configuration is reloaded") {
      daemon.program.signal(SIGHUP)
      return daemon.program.errors.contains("configuration reloaded")
    }
    #expect(try daemon.stop().status == 0)
  }

  @Test func hung_folder_of_the_log_costs_only_log_lines() throws {
    let state = home.path + "/.local/state/movierpc"
    let disk = try HeldCalls(on: state)
    let daemon = try SpawnedDaemon(
      home: home, configuration: ["log.level = \"debug\""], arguments: ["--log-file"],
      environment: disk.environment)
    let client = try daemon.connect()
    try disk.hold(.write)
    daemon.program.signal(SIGHUP)
    try disk.expectHeld(.write)
    #expect(try client.search("dune")["result"] != nil)
    #expect(try daemon.stop().status == 0)
    disk.release(.write)
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
    let error = try client.search("dune")["error"]
    #expect(
      error?["message"] == "search: the cache folder does not respond", "\(error?.text() ?? "")")
    try expectStops(daemon)
    disk.release(.open)
    let again = try SpawnedDaemon(home: home)
    let settings = try again.connect().call(#"{"jsonrpc":"2.0","id":1,"method":"settings"}"#)
    #expect(settings["result"]?["settings"]?["page_size"]?["value"] == .number("7"))
  }
}
