import Glibc
import JSONRPC
import TestSupport
import Testing

/// A damaged library as a person meets it.
@Suite struct LibraryRecoveryTests {
  private let home: Home
  private var folder: String { home.path + "/.local/share/movierpc" }
  private var library: String { folder + "/library.sqlite" }

  init() throws { home = try Home() }

  private func doctor() throws -> [JSONValue] {
    let outcome = try home.client(["doctor", "--json"])
    let findings = try JSONValue(parsing: outcome.output)["findings"]?.arrayValue ?? []
    return findings.filter { $0["name"] == "library" }
  }

  private func damage() throws { try TemporaryFolder.write("no library any more", to: library) }

  private func set(_ count: Int, _ daemon: SpawnedDaemon) throws -> JSONValue {
    try daemon.connect().call(
      #"{"jsonrpc":"2.0","id":1,"method":"settings.update","params":{"set":{"page_size":\#(count)}}}"#)
  }

  @Test func damaged_library_is_restored_and_a_person_is_told() throws {
    let first = try SpawnedDaemon(home: home.folder)
    let client = try first.connect()
    let key = try LibraryModel.keys(client, 1)[0]
    let add = LibraryModel.Change.add(key, note: "with Ana", isWatched: true)
    #expect(try client.call(add.request(1))["result"]?["changed"] == .bool(true))
    #expect(try set(7, first)["result"] != nil)
    #expect(try first.stop().status == 0)
    let before = try doctor()
    #expect(before.count == 1 && before[0]["state"] == "ok")
    #expect(before[0]["message"]?.stringValue?.contains("newest copy of") == true)

    try damage()
    let daemon = try SpawnedDaemon(home: home.folder)
    let reader = try daemon.connect()
    #expect(try LibraryModel.read(reader).model.watchlist == [key: .init(note: "with Ana", isWatched: true)])
    let settings = try reader.call(#"{"jsonrpc":"2.0","id":1,"method":"settings"}"#)["result"]?["settings"]
    #expect(settings?["page_size"]?["value"] == .number("7"))
    let log = try daemon.log(holding: "It was restored at ")
    #expect(log.contains("library.sqlite.backup") && log.contains(library + ".damaged-"))

    // Also where nobody reads logs, with and without a daemon.
    for _ in 0..<2 {
      let told = try doctor()
      #expect(told.map { $0["state"] } == ["ok", "warning"])
      #expect(told.last?["message"]?.stringValue?.contains("It was restored at ") == true)
      #expect(told.last?["hint"]?.stringValue?.contains(library + ".damaged-") == true)
      if !daemon.program.hasEnded { try daemon.stop() }
    }
    let aside = ProcessFigures.names(in: folder).filter { $0.hasPrefix("library.sqlite.damaged-") }
    #expect(aside.count == 1)
    #expect(TemporaryFolder.read(folder + "/" + aside[0]) == "no library any more")
  }

  @Test func damaged_library_without_a_copy_is_refused_until_a_person_acts() throws {
    mkdir(home.path + "/.local", 0o700)
    mkdir(home.path + "/.local/share", 0o700)
    mkdir(folder, 0o700)
    try damage()
    let daemon = try SpawnedDaemon(home: home.folder)
    let client = try daemon.connect()
    // Whatever needs no library is there.
    let key = try LibraryModel.keys(client, 1)[0]
    for request in [
      LibraryModel.Change.toggle(key).request(1), #"{"jsonrpc":"2.0","id":1,"method":"watchlist"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"searches"}"#,
    ] {
      let error = try client.call(request)["error"]
      #expect(error?["data"]?["kind"] == "storage_error")
      #expect(error?["message"]?.stringValue?.contains(library) == true)
      #expect(error?["data"]?["hint"]?.stringValue?.contains("stop the daemon") == true)
    }
    let told = try doctor()
    #expect(told.map { $0["state"] } == ["problem"])
    #expect(told[0]["message"]?.stringValue?.contains(library) == true)
    #expect(TemporaryFolder.read(library) == "no library any more")
    try daemon.stop()
    #expect(unlink(library) == 0)
    let next = try SpawnedDaemon(home: home.folder)
    #expect(try next.connect().call(LibraryModel.Change.toggle(key).request(1))["result"] != nil)
    #expect(try next.stop().status == 0)
  }
}
