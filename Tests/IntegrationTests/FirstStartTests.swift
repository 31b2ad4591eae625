import Glibc
import JSONRPC
import TestSupport
import Testing

/// On a machine on which the daemon has never run: all titles are there from the first answer on.
@Suite struct FirstStartTests {
  /// On a busy machine the catalogue is not made in the 15 s that a request has.
  private static let succession = #"{"q":"succession","timeout_ms":120000}"#

  private func catalogue(_ client: LineClient) throws -> JSONValue? {
    try client.call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)["result"]?["catalogue"]
  }

  @Test func first_answer_is_of_all_titles() throws {
    let daemon = try SpawnedDaemon(isFirstStart: true)
    let client = try daemon.connect()
    let found = try client.ask("detail", #"{"key":"tv/76331","timeout_ms":120000}"#)
    #expect(found["result"]?["title"] == "Succession")
    let status = try catalogue(client)
    #expect(status?["state"] == "ready" && status?["titles"] == 81701)
    #expect(status?["as_of"]?.stringValue == "2026-07-29")
    #expect(try daemon.stop().status == 0)
    #expect(ProcessFigures.names(in: daemon.home.path + "/.cache/movierpc").contains("catalogue.index"))
  }

  @Test(arguments: [
    ["search", "succession"], ["suggest", "succession"], ["watchlist", "add", "succession"],
  ])
  func first_command_finds_a_title(_ words: [String]) throws {
    let home = try Home(isFirstStart: true)
    let outcome = try home.client(words + ["--timeout", "120"])
    #expect(outcome.status == 0 && outcome.output.contains("tv/76331"), "\(outcome)")
    try home.client(["daemon", "stop"])
  }

  @Test func start_that_is_killed_while_it_writes_leaves_nothing_to_the_next() throws {
    let home = try TemporaryFolder()
    let folder = home.path + "/.cache/movierpc"
    for _ in 0..<4 {
      let daemon = try SpawnedDaemon(home: home, isFirstStart: true)
      // At any moment from the first byte to the file's name.
      try Wait.until("a catalogue in \(folder)") {
        ProcessFigures.names(in: folder).contains { $0.hasPrefix("catalogue.index") }
      }
      daemon.program.signal(SIGKILL)
      _ = try daemon.program.wait()
    }
    let daemon = try SpawnedDaemon(home: home, isFirstStart: true)
    let client = try daemon.connect()
    let found = try client.ask("suggest", Self.succession)
    #expect(found["result"]?["results"]?.arrayValue?.first?["key"] == "tv/76331")
    #expect(ProcessFigures.names(in: folder).filter { $0.hasPrefix("catalogue") } == ["catalogue.index"])
    #expect(try daemon.stop().status == 0)
  }

  @Test func two_daemons_may_make_it_at_once() throws {
    let cache = try TemporaryFolder()
    let daemons = try (0..<2).map { _ in
      try SpawnedDaemon(configuration: ["folders.cache = \"\(cache.path)\""], isFirstStart: true)
    }
    for daemon in daemons {
      let found = try daemon.connect().ask(
        "suggest", Self.succession)
      #expect(found["result"]?["results"]?.arrayValue?.first?["key"] == "tv/76331")
    }
    for daemon in daemons { #expect(try daemon.stop().status == 0) }
    #expect(ProcessFigures.names(in: cache.path).filter { $0.hasPrefix("catalogue") } == ["catalogue.index"])
  }

  @Test func title_that_does_not_exist_is_told_at_once() throws {
    let daemon = try SpawnedDaemon(isFirstStart: true)
    let client = try daemon.connect()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"watchlist.add","params":{"key":"movie/999999999"}}"#
    #expect(try client.call(request)["error"]?["data"]?["kind"] == "not_found")
    #expect(try daemon.stop().status == 0)
  }

  @Test func catalogue_that_is_there_is_used_again() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    #expect(try catalogue(client) != nil)
    _ = try client.ask("suggest", Self.succession)
    #expect(!daemon.program.errors.contains("created"))
  }
}
