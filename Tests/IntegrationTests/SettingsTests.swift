import Glibc
import JSONRPC
import TestSupport
import Testing

/// Settings as a person has them: kept over the end of the daemon, however it ends.
@Suite struct SettingsTests {
  private func ask(_ id: Int, _ params: String = "{}") -> String {
    let method = params == "{}" ? "settings" : "settings.update"
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  private func settings(_ client: LineClient, _ params: String = "{}") throws -> JSONValue {
    let reply = try client.call(ask(1, params))
    return try #require(reply["result"]?["settings"], "\(reply.text())")
  }

  private func library(_ home: TemporaryFolder) -> String {
    home.path + "/.local/share/movierpc/library.sqlite"
  }

  @Test func settings_outlive_the_daemon() throws {
    let home = try TemporaryFolder()
    for round in 1...3 {
      let daemon = try SpawnedDaemon(
        home: home, configuration: ["page_size = 50", SpawnedDaemon.withoutTMDB])
      let client = try daemon.connect()
      let before = try settings(client)
      #expect(before["page_size"]?["value"]?.intValue == (round == 1 ? 50 : round - 1))
      #expect(before["page_size"]?["from"]?.stringValue == (round == 1 ? "file" : "library"))
      _ = try settings(client, #"{"set":{"page_size":\#(round),"tmdb.key":"hidden-key"}}"#)
      let search = #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#
      #expect(try client.call(search)["result"]?["page_size"]?.intValue == round)
      let log = try daemon.stop()
      #expect(log.status == 0)
      #expect(!log.errors.contains("hidden-key"))
      // Closed properly: nothing is left beside the file.
      #expect(access(library(home) + "-wal", F_OK) != 0)
    }
    let daemon = try SpawnedDaemon(home: home, configuration: ["page_size = 50", SpawnedDaemon.withoutTMDB])
    let client = try daemon.connect()
    let after = try settings(client, #"{"reset":["page_size","tmdb.key"]}"#)
    #expect(after["page_size"]?["value"]?.intValue == 50)
    #expect(after["tmdb.key"]?["value"]?.text() == #"{"set":false}"#)
    var status = stat()
    #expect(stat(library(home), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func answered_change_survives_a_kill() throws {
    let home = try TemporaryFolder()
    for round in 1...5 {
      let daemon = try SpawnedDaemon(home: home)
      let client = try daemon.connect()
      if round > 1 { #expect(try settings(client)["debounce_ms"]?["value"]?.intValue == round - 1) }
      _ = try settings(client, #"{"set":{"debounce_ms":\#(round)}}"#)
      daemon.program.signal(SIGKILL)
      _ = try daemon.outcome()
    }
  }

  /// fdatasync of what was written comes before the write of the reply.
  @Test(.needs("strace", of: "strace")) func change_is_on_the_disk_before_its_reply() throws {
    let home = try TemporaryFolder()
    let trace = home.path + "/trace"
    let daemon = try SpawnedDaemon(home: home, shell: SyncTrace.shell(to: trace))
    let client = try daemon.connect()
    _ = try settings(client)
    for number in 1...3 { _ = try settings(client, #"{"set":{"debounce_ms":\#(number)}}"#) }
    // The tracer passes signals on to itself only.
    _ = try client.call(#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#)
    #expect(try daemon.outcome().status == 0)
    // Before the first one, which changed nothing, the library was made.
    #expect(SyncTrace.replies(in: trace).dropFirst() == [true, true, true])
  }

  @Test func thousand_changes_of_one_connection_are_made_in_their_order() throws {
    let home = try TemporaryFolder()
    let daemon = try SpawnedDaemon(home: home)
    let client = try daemon.connect()
    try client.send((1...1000).map { ask($0, #"{"set":{"debounce_ms":\#($0)}}"#) }.joined(separator: "\n"))
    client.shutDown()
    let replies = try client.lines().map { try JSONValue(parsing: $0) }
    #expect(replies.map { $0["id"]?.intValue } == Array(1...1000))
    let values = replies.map { $0["result"]?["settings"]?["debounce_ms"]?["value"]?.intValue }
    #expect(values == Array(1...1000))
    try daemon.stop()
    let next = try SpawnedDaemon(home: home)
    #expect(try settings(next.connect())["debounce_ms"]?["value"]?.intValue == 1000)
  }

  @Test func client_that_vanishes_has_its_changes_made() throws {
    let home = try TemporaryFolder()
    let daemon = try SpawnedDaemon(home: home)
    for round in 1...20 {
      try daemon.connect().send(
        (1...20).map { ask($0, #"{"set":{"debounce_ms":\#(round * 20 + $0)}}"#) }.joined(separator: "\n"))
      let client = try daemon.connect()
      try Wait.until("the last one is made") {
        try settings(client)["debounce_ms"]?["value"]?.intValue == round * 20 + 20
      }
    }
    // Right after them the daemon ends: they are made first.
    let client = try daemon.connect()
    try client.send(
      ask(1, #"{"set":{"debounce_ms":7}}"#) + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    #expect(try daemon.outcome().status == 0)
    let next = try SpawnedDaemon(home: home)
    #expect(try settings(next.connect())["debounce_ms"]?["value"]?.intValue == 7)
  }

  @Test func environment_goes_before_the_library_and_is_never_shown() throws {
    let home = try TemporaryFolder()
    let first = try SpawnedDaemon(home: home, configuration: [SpawnedDaemon.withoutTMDB])
    _ = try settings(first.connect(), #"{"set":{"tmdb.key":"hidden-1"}}"#)
    try first.stop()
    let daemon = try SpawnedDaemon(
      home: home, configuration: ["log.level = \"trace\"", "[tmdb]", "key = \"hidden-2\""],
      environment: ["TMDB_API_KEY": "hidden-3", "YOUTUBE_API_KEY": "hidden 4", "LANG": "de_DE.UTF-8"])
    let client = try daemon.connect()
    let seen = try settings(client)
    #expect(seen["tmdb.key"]?["from"] == "environment" && seen["youtube.key"]?["from"] == "default")
    #expect(seen["language"]?["value"] == "de-DE" && seen["countries"]?["value"]?.text() == #"["DE"]"#)
    let reply = try client.call(ask(2, #"{"set":{"tmdb.key":"hidden-5"}}"#))
    #expect(reply["error"]?["data"]?["kind"] == "conflict")
    let log = try daemon.stop().errors
    #expect(log.contains("YOUTUBE_API_KEY"))
    for text in [seen.text(), reply.text(), log] { #expect(!text.contains("hidden")) }
  }

  @Test func hangup_reads_the_settings_of_the_file_again() throws {
    let daemon = try SpawnedDaemon(configuration: ["page_size = 1"])
    let client = try daemon.connect()
    #expect(try settings(client)["page_size"]?["from"] == "file")
    try TemporaryFolder.write("limits.depth = 8\n", to: daemon.configurationFile)
    daemon.program.signal(SIGHUP)
    try daemon.log(holding: "configuration reloaded")
    let after = try settings(client)
    #expect(after["page_size"]?["value"]?.intValue == 20 && after["page_size"]?["from"] == "default")
    #expect(after["limits.depth"]?["value"]?.intValue == 8)
  }

  @Test(arguments: ["garbage", "folder"]) func unusable_library_is_named_and_left_alone(_ kind: String) throws
  {
    let home = try TemporaryFolder()
    for folder in ["/.local", "/.local/share", "/.local/share/movierpc"] { mkdir(home.path + folder, 0o700) }
    if kind == "folder" {
      mkdir(library(home), 0o700)
    } else {
      try TemporaryFolder.write("not a database, but somebody's", to: library(home))
    }
    let daemon = try SpawnedDaemon(
      home: home, configuration: ["page_size = 3", SpawnedDaemon.withoutTMDB])
    let client = try daemon.connect()
    #expect(try settings(client)["page_size"]?["value"]?.intValue == 3)
    for _ in 0..<3 {
      let error = try client.call(ask(1, #"{"set":{"page_size":4,"tmdb.key":"hidden"}}"#))["error"]
      #expect(error?["data"]?["kind"] == "storage_error" && error?["data"]?["hint"]?.isNull == false)
      #expect(error?["message"]?.stringValue?.contains(library(home)) == true)
    }
    #expect(try settings(client)["page_size"]?["value"]?.intValue == 3)
    // None of libdispatch's, which would wake up every second.
    let threads = ProcessFigures(daemon.program.pid).threads
    #expect(
      Set(threads).isSubset(of: ["movierpcd", "movierpc-db", "movierpc-lib", "movierpc-read"]), "\(threads)")
    let log = try daemon.stop()
    #expect(log.status == 0)
    #expect(
      log.errors.split(separator: "\n").filter { $0.contains(library(home)) }.count == 1, "\(log.errors)")
    #expect(!log.errors.contains("hidden"))
    #expect(kind == "folder" || TemporaryFolder.read(library(home)) == "not a database, but somebody's")
  }

  // A disk of its own, in a mount namespace that ends with the daemon.

  @Test(.needsRoot, .needs("unshare", of: "util-linux")) func full_disk_changes_nothing_until_there_is_room()
    throws
  {
    let home = try TemporaryFolder()
    let data = home.path + "/data"
    mkdir(data, 0o700)
    let daemon = try SpawnedDaemon(
      home: home, configuration: ["folders.data = \"\(data)\"", SpawnedDaemon.withoutTMDB],
      shell: inNamespace("mount -t tmpfs -o size=512k,mode=700 none \(data)"))
    let client = try daemon.connect()
    _ = try settings(client, #"{"set":{"page_size":4}}"#)
    // The daemon's own view of the folder.
    let filler = "/proc/\(daemon.program.pid)/root\(data)/filler"
    let file = try #require(fopen(filler, "we"))
    let block = [UInt8](repeating: 0, count: 4096)
    while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
    fclose(file)
    let long = String(repeating: "k", count: 512)
    var error: JSONValue?
    // What the log of the database has room for is taken.
    for round in 1...200 where error == nil {
      error = try client.call(ask(1, #"{"set":{"tmdb.key":"\#(long)","page_size":\#(round % 90 + 5)}}"#))[
        "error"]
    }
    #expect(error?["data"]?["kind"] == "storage_error", "\(error?.text() ?? "none")")
    let before = try settings(client)["page_size"]?["value"]
    #expect(unlink(filler) == 0)
    #expect(try settings(client)["page_size"]?["value"] == before)
    #expect(try settings(client, #"{"set":{"page_size":4}}"#)["page_size"]?["value"]?.intValue == 4)
    #expect(try daemon.stop().status == 0)
  }

  @Test(.needsRoot, .needs("unshare", of: "util-linux"), arguments: [false, true])
  func read_only_disk_is_told(_ hasLibrary: Bool) throws {
    let home = try TemporaryFolder()
    let data = home.path + "/data"
    mkdir(data, 0o700)
    let configuration = ["folders.data = \"\(data)\"", "debounce_ms = 9"]
    if hasLibrary {
      let before = try SpawnedDaemon(home: home, configuration: configuration)
      _ = try settings(before.connect(), #"{"set":{"page_size":3}}"#)
      try before.stop()
    }
    let bytes = TemporaryFolder.read(data + "/library.sqlite")
    let daemon = try SpawnedDaemon(
      home: home, configuration: configuration,
      shell: inNamespace("mount --bind \(data) \(data) && mount -o remount,bind,ro \(data)"))
    let client = try daemon.connect()
    #expect(try settings(client)["debounce_ms"]?["value"]?.intValue == 9)
    let error = try client.call(ask(1, #"{"set":{"page_size":4}}"#))["error"]
    #expect(error?["data"]?["kind"] == "storage_error")
    #expect(
      error?["message"]?.stringValue?.contains("\(data)/library.sqlite") == true, "\(error?.text() ?? "")")
    let log = try daemon.stop()
    #expect(log.status == 0 && log.errors.contains("the library cannot be used"), "\(log.errors)")
    #expect(TemporaryFolder.read(data + "/library.sqlite") == bytes)
  }

  private func inNamespace(_ commands: String) -> String {
    "exec unshare -m /bin/sh -c '\(commands) && exec \"$0\" \"$@\"' \"$0\" \"$@\""
  }
}
