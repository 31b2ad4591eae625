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
}
