import FakeTMDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// `library.import` and `library.export` against the real daemon, which asks a fake TMDB.
@Suite struct ImportTests {
  private func take(_ client: LineClient, _ file: String, _ format: String, _ more: String = "") throws
    -> JSONValue
  {
    try client.ask("library.import", #"{"file":"\#(file)","format":"\#(format)"\#(more)}"#)
  }

  private func counts(_ reply: JSONValue) -> [Int?] {
    ["added", "updated", "unchanged", "unmatched_total"].map { reply["result"]?[$0]?.intValue }
  }

  /// The first three films of the fake, and one that nobody knows.
  static let files = [
    (
      "letterboxd",
      "\u{FEFF}Date,Name,Year,Letterboxd URI\r\n2026-01-02,The Amber Lighthouse,1990,u\r\n"
        + "2026-01-02,\"The Amber Orchard\",1997,u\r\n2026-01-02,The Amber Harbour,2004,u\r\n,No Such Film,1999,u\r\n"
    ),
    (
      "imdb",
      "Const,Title,Title Type,Year\ntt9900001,x,Movie,\ntt9900002,x,Movie,\ntt9900003,x,Movie,\ntt0000001,x,Movie,1999\n"
    ),
    (
      "trakt",
      """
      [{"type":"movie","movie":{"title":"x","year":1990,"ids":{"tmdb":900001}}},
       {"type":"movie","movie":{"title":"x","year":1990,"ids":{"imdb":"tt9900002"}}},
       {"type":"movie","movie":{"title":"The Amber Harbour","year":2004,"ids":{"trakt":7}}},
       {"type":"show","show":{"title":"No Such Series","year":1999,"ids":{"tmdb":987654321}}}]
      """
    ),
    (
      "movierpc",
      """
      {"kind":"watchlist","key":"movie/900001","added_at":"2026-01-02T12:00:00Z"}
      {"entries":[{"kind":"watchlist","key":"movie/900002"},{"kind":"watchlist","key":"movie/900003"}],"next":null}
      {"kind":"watchlist","key":"movie/1"}
      """
    ),
  ]

  @Test(arguments: files.map(\.0)) func files_of_each_format_are_matched_with_tmdb(_ format: String) throws {
    let text = try #require(Self.files.first { $0.0 == format }?.1)
    let upstream = try UpstreamHome()
    let client = try upstream.connect()
    let file = upstream.home.path + "/watchlist"
    try TemporaryFolder.write(text, to: file)
    #expect(counts(try take(client, file, format, #","dry_run":true"#)) == [3, 0, 0, 1])
    #expect(try client.ask("watchlist", "{}").keys == [])
    let reply = try take(client, file, format)
    #expect(counts(reply) == [3, 0, 0, 1], "\(reply.text())")
    #expect(reply["result"]?["unmatched"]?[0]?["kind"] == "not_found")
    #expect(
      try client.ask("watchlist", "{}").keys.sorted() == ["movie/900001", "movie/900002", "movie/900003"])
    try upstream.restart()
    let again = try upstream.connect()
    #expect(try again.ask("watchlist", "{}").keys.count == 3)
    #expect(counts(try take(again, file, format)) == [0, 0, 3, 1])
    #expect(try upstream.daemon.stop().status == 0)
  }

  private func pending(_ client: LineClient) throws -> [JSONValue] {
    try #require(try client.ask("library.pending", "{}")["result"]?["results"]?.arrayValue)
  }

  /// Follows the lists until so many titles are on the watchlist.
  private func wait(for count: Int, _ client: LineClient) throws {
    let reply = try client.ask("subscribe", #"{"topics":["library"]}"#)
    var state = reply["result"]?["topics"]?["library"]?["data"]
    while state?["watchlist"]?.intValue != count { state = try client.reply()["params"]?["data"] }
  }

  @Test(arguments: [true, false]) func what_tmdb_could_not_be_asked_comes_when_it_is_back(
    _ isRestarted: Bool
  ) throws {
    let upstream = try UpstreamHome(["limits.import_wait_ms = 0"])
    try upstream.untilWarm()
    upstream.fake.stop()
    let client = try upstream.connect()
    let file = upstream.home.path + "/watchlist"
    try TemporaryFolder.write(try #require(Self.files.first { $0.0 == "imdb" }?.1), to: file)
    let reply = try take(client, file, "imdb")
    #expect(counts(reply) == [0, 0, 0, 4] && reply["result"]?["pending"]?.intValue == 4)
    let kinds = reply["result"]?["unmatched"]?.arrayValue?.map { $0["kind"]?.stringValue }
    #expect(kinds == Array(repeating: "unavailable", count: 4))
    #expect(try pending(client).map { $0["keys"]?[0] }.first == "imdb/tt9900001")
    if isRestarted {
      try upstream.daemon.stop()
      try upstream.fake.restart()
      try upstream.restart()
    } else {
      try upstream.fake.restart()
    }
    let other = try upstream.connect()
    try wait(for: 3, other)
    #expect(try pending(upstream.connect()).map { $0["kind"] } == ["not_found"])
    #expect(try upstream.daemon.stop().status == 0)
  }

  @Test func what_no_key_could_ask_about_comes_with_a_key() throws {
    let upstream = try UpstreamHome(key: nil)
    let client = try upstream.connect()
    let file = upstream.home.path + "/watchlist"
    try TemporaryFolder.write(try #require(Self.files.first { $0.0 == "letterboxd" }?.1), to: file)
    let reply = try take(client, file, "letterboxd")
    #expect(reply["result"]?["pending"]?.intValue == 4, "\(reply.text())")
    #expect(try client.ask("settings.update", #"{"set":{"tmdb.key":"\#(FakeTMDB.key)"}}"#)["result"] != nil)
    try wait(for: 3, upstream.connect())
    #expect(try pending(client).map { $0["title"] } == ["No Such Film"])
  }

  @Test func upstream_that_goes_away_for_a_moment_costs_no_row() throws {
    // So slow that it is not over when TMDB goes away, however late that is on a busy machine.
    let upstream = try UpstreamHome([
      "limits.import_wait_ms = 600000", "limits.upstream_burst = 1", "limits.upstream_rate = 2",
    ])
    try upstream.untilWarm()
    let (client, other) = (try upstream.connect(), try upstream.connect())
    let file = upstream.home.path + "/file"
    let rows = (1...40).map { "tt\(9_900_000 + $0),x,Movie,\n" }
    try TemporaryFolder.write("Const,Title,Title Type,Year\n" + rows.joined(), to: file)
    var state = try other.ask("subscribe", #"{"topics":["server"]}"#)["result"]?["topics"]?["server"]?["data"]
    func until(_ condition: (JSONValue) -> Bool) throws {
      while state?["tasks"]?[0].map(condition) != true { state = try other.reply()["params"]?["data"] }
    }
    try client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"library.import","params":{"file":"\#(file)","format":"imdb"}}"#)
    try until { $0["done"]?.intValue ?? 0 > 0 }
    upstream.fake.stop()
    try until { $0["waiting"]?.intValue ?? 0 > 0 }
    let settings = TemporaryFolder.read(upstream.daemon.configurationFile)
    try TemporaryFolder.write(
      settings.replacing("upstream_rate = 2", with: "upstream_rate = 1000"),
      to: upstream.daemon.configurationFile)
    upstream.daemon.program.signal(SIGHUP)
    try upstream.fake.restart()
    let reply = try client.reply()
    #expect(counts(reply) == [40, 0, 0, 0], "\(reply.text())")
    #expect(try client.ask("watchlist", "{}")["result"]?["total_results"]?.intValue == 40)
  }

  @Test func what_is_no_file_of_ours_is_refused_at_once_and_the_daemon_goes_on() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    let folder = daemon.home.path
    try TemporaryFolder.write("Date,Name,Year\n", to: folder + "/file")
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    #expect(symlink(folder + "/file", folder + "/link") == 0)
    try TemporaryFolder.write("x", to: folder + "/large")
    #expect(truncate(folder + "/large", (64 << 20) + 1) == 0)
    for name in ["pipe", "link", "none", "", "."] {
      let reply = try take(client, folder + "/" + name, "letterboxd")
      #expect(reply.kind == "invalid_params" && reply["error"]?["data"]?["param"] == "file", "\(name)")
    }
    let large = try take(client, folder + "/large", "letterboxd")["error"]?["data"]
    #expect(large?["kind"] == "limit_exceeded" && large?["limit"] == "import_bytes")
    #expect(large?["max"]?.intValue == 64 << 20 && large?["got"]?.intValue == (64 << 20) + 1)
    #expect(counts(try take(client, folder + "/file", "letterboxd")) == [0, 0, 0, 0])
    #expect(try daemon.stop().status == 0)
  }

  /// The worst of each kind.
  @Test func hostile_file_costs_bounded_memory() throws {
    let daemon = try SpawnedDaemon(configuration: ["catalogue.embedded = false"])
    let client = try daemon.connect(patience: 1200)
    let file = daemon.home.path + "/file"
    let figures = ProcessFigures(daemon.program.pid)
    _ = try client.ask("ping", "{}")
    let before = figures.peakMemory
    func write(_ piece: String, _ beginning: String = "") throws {
      let count = ((8 << 20) - beginning.utf8.count) / piece.utf8.count
      try TemporaryFolder.write(beginning + String(repeating: piece, count: count), to: file)
    }
    for (piece, beginning, format) in [
      ("x", "Date,Name,Year\n", "letterboxd"), (",", "Date,Name,Year\n", "letterboxd"),
      ("a\",\"\n", "Date,Name,Year\n", "letterboxd"), ("\n", "Date,Name,Year\n", "letterboxd"),
      ("\"\"", "Const\n", "imdb"), ("[", "", "trakt"), ("[[]],", "[", "trakt"), ("{}\n", "", "movierpc"),
      ("\u{0}", "", "movierpc"),
    ] {
      try write(piece, beginning)
      let reply = try take(client, file, format)
      #expect(reply["result"] != nil || reply.kind == "invalid_params", "\(piece) \(reply.text())")
    }
    // The file itself, and what a bounded plan takes.
    #expect(figures.peakMemory - before < 64 << 20)
    #expect(try client.ask("ping", "{}")["result"] != nil)
    #expect(try daemon.stop().status == 0)
  }

  @Test func daemon_that_ends_meanwhile_imports_nothing() throws {
    let upstream = try UpstreamHome(["limits.upstream_rate = 1", "limits.upstream_burst = 1"])
    try upstream.untilWarm()
    let client = try upstream.connect()
    let file = upstream.home.path + "/file"
    let rows = (1...40).map { #"{"kind":"favorites","key":"movie/\#(900_000 + $0)"}"# }
    try TemporaryFolder.write(
      #"{"kind":"watchlist","key":"movie/7","title":{"key":"movie/7","title":"x"}}"# + "\n"
        + rows.joined(separator: "\n"), to: file)
    try client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"library.import","params":{"file":"\#(file)","format":"movierpc"}}"#)
    let other = try upstream.connect()
    var state = try other.ask("subscribe", #"{"topics":["server"]}"#)["result"]?["topics"]?["server"]?["data"]
    while state?["tasks"]?[0]?["total"]?.intValue != 41 { state = try other.reply()["params"]?["data"] }
    #expect(try upstream.daemon.stop().status == 0)
    #expect(try client.reply().kind == "overloaded")
    try upstream.restart()
    let result = try upstream.connect().ask("library.export", "{}")["result"]
    #expect(result?["entries"]?.arrayValue?.isEmpty == true)
  }
}
