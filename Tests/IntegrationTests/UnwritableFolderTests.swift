import Glibc
import JSONRPC
import TestSupport
import Testing

/// What can be served is, where a folder cannot be written.
@Suite struct UnwritableFolderTests {
  @Test func command_works_without_a_log() throws {
    let home = try Home()
    try TemporaryFolder.write("", to: home.path + "/file")
    let environment = ["XDG_STATE_HOME": home.path + "/file"]
    let outcome = try home.client(["call", "ping"], environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let doctor = try home.client(["doctor"], environment: environment).output
    #expect(doctor.contains("\(home.path)/file/movierpc/log cannot be created"), "\(doctor)")
  }

  @Test(.needsRoot, .needs("unshare", of: "util-linux")) func data_folder_that_is_read_only_is_read() throws {
    let home = try TemporaryFolder()
    let data = home.path + "/data"
    mkdir(data, 0o700)
    let configuration = ["folders.data = \"\(data)\""]
    let first = try SpawnedDaemon(home: home, configuration: configuration)
    let added = try first.connect().ask("watchlist.add", #"{"key":"movie/438631"}"#)
    #expect(added["error"] == nil, "\(added.text())")
    #expect(try first.stop().status == 0)
    let mount = "mount --bind \(data) \(data) && mount -o remount,ro,bind \(data)"
    let second = try SpawnedDaemon(
      home: home, configuration: configuration,
      shell: "exec unshare -m /bin/sh -c '\(mount) && exec \"$0\" \"$@\"' \"$0\" \"$@\"")
    let client = try second.connect()
    let list = try client.ask("watchlist", "{}")
    #expect(list["result"]?["results"]?[0]?["key"] == "movie/438631", "\(list.text())")
    #expect(try client.ask("search", #"{"q":"dune"}"#)["result"] != nil)
    let refused = try client.ask("watchlist.remove", #"{"key":"movie/438631"}"#)["error"]
    #expect(refused?["data"]?["kind"] == "storage_error")
    #expect(
      refused?["message"]?.stringValue?.contains("cannot write to \(data): Read-only file system") == true)
    #expect(try client.ask("watchlist", "{}")["result"] != nil)
    let log = try second.stop()
    #expect(log.status == 0 && log.errors.contains("library.sqlite is read-only: "), "\(log.errors)")
  }

  /// As a user of our own making: root may write everywhere.
  @Test(.needsRoot, .needs("setpriv", of: "util-linux")) func data_folder_that_may_not_be_written_is_read()
    throws
  {
    let home = try TemporaryFolder()
    chown(home.path, 54_325, 54_325)
    let configuration = home.path + "/config.toml"
    try TemporaryFolder.write("catalogue.embedded = false\n", to: configuration)
    let asUser = ["--reuid", "54325", "--regid", "54325", "--clear-groups"]
    let environment = SpawnedDaemon.environment(home)
    func start() throws -> Program {
      let daemon = try Program(
        "setpriv", asUser + [SpawnedDaemon.path, "--config", configuration], environment: environment)
      try Wait.until("it listens: \(daemon.errors)") { daemon.errors.contains("listens") || daemon.hasEnded }
      return daemon
    }
    func settings(_ words: String...) throws -> Program.Outcome {
      try Program.run(
        "setpriv", asUser + [SpawnedDaemon.clientPath, "settings"] + words + ["--no-spawn"],
        environment: environment)
    }
    let first = try start()
    #expect(try settings("set", "page_size", "7").status == 0)
    first.signal(SIGTERM)
    #expect(try first.wait().status == 0)
    #expect(chmod(home.path + "/.local/share/movierpc", 0o500) == 0)
    let second = try start()
    let read = try JSONValue(parsing: try settings("page_size").output)
    #expect(read["settings"]?["page_size"]?["value"] == 7, "\(read.text()) \(second.errors)")
    let refused = try settings("set", "page_size", "8")
    #expect(refused.status != 0 && refused.errors.contains("Permission denied"), "\(refused)")
    // The folder may be written, and the file may not.
    let library = home.path + "/.local/share/movierpc/library.sqlite"
    #expect(chmod(home.path + "/.local/share/movierpc", 0o700) == 0 && chmod(library, 0o400) == 0)
    let doctor = try Program.run(
      "setpriv", asUser + [SpawnedDaemon.clientPath, "doctor", "--no-spawn"], environment: environment)
    #expect(doctor.status == 1 && doctor.output.contains("\(library) cannot be written"), "\(doctor)")
    second.signal(SIGTERM)
    let log = try second.wait()
    #expect(log.status == 0 && log.errors.contains("library.sqlite is read-only: "), "\(log.errors)")
  }
}
