import FakeTMDB
import Foundation
import JSONRPC
import TestSupport
import Testing

/// The built daemon and a fake TMDB: who is asked, how often, and what is said when that fails.
@Suite(.timeLimit(.minutes(20))) struct UpstreamTests {
  @Test func two_hundred_clients_are_one_question() throws {
    let upstream = try UpstreamHome(fault: .slow(300))
    let clients = try (0..<200).map { _ in try upstream.connect() }
    for client in clients {
      try client.send(
        #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"harbour","timeout_ms":120000}}"#)
    }
    var (answers, caches): (Set<String>, [String: Int]) = ([], [:])
    var local = 0
    for client in clients {
      let reply = try client.reply()
      // On a busy machine some wait for so long that the catalogue answers.
      guard reply.meta?["source"] == "tmdb" else {
        local += 1
        continue
      }
      caches[reply.meta?["cache"]?.stringValue ?? "none", default: 0] += 1
      answers.insert(reply["result"]?["results"]?.text() ?? "")
    }
    #expect(upstream.fake.count("/3/search") == 1)
    #expect(answers.count <= 1)
    #expect(caches["miss"] ?? 0 <= 1, "\(caches)")
    #expect(
      ["miss", "coalesced", "hit"].reduce(local) { $0 + (caches[$1] ?? 0) } == 200, "\(caches) \(local)")
  }

  @Test func a_client_with_many_searches_does_not_keep_others_waiting() throws {
    let (rate, burst, atOnce) = (40, 10, 8)
    let upstream = try UpstreamHome([
      "limits.upstream_rate = \(rate)", "limits.upstream_burst = \(burst)",
      "limits.upstream_at_once = \(atOnce)", "limits.in_flight = 128",
    ])
    func search(_ id: Int, _ q: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":{"q":"\#(q)","timeout_ms":120000}}"#
    }
    let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#
    _ = try upstream.connect()
    try upstream.untilWarm()
    let greedy = try upstream.connect()
    for number in 0..<100 { try greedy.send(search(number, "xqgreedy \(number)")) }
    // It has been heard before the others come.
    try Wait.until("upstream is asked for the greedy one") { upstream.fake.count("/3/search") >= 3 }
    let modest = try (0..<10).map { number in
      let client = try upstream.connect()
      try client.send(search(1, "xqmodest \(number)") + "\n" + ping)
      return client
    }
    var replies = try modest.map { try $0.reply() }
    // All have been heard; on a busy machine that may have taken long.
    let before = upstream.fake.count("/3/search")
    for client in modest { replies.append(try client.reply()) }
    for reply in replies where reply["id"] == 1 { #expect(reply.meta?["source"] == "tmdb") }
    for _ in 0..<100 { #expect(try greedy.reply()["error"] == nil) }
    try Wait.until("all were asked for") { upstream.fake.count("/3/search") >= 110 }
    let order = upstream.fake.requests.map(\.target).filter { $0.hasPrefix("/3/search") }
    let (theirs, others) = (
      order.indices.filter { order[$0].contains("greedy") },
      order.indices.filter { order[$0].contains("modest") }
    )
    #expect(theirs.count == 100 && others.count == 10, "\(theirs.count), \(others.count)")
    // Meanwhile the greedy one has as many as each of the others at most, and what was under way.
    let most = before + 10 + 2 * atOnce
    let last = try #require(others.last)
    #expect(most >= theirs.count || last < theirs[most])
    // Never more than the bucket lets through; what was under way may come when this process runs again.
    let times = upstream.fake.requests.map(\.at).sorted()
    for (index, time) in times.enumerated() {
      let within = times[index...].prefix { $0 < time + 1 }.count
      #expect(within <= rate + burst + atOnce)
    }
  }

  @Test func slow_upstream_is_not_waited_for_and_its_answer_is_kept() throws {
    let upstream = try UpstreamHome()
    try upstream.untilWarm()
    let client = try upstream.connect()
    upstream.fake.set(fault: .slow(4000))
    let local = try client.search("dune")
    #expect(local.meta?["source"] == "catalogue" && local.meta?["reason"] == "network")
    try Wait.until("what TMDB answers later is kept") {
      try client.search("dune", #""cache_only":true"#).meta?["source"] == "tmdb"
    }
    let kept = try client.search("dune")
    #expect(kept.meta?["source"] == "tmdb" && kept.meta?["cache"] == "hit" && kept.meta?["reason"] == .null)
  }

  @Test func an_upstream_that_dies_leaves_what_was_kept_and_is_found_again() throws {
    let upstream = try UpstreamHome()
    let client = try upstream.connect()
    let before = try client.search("quarry")
    upstream.fake.stop()
    let kept = try client.search("quarry", #""max_age_ms":0"#)
    #expect(kept.meta?["cache"] == "stale" && kept.meta?["offline"] == true && kept.keys == before.keys)
    #expect(try client.search("quarry").meta?["cache"] == "hit")
    // What was never asked for comes from the catalogue, and says so.
    let local = try client.search("dune")
    #expect(local.meta?["source"] == "catalogue" && local.meta?["offline"] == true)
    for number in 0..<3 { _ = try client.search("gone \(number)") }
    #expect(try upstream.source("tmdb")?["state"] == "down")
    try upstream.fake.restart()
    try Wait.until("TMDB is asked again by itself") { try upstream.source("tmdb")?["state"] == "ok" }
    let after = try client.search("quarry", #""max_age_ms":0"#)
    #expect(after.meta?["cache"] == "miss" && after.meta?["offline"] == false)
  }

  @Test func what_a_search_shows_without_the_network_can_be_opened_and_kept() throws {
    let upstream = try UpstreamHome()
    let key = try #require(try upstream.connect().search("quarry").keys.first)
    let params = #"{"key":"\#(key)"}"#
    upstream.fake.stop()
    for isRestarted in [false, true] {
      if isRestarted { try upstream.restart() }
      let client = try upstream.connect()
      let shown = try client.search("quarry")["result"]?["results"]?[0]
      let detail = try client.ask("detail", params)
      #expect(detail["result"]?["partial"] == true && detail["result"]?["title"] == shown?["title"])
      #expect(detail.meta?["cache"] == "stale" && detail.meta?["offline"] == true, "\(detail.text())")
    }
    for (method, list) in [("watchlist.add", "watchlist"), ("favorites.toggle", "favorites")] {
      let client = try upstream.connect()
      #expect(try client.ask(method, params)["result"]?["changed"] == true)
      #expect(try client.ask(list, "{}").keys == [key])
    }
    #expect(
      try upstream.connect().ask("detail", #"{"key":"movie/999999999"}"#).kind == "upstream_unavailable")
    try upstream.fake.restart()
    try Wait.until("it is whole") {
      try upstream.connect().ask("detail", params)["result"]?["partial"] == false
    }
  }

  @Test func what_was_kept_outlives_the_daemon() throws {
    let upstream = try UpstreamHome()
    let before = try upstream.connect().search("glacier")
    upstream.fake.stop()
    try upstream.restart()
    let after = try upstream.connect().search("glacier")
    #expect(after.meta?["cache"] == "hit" && after.keys == before.keys && !after.keys.isEmpty)
  }

  @Test func a_search_that_a_newer_one_replaces_is_not_asked_for_any_longer() throws {
    let upstream = try UpstreamHome(["debounce_ms = 0"], fault: .hang)
    let client = try upstream.connect()
    for (id, q) in ["ca", "car", "carn"].enumerated() {
      try client.send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":{"q":"\#(q)","supersedes":"box"}}"#)
      try Wait.until("upstream is asked for \(q)") {
        upstream.fake.requests.contains { $0.target.contains("query=\(q)&") }
      }
    }
    for _ in 0..<2 { #expect(try client.reply().kind == "cancelled") }
    upstream.fake.set(fault: nil)
    #expect(try client.search("carnival", #""supersedes":"box""#, id: 9).kind == "cancelled")
    #expect(try client.reply().meta?["source"] == "tmdb")
  }

  @Test func a_title_is_found_by_its_name_and_year() throws {
    let upstream = try UpstreamHome()
    let client = try upstream.connect()
    // Far down in a search of all kinds, for which TMDB knows no year.
    let found = try client.search("the", #""year":1996,"page_size":1"#)
    #expect(found.keys.count == 1 && found["result"]?["total_results"]?.intValue ?? 0 > 1)
    #expect(found["result"]?["results"]?[0]?["year"] == 1996)
    for name in ["The Amber Orchard (1997)", "Amber Orchard Days (1997)"] {
      let outcome = try upstream.client(["detail", name, "--format", "{title} ({year})"]).wait()
      #expect(outcome.status == 0 && outcome.output == name + "\n", "\(outcome.output) \(outcome.errors)")
    }
  }
}
