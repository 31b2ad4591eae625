import FakeTMDB
import Foundation
import JSONRPC
import TestSupport
import Testing

/// `catalogue.import` and `catalogue.update` of the real daemon, without the built-in titles, which would take
/// a debug build long.
@Suite struct CatalogueImportDaemonTests {
  private let home: TemporaryFolder
  private let file: String

  init() throws {
    home = try TemporaryFolder()
    file = home.path + "/movie_ids.json"
    try TemporaryFolder.write(Self.lines(1...3), to: file)
  }

  private static func lines(_ ids: ClosedRange<Int>) -> String {
    ids.map {
      #"{"adult":false,"id":\#($0),"original_title":"Harbour \#($0)","popularity":\#($0),"video":false}"#
        + "\n"
    }.joined()
  }

  private func daemon(_ more: [String] = []) throws -> SpawnedDaemon {
    try SpawnedDaemon(
      home: home, configuration: [SpawnedDaemon.withoutTMDB, "catalogue.embedded = false"] + more,
      isFirstStart: true)
  }

  private func take(_ client: LineClient) throws -> JSONValue {
    try client.ask("catalogue.import", #"{"file":"\#(file)"}"#)
  }

  private func found(_ client: LineClient) throws -> [String] {
    try client.ask("suggest", #"{"q":"harbour","limit":3}"#).keys
  }

  private var leftOvers: [String] {
    ProcessFigures.names(in: home.path + "/.cache/movierpc").filter { $0.contains(".new-") }
  }

  /// Follows topic `server` until an import has reached so many percent.
  private func wait(for percent: Int, _ client: LineClient) throws {
    let reply = try client.ask("subscribe", #"{"topics":["server"]}"#)
    var state = reply["result"]?["topics"]?["server"]?["data"]
    while state?["tasks"]?[0]?["done"]?.intValue ?? 0 < percent {
      state = try client.reply()["params"]?["data"]
    }
  }

  @Test func titles_are_found_at_once_and_after_a_restart() throws {
    var daemon = try daemon()
    var client = try daemon.connect()
    #expect(try found(client) == [])
    let before = try client.ask("search", #"{"q":"harbour"}"#)["result"]?["rev"]
    let reply = try take(client)
    let after = try client.ask("search", #"{"q":"harbour"}"#)["result"]?["rev"]
    #expect(before != nil && after != nil && before != after)
    #expect(reply["result"]?["added"] == 3 && reply["result"]?["titles"] == 3, "\(reply.text())")
    #expect(try found(client) == ["movie/3", "movie/2", "movie/1"])
    // What is known by name only is shown as it is.
    let detail = try client.ask("detail", #"{"key":"movie/2"}"#)
    #expect(detail["result"]?["title"] == "Harbour 2", "\(detail.text())")
    let again = try take(client)
    #expect(again["result"]?["added"] == 0 && again["result"]?["updated"] == 3)
    #expect(try daemon.stop().status == 0)
    daemon = try self.daemon()
    client = try daemon.connect()
    #expect(try found(client) == ["movie/3", "movie/2", "movie/1"])
    #expect(try daemon.stop().status == 0)
  }

  @Test func title_known_by_name_is_completed_by_tmdb_or_stays_as_it_is() throws {
    let upstream = try UpstreamHome(["catalogue.embedded = false"])
    try TemporaryFolder.write(Self.lines(900_001...900_002), to: file)
    #expect(try take(upstream.connect())["result"]?["added"] == 2)
    upstream.fake.stop()
    let added = try upstream.connect().ask("watchlist.add", #"{"key":"movie/900002"}"#)
    #expect(added["result"]?["changed"] == true, "\(added.text())")
    try upstream.restart()
    let client = try upstream.connect()
    func kept() throws -> JSONValue? { try client.ask("watchlist", "{}")["result"]?["results"]?[0] }
    #expect(try kept()?["key"] == "movie/900002" && kept()?["title"] == "Harbour 900002")
    let detail = try client.ask("detail", #"{"key":"movie/900002"}"#)
    #expect(detail["result"]?["title"] == "Harbour 900002" && detail.meta?["offline"] == true)
    try upstream.fake.restart()
    for (key, name) in [("movie/900001", "The Amber Lighthouse"), ("movie/900002", "The Amber Orchard")] {
      try Wait.until("\(key) is whole") {
        let opened = try client.ask("detail", #"{"key":"\#(key)"}"#)["result"]
        return opened?["title"]?.stringValue == name && opened?["partial"] == false
      }
    }
    try Wait.until("the list has its facts") { try kept()?["title"] == "The Amber Orchard" }
  }

  @Test func killed_import_leaves_the_old_catalogue_and_nothing_else() throws {
    var daemon = try daemon()
    var client = try daemon.connect()
    _ = try take(client)
    try TemporaryFolder.write(Self.lines(4...150_000), to: file)
    try client.send(
      #"{"jsonrpc":"2.0","id":9,"method":"catalogue.import","params":{"file":"\#(file)"}}"# + "\n")
    let other = try daemon.connect()
    try wait(for: 1, other)
    // The old one answers meanwhile.
    #expect(try found(daemon.connect()) == ["movie/3", "movie/2", "movie/1"])
    let status = try daemon.connect().ask("status", "{}")["result"]?["catalogue"]
    #expect(status?["state"] == "importing" && status?["titles"] == 3)
    daemon.program.signal(SIGKILL)
    _ = try daemon.program.wait()
    #expect(leftOvers.count == 1)
    daemon = try self.daemon()
    client = try daemon.connect()
    #expect(try found(client) == ["movie/3", "movie/2", "movie/1"])
    #expect(leftOvers == [])
    #expect(try daemon.stop().status == 0)
  }

  @Test func import_can_be_cancelled_and_there_is_one_at_a_time() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    try TemporaryFolder.write(Self.lines(1...150_000), to: file)
    try client.send(
      #"{"jsonrpc":"2.0","id":9,"method":"catalogue.import","params":{"file":"\#(file)"}}"# + "\n")
    let other = try daemon.connect()
    try wait(for: 1, other)
    let second = try daemon.connect()
    #expect(try take(second).kind == "conflict")
    #expect(try second.ask("catalogue.cancel", "{}")["result"]?["changed"] == true)
    #expect(try client.reply().kind == "cancelled")
    #expect(try found(second) == [] && leftOvers == [])
    #expect(try second.ask("catalogue.cancel", "{}")["result"]?["changed"] == false)
    #expect(try daemon.stop().status == 0)
  }

  @Test func daemon_that_is_to_end_ends_an_import() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    try TemporaryFolder.write(Self.lines(1...150_000), to: file)
    try client.send(
      #"{"jsonrpc":"2.0","id":9,"method":"catalogue.import","params":{"file":"\#(file)"}}"# + "\n")
    try wait(for: 1, daemon.connect())
    #expect(try daemon.stop().status == 0)
    let reply = try client.reply()
    #expect(reply.kind == "cancelled" && reply["error"]?["data"]?["by"] == "shutdown", "\(reply.text())")
    #expect(leftOvers == [])
  }

  @Test func command_shows_what_was_added() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    try TemporaryFolder.write(Self.lines(1...2) + "no title\n", to: file)
    func run(_ words: String...) throws -> Program.Outcome {
      try Program.run(
        SpawnedDaemon.clientPath, ["catalogue"] + words, environment: SpawnedDaemon.environment(home))
    }
    #expect(
      try run("import", file, "--text").output
        == "2 added, 0 updated; the catalogue has 2 titles\nlines skipped: not_json 1\n")
    #expect(try run("status", "--text").output == "2 titles\n")
    #expect(try run("cancel").output == #"{"changed":false}"# + "\n")
    #expect(try run("cancel", "--text").output == "No import is in progress.\n")
    let missing = try run("import", "/nowhere")
    #expect(missing.status == 1 && missing.errors.contains("cannot be opened"), "\(missing.errors)")
    let adult = #"{"media_type":"movie","id":9,"title":"Harbour 9","adult":true}"#
    try TemporaryFolder.write(adult + "\n", to: file)
    let empty = try run("import", file)
    #expect(empty.status == 1 && empty.errors.contains("lines read: 1 (adult 1)"), "\(empty.errors)")
    #expect(try client.ask("ping", "{}")["result"]?["pong"] == true)
    #expect(try daemon.stop().status == 0)
  }

  @Test func files_of_imdb_need_their_terms_accepted_and_are_not_exported() throws {
    var daemon = try daemon()
    var client = try daemon.connect()
    _ = try take(client)
    let basics = home.path + "/title.basics.tsv"
    try TemporaryFolder.write(
      "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
        + "tt0000002\tmovie\tHarbour 2\tHarbour 2\t0\t1999\t\\N\t104\tDrama\n", to: basics)
    func run(_ words: String...) throws -> Program.Outcome {
      try Program.run(
        SpawnedDaemon.clientPath, ["catalogue", "import", basics, "--text"] + words,
        environment: SpawnedDaemon.environment(home))
    }
    let refused = try run()
    #expect(refused.status == 1 && refused.errors.contains("\(basics) --accept-license"), "\(refused.errors)")
    let accepted = try run("--accept-license")
    #expect(accepted.output == "0 added, 1 updated; the catalogue has 3 titles\n", "\(accepted.errors)")
    #expect(try daemon.stop().status == 0)
    daemon = try self.daemon()
    client = try daemon.connect()
    #expect(try run().status == 0)
    let detail = try client.ask("detail", #"{"key":"imdb/tt0000002"}"#)["result"]
    #expect(detail?["key"] == "movie/2" && detail?["year"] == 1999 && detail?["runtime"] == 104)
    #expect(detail?["meta"]?["attribution"]?[1] == "IMDb", "\(detail?.text() ?? "")")
    for (method, params) in [
      ("downloads.add", #"{"key":"movie/2","assets":["detail"]}"#), ("watchlist.add", #"{"key":"movie/2"}"#),
    ] {
      let reply = try client.ask(method, params)
      #expect(reply.kind == nil, "\(reply.text())")
    }
    let exported = try client.ask("library.export", "{}")["result"]?.text() ?? ""
    #expect(exported.contains("Harbour 2") && !exported.contains("1999") && !exported.contains("104"))
    #expect(try daemon.stop().status == 0)
  }
}
