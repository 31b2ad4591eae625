import Glibc
import JSONRPC
import TestSupport
import Testing

/// On a machine on which the daemon has never run. That it builds the whole catalogue is shown by all other
/// tests, whose catalogue it has built (`ReadyCatalogue`).
@Suite struct FirstStartTests {
  private func catalogue(_ client: LineClient) throws -> JSONValue? {
    try client.call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)["result"]?["catalogue"]
  }

  @Test func best_known_titles_are_found_while_the_others_are_built() throws {
    let daemon = try SpawnedDaemon(isFirstStart: true)
    let client = try daemon.connect()
    let found = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"suggest","params":{"q":"inception"}}"#)
    #expect(found["result"]?["results"]?.arrayValue?.first?["key"] == "movie/27205")
    let status = try catalogue(client)
    #expect(status?["state"] == "building" && status?["titles"] == 400)
    #expect(status?["as_of"]?.stringValue == "2026-07-29")
    // It does not have to be waited for.
    #expect(try daemon.stop().status == 0)
    let folder = daemon.home.path + "/.cache/movierpc"
    #expect(!ProcessFigures.names(in: folder).contains { $0.hasPrefix("catalogue.sqlite") })
  }

  @Test func change_waits_for_them_no_longer_than_it_may() throws {
    let daemon = try SpawnedDaemon(isFirstStart: true)
    let client = try daemon.connect()
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"watchlist.add","params":{"key":"movie/999999999","timeout_ms":1}}"#
    let error = try client.call(request)["error"]
    #expect(error?["data"]?["kind"] == "timeout" && error?["data"]?["timeout_ms"] == 1)
    #expect(error?["message"]?.stringValue?.hasSuffix("1 ms: the catalogue is still being built") == true)
    #expect(try daemon.stop().status == 0)
  }

  /// What is not found is not known to be missing: another command finds it some seconds later.
  @Test(arguments: [
    ["search", "succession"], ["suggest", "succession"], ["suggest", "succession", "--json"],
    ["suggest", "succession", "--format", "{key}"], ["watchlist", "add", "succession", "--timeout", "240"],
  ])
  func nothing_found_before_they_are_there_is_no_answer(_ words: [String]) throws {
    let home = try Home(isFirstStart: true)
    let outcome = try home.client(words)
    // A fast machine has built them.
    let isFound = outcome.status == 0 && outcome.output.contains("tv/76331")
    #expect(isFound || outcome.status == 6, "\(outcome)")
    if outcome.status == 6, words[0] != "watchlist" {
      #expect(outcome.errors.hasPrefix("movierpc: nothing found for \"succession\"\n"), "\(outcome.errors)")
      #expect(outcome.output == "" || outcome.output.contains(#""results":[]"#), "\(outcome.output)")
    }
    try home.client(["daemon", "stop"])
  }

  @Test func catalogue_that_is_there_is_used_at_once() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    let found = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"suggest","params":{"q":"succession"}}"#)
    #expect(found["result"]?["results"]?.arrayValue?.first?["key"] == "tv/76331")
    let status = try catalogue(client)
    #expect(status?["state"] == "ready" && status?["titles"] == 80724)
    #expect(!daemon.program.errors.contains("created"))
  }
}
