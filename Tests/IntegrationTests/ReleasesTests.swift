import FakeTMDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// The calendar of the watchlist, as a bar and a person have it.
@Suite struct ReleasesTests {
  private func until(_ watch: Program, _ line: String) throws {
    try Wait.until("\(line), but: \(watch.output) \(watch.errors)") {
      watch.lines.last == line
    }
  }

  @Test func what_comes_out_today_is_told_to_who_watches() throws {
    let upstream = try UpstreamHome([#"region = "DE""#])
    let watch = try upstream.client(["watch", "releases", "--as", "plain"])
    try until(watch, "nothing out today")
    let connection = try upstream.connect()
    try upstream.untilWarm()
    upstream.fake.forget()
    for key in ["movie/980001", "movie/900001", "tv/950002"] {
      #expect(try connection.ask("watchlist.add", #"{"key":"\#(key)"}"#)["result"]?["changed"] == true)
    }
    try until(watch, "Fast & Furious (cinema)")
    _ = try connection.ask("watchlist.add", #"{"key":"tv/950001"}"#)
    try until(watch, "Amber Lighthouse Days (S02E03 Episode), Fast & Furious (cinema)")
    // What a detail has brought is asked for by nobody else.
    try Wait.until("all are known") {
      try connection.ask("releases", "{}")["result"]?["pending"] == 0
    }
    #expect(
      upstream.fake.requests.filter {
        !$0.target.contains("append_to_response") && !$0.target.contains("genre")
      }.map(\.target) == [])
    // Bars have it in their forms.
    let bar = try upstream.client(["watch", "releases", "--as", "waybar"])
    try Wait.until("a line for waybar") { bar.output.hasSuffix("\n") }
    #expect(
      bar.output
        == #"{"text":"2 out today","alt":"some","tooltip":"Amber Lighthouse Days (S02E03 Episode)\nFast &amp; Furious (cinema)","class":"some","percentage":0}"#
        + "\n")
    _ = try connection.ask("watchlist.update", #"{"key":"movie/980001","watched":true}"#)
    try until(watch, "Amber Lighthouse Days (S02E03 Episode)")
  }

  @Test func a_table_is_for_people_and_json_for_programs() throws {
    let upstream = try UpstreamHome([#"region = "DE""#])
    let connection = try upstream.connect()
    let today = Self.day(0)
    upstream.fake.set(release: Self.day(3), 4, in: "DE", ofFilm: 900_001)
    for key in ["movie/980004", "movie/900001", "tv/950002"] {
      _ = try connection.ask("watchlist.add", #"{"key":"\#(key)"}"#)
    }
    let page = try upstream.client(["releases", "--text"]).wait()
    #expect(page.status == 0 && page.errors == "")
    #expect(
      page.output == """
        DATE                  TITLE                 KIND           COUNTRY  KEY
        \(today)  today     [REC]                 cinema         DE       movie/980004
        \(Self.day(1))  tomorrow  Amber Orchard Days    S02E03 Episo…  US       tv/950002
        \(Self.day(3))            The Amber Lighthouse  digital        DE       movie/900001

        Data: TMDB

        """)
    let format = try upstream.client(["releases", "--days-ahead", "0", "--format", "{title} ({kind})"]).wait()
    #expect(format.output == "[REC] (cinema)\n")
    let back = try upstream.client(["releases", "--days-back=7", "--days-ahead", "0"]).wait()
    let rows = try JSONValue(parsing: back.output)["results"]?.arrayValue ?? []
    #expect(rows.map { $0["date"]?.stringValue } == [Self.day(-6), today])
    let wrong = try upstream.client(["releases", "--days-ahead", "400"]).wait()
    #expect(wrong.status == 2 && wrong.errors.contains("0 to 365"))
  }

  @Test func what_was_said_is_there_after_a_restart_without_a_network() throws {
    let upstream = try UpstreamHome([#"region = "DE""#])
    var connection = try upstream.connect()
    _ = try connection.ask("watchlist.add", #"{"key":"movie/980001"}"#)
    let before = try connection.ask("releases", "{}")
    #expect(before.keys == ["movie/980001"])
    try upstream.daemon.stop()
    upstream.fake.stop()
    try upstream.restart()
    connection = try upstream.connect()
    let after = try connection.ask("releases", "{}")
    #expect(after.keys == ["movie/980001"] && after["result"]?["pending"] == 0)
    #expect(after.meta?["source"] == "tmdb" && after.meta?["cache"] == "hit")
    // One that is asked for anew: the old one comes.
    let stale = try connection.ask("releases", #"{"max_age_ms":0,"timeout_ms":120000}"#)
    #expect(stale.keys == ["movie/980001"])
    #expect(stale.meta?["cache"] == "stale" && stale.meta?["offline"] == true)
  }

  @Test func without_a_key_there_is_no_error() throws {
    let upstream = try UpstreamHome(key: nil)
    let connection = try upstream.connect()
    _ = try connection.ask("watchlist.add", #"{"key":"movie/438631"}"#)
    let reply = try connection.ask("releases", #"{"days_back":365,"days_ahead":365}"#)
    #expect(reply.keys == [] && reply.meta?["source"] == "library" && reply["result"]?["pending"] == 0)
    #expect(upstream.fake.requests.isEmpty)
    let page = try upstream.client(["releases", "--text"]).wait()
    #expect(page.status == 0 && page.output == "")
    #expect(
      page.errors == """
        nothing on your watchlist, or of people you follow, comes out in these days
        From local facts; no TMDB key is set: movierpc settings set tmdb.key

        """)
  }

  @Test func another_region_and_a_key_that_comes_later_are_told() throws {
    let upstream = try UpstreamHome([#"region = "DE""#], key: nil)
    let watch = try upstream.client(["watch", "releases", "--as", "plain"])
    try until(watch, "nothing out today")
    upstream.fake.set(release: Self.day(0), 3, in: "FR", ofFilm: 900_003)
    upstream.fake.set(release: Self.day(1), 3, in: "DE", ofFilm: 900_003)
    let connection = try upstream.connect()
    _ = try connection.ask("settings.update", #"{"set":{"tmdb.key":"\#(FakeTMDB.key)"}}"#)
    _ = try connection.ask("watchlist.add", #"{"key":"movie/900003"}"#)
    #expect(try connection.ask("releases", "{}").keys == ["movie/900003"])
    _ = try connection.ask("settings.update", #"{"set":{"region":"FR"}}"#)
    try until(watch, "The Amber Harbour (cinema)")
    _ = try connection.ask("settings.update", #"{"reset":["region"]}"#)
    try until(watch, "nothing out today")
  }

  /// The daemon's day ends some seconds after its start.
  @Test func at_midnight_the_next_day_is_told() throws {
    let upstream = try UpstreamHome([#"region = "DE""#])
    try upstream.daemon.stop()
    // A zone in which it is 23:59:52 now, with the name ZZZ.
    let now = Int(time(nil))
    let ahead = (86_400 - 8 - now % 86_400 + 86_400) % 86_400
    let offset = ahead > 43_200 ? ahead - 86_400 : ahead
    let sign = offset < 0 ? "" : "-"
    let (hours, minutes, seconds) = (abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60)
    let local = now + offset
    let (today, tomorrow) = (Self.text(local / 86_400), Self.text(local / 86_400 + 1))
    upstream.fake.set(release: today, 3, in: "DE", ofFilm: 900_003)
    upstream.fake.set(release: tomorrow, 4, in: "DE", ofFilm: 900_004)
    let daemon = try SpawnedDaemon(
      home: upstream.home, configuration: upstream.fake.configuration + [#"region = "DE""#],
      environment: ["TMDB_API_KEY": FakeTMDB.key, "TZ": "ZZZ\(sign)\(hours):\(minutes):\(seconds)"])
    let connection = try daemon.connect()
    for key in ["movie/900003", "movie/900004"] {
      _ = try connection.ask("watchlist.add", #"{"key":"\#(key)"}"#)
    }
    let watch = try upstream.client(["watch", "releases", "--as", "plain"])
    let before = try connection.ask("releases", #"{"days_ahead":0}"#)
    // A machine that is too slow has midnight behind it already.
    if Int(time(nil)) < now + 8 { #expect(before.keys == ["movie/900003"]) }
    try until(watch, "The Amber Clockmaker (digital)")
    #expect(Int(time(nil)) >= now + 8)
    let rows = try connection.ask("releases", #"{"days_ahead":0}"#)
    #expect(rows.keys == ["movie/900004"])
    #expect(try daemon.stop().status == 0)
  }

  /// Where the tests are, which is where the daemon is.
  private static func day(_ offset: Int) -> String {
    var moment = time(nil) + offset * 86_400
    var parts = tm()
    localtime_r(&moment, &parts)
    return text(timegm(&parts) / 86_400)
  }

  /// Days since 1970.
  private static func text(_ days: Int) -> String {
    var moment = time_t(days * 86_400)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
