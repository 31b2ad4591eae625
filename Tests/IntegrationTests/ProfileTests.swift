import FakeTMDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// Profiles as a household has them: over the end of the daemon, and with a PIN that is nowhere to be read.
@Suite struct ProfileTests {
  private func selected(_ client: LineClient) throws -> String? {
    try client.ask("hello", "{}")["result"]?["profile"]?.stringValue
  }

  private func done(_ client: LineClient, _ method: String, _ params: String) throws {
    let reply = try client.ask(method, params)
    try #require(reply["result"] != nil, "\(reply.text())")
  }

  @Test func who_there_is_where_they_begin_and_the_pin_outlive_the_daemon() throws {
    let home = try TemporaryFolder()
    let pin = "swordfish-4711"
    let first = try SpawnedDaemon(home: home)
    let client = try first.connect()
    try done(client, "profiles.create", #"{"name":"Kids","age_limit":12}"#)
    try done(client, "profiles.update", #"{"name":"default","new_pin":"\#(pin)"}"#)
    try done(client, "profiles.select", #"{"name":"Kids","default":true}"#)
    try done(client, "settings.update", #"{"set":{"page_size":7}}"#)
    let child = try first.connect()
    let wrong = try child.ask("profiles.select", #"{"name":"default","pin":"\#(pin)-wrong"}"#)
    #expect(wrong.kind == "forbidden")
    let log = try first.stop().errors
    #expect(!log.contains(pin))

    let second = try SpawnedDaemon(home: home)
    let next = try second.connect()
    #expect(try selected(next) == "Kids")
    let settings = try next.ask("settings", "{}")["result"]?["settings"]
    #expect(settings?["page_size"]?["value"]?.intValue == 7)
    #expect(try next.ask("profiles.select", #"{"name":"default","pin":"wrong"}"#).kind == "forbidden")
    #expect(try selected(next) == "Kids")
    try done(next, "profiles.select", #"{"name":"default","pin":"\#(pin)"}"#)
    #expect(try selected(next) == "default")
    try second.stop()
    let file = TemporaryFolder.read(home.path + "/.local/share/movierpc/library.sqlite")
    #expect(file.contains("$y$") && !file.contains(pin) && !file.contains("swordfish"))
  }

  @Test func tries_are_slowed_whoever_makes_them_and_ending_the_daemon_helps_nobody() throws {
    let home = try TemporaryFolder()
    let daemon = try SpawnedDaemon(home: home)
    let client = try daemon.connect()
    try done(client, "profiles.create", #"{"name":"Papa","pin":"1234"}"#)
    // As many connections as a program may want, each with a guess.
    let guesses = try (0..<8).map { _ in try daemon.connect() }
    func wait(_ reply: JSONValue) -> Int { reply["error"]?["data"]?["retry_after_ms"]?.intValue ?? 0 }
    let right = #"{"name":"Papa","pin":"1234"}"#
    var isRefused = false
    for _ in 0..<10 where !isRefused {
      for (number, one) in guesses.enumerated() {
        try one.send(
          #"{"jsonrpc":"2.0","id":1,"method":"profiles.select","params":{"name":"Papa","pin":"000\#(number)"}}"#
        )
      }
      let replies = try guesses.map { try $0.reply() }
      #expect(replies.allSatisfy { $0.kind == "forbidden" })
      #expect(replies.count { wait($0) > 0 } >= 3)
      // The right one is not tried now either. On a busy machine the wait of 5 s may be over: then all begins anew.
      isRefused = wait(try client.ask("profiles.unlock", right)) > 0
      if !isRefused { try done(client, "profiles.lock", "{}") }
    }
    #expect(isRefused)
    // In the meantime all else is answered.
    #expect(try client.search("dune").keys.isEmpty == false)
    _ = try client.ask("shutdown", "{}")
    _ = try daemon.outcome()
    // Five were wrong: the next one too costs a wait at once, or still has to wait.
    let next = try SpawnedDaemon(home: home)
    #expect(wait(try next.connect().ask("profiles.unlock", #"{"name":"Papa","pin":"0000"}"#)) > 0)
  }

  @Test func certificates_are_fetched_once_and_outlive_the_daemon() throws {
    let home = try UpstreamHome(["region = \"DE\""])
    try home.untilWarm()
    let client = try home.connect()
    try done(client, "profiles.create", #"{"name":"Kids","age_limit":12}"#)
    try done(client, "profiles.select", #"{"name":"Kids","default":true}"#)
    let list = #"{"list":"trending","page_size":6,"timeout_ms":120000}"#
    // 6, 12, 16, 18, none and 0.
    let shown = [900_001, 900_002, 900_006, 900_007, 900_008, 900_012].map { "movie/\($0)" }
    let reply = try client.ask("browse", list)
    #expect(reply.keys == shown && reply.meta?["hidden"]?.intValue == 6)
    func questions() -> Int { home.fake.requests.count { $0.target.contains("/release_dates") } }
    #expect(questions() == 12)
    #expect(try client.ask("detail", #"{"key":"movie/900003"}"#).kind == "forbidden")
    #expect(home.fake.count("/3/movie/900003?") == 0 && questions() == 12)
    try home.restart()
    #expect(try home.connect().ask("browse", list).keys == shown)
    #expect(questions() == 12)
    // Without TMDB what is known still counts.
    home.fake.stop()
    try home.restart()
    #expect(try home.connect().ask("browse", list).keys == shown)
  }

  @Test func first_screen_of_an_age_limit_asks_for_its_lists_and_fills_later() throws {
    let home = try UpstreamHome(["region = \"DE\""])
    try home.untilWarm()
    let client = try home.connect()
    try done(client, "profiles.create", #"{"name":"Kids","age_limit":12}"#)
    try done(client, "profiles.select", #"{"name":"Kids"}"#)
    home.fake.forget()
    func rows(_ reply: JSONValue) -> [String: [String]] {
      let rows = reply["result"]?["rows"]?.arrayValue ?? []
      return Dictionary(
        rows.map { row in
          let name = "\(row["list"]?.stringValue ?? "")/\(row["media_type"]?.stringValue ?? "")"
          return (name, row["results"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? [])
        }
      ) { first, _ in first }
    }
    func isForOlder(_ key: String) -> Bool {
      let number = Int(key.split(separator: "/").last ?? "") ?? 0
      return !(0...2).contains(number % 6)
    }
    let first = rows(try client.ask("home", #"{"timeout_ms":120000}"#))
    for list in ["popular/movie", "upcoming/movie", "top_rated/movie", "now_playing/movie"] {
      #expect(first[list]?.count == 6, "\(list)")
    }
    let isCertificate = { (target: String) in
      target.contains("/release_dates") || target.contains("/content_ratings")
    }
    // The two trending lists are there already.
    #expect(home.fake.requests.count { !isCertificate($0.target) } <= 6)
    try Wait.until("the other rows are full") {
      let rows = rows(try client.ask("home", #"{"max_age_ms":3600000}"#))
      return rows["trending/movie"]?.count == 6 && rows["trending/tv"]?.count == 6
    }
    let all = rows(try client.ask("home", "{}")).values.joined()
    #expect(!all.isEmpty && !all.contains { $0.contains("/9") && isForOlder($0) })
    #expect(home.fake.requests.count { isCertificate($0.target) } <= 60)
  }

  @Test func page_of_a_hundred_waits_for_its_turn_at_the_upstream() throws {
    let home = try UpstreamHome(["region = \"DE\"", "limits.upstream_rate = 200"])
    let client = try home.connect()
    try done(client, "profiles.create", #"{"name":"Kids","age_limit":21}"#)
    try done(client, "profiles.select", #"{"name":"Kids"}"#)
    let reply = try client.ask("browse", #"{"list":"trending","page_size":100,"timeout_ms":120000}"#)
    // The page is filled with what is behind its hundredth.
    let unknown = (1...120).count { (900_000 + $0) % 6 == 5 }
    #expect(reply.keys.count == min(100, 120 - unknown) && reply.meta?["hidden"]?.intValue == unknown)
    #expect(home.fake.maxAtOnce <= 8)
  }

  @Test func certificates_that_do_not_come_hide_their_titles_for_now() throws {
    let home = try UpstreamHome(["region = \"DE\""])
    try home.untilWarm()
    let client = try home.connect()
    try done(client, "profiles.create", #"{"name":"Kids","age_limit":12}"#)
    // The list is kept; what belongs to it is not.
    let list = #""list":"trending","page_size":6"#
    try done(client, "browse", "{\(list)}")
    try done(client, "profiles.select", #"{"name":"Kids"}"#)
    home.fake.set(fault: .hang)
    // A daemon that is stopped for that long answers `timeout`.
    let late = try Wait.forValue("what is known in time") {
      let reply = try client.ask("browse", #"{\#(list),"timeout_ms":2000}"#)
      return reply.kind == "timeout" ? nil : reply
    }
    #expect(late.keys == [] && late.meta?["hidden"]?.intValue == 6)
    home.fake.set(fault: nil)
    // Another page size is another answer.
    try Wait.until("TMDB is asked again") {
      try client.ask("browse", #"{"list":"trending","page_size":5}"#).keys.count == 5
    }
  }
}
