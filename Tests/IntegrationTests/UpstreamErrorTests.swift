import FakeTMDB
import Foundation
import JSONRPC
import TestSupport
import Testing

/// What is said, and what is not, when upstream fails.
@Suite(.timeLimit(.minutes(20))) struct UpstreamErrorTests {
  /// Only TMDB knows this.
  private let onlyTMDB = #"{"list":"airing_today","page_size":1}"#

  @Test(
    arguments: [
      (FakeFault.status(401), "upstream_unauthorized", "TMDB_API_KEY", "refused"),
      (.status(503), "upstream_unavailable", "tries again", "down"),
      // Of the hour some seconds have passed by then.
      (.status(429, retryAfter: 3600), "rate_limited", " min", "limited"),
      (.html, "upstream_unavailable", "login", "down"),
      (.reset, "upstream_unavailable", "network", "down"),
      (.cut, "upstream_unavailable", "network", "down"),
      (.huge, "upstream_unavailable", "report it as a bug", "ok"),
      (.wrong, "upstream_unavailable", "base_url", "down"),
    ])
  func each_fault_has_its_error_and_a_hint(
    _ fault: FakeFault, _ kind: String, _ hint: String, _ state: String
  ) throws {
    let upstream = try UpstreamHome(fault: fault)
    let client = try upstream.connect()
    // As many different ones as it takes for the daemon to be sure.
    let replies = try (1...4).map { page in
      try client.ask(
        "browse", #"{"list":"airing_today","page_size":1,"page":\#(page * 20),"timeout_ms":120000}"#)
    }
    let last = try #require(replies.last)
    #expect(last.kind == kind, "\(last.text())")
    #expect(last.hint?.contains(hint) == true, "\(last.text())")
    #expect(replies.allSatisfy { $0.kind == kind })
    #expect(last["error"]?["data"]?["source"] == "tmdb")
    let source = try upstream.source("tmdb")
    #expect(source?["state"]?.stringValue == state)
    let reason = last["error"]?["data"]?["reason"]?.stringValue
    #expect(reason == Self.reason(fault))
    #expect(state == "ok" || source?["reason"]?.stringValue == reason)
    // What the catalogue knows is there all the same.
    let local = try client.search("dune")
    #expect(local.meta?["source"] == "catalogue" && local.meta?["offline"] == true)
    #expect(local.meta?["reason"]?.stringValue == reason)
    // And when it is over, it is over: the key is the one thing that is not tried again at once.
    upstream.fake.set(fault: nil)
    guard state != "refused", state != "limited" else { return }
    try Wait.until("TMDB answers again") { try client.ask("browse", onlyTMDB).meta?["source"] == "tmdb" }
  }

  @Test func subscription_has_the_catalogues_list_where_browse_has_it() throws {
    let upstream = try UpstreamHome(fault: .status(429, retryAfter: 3600))
    let client = try upstream.connect()
    #expect(try client.ask("browse", #"{"list":"popular"}"#).meta?["source"] == "catalogue")
    // With all the time there is, it comes long before that.
    let reply = try client.ask(
      "subscribe", #"{"topics":["browse:popular","browse:airing_today","server"],"timeout_ms":120000}"#)
    let result = reply["result"]
    #expect(result?["topics"]?["browse:popular"]?["data"]?["meta"]?["source"] == "catalogue")
    #expect(result?["topics"]?["server"]?["data"]?["state"] == "running")
    #expect(result?["errors"]?["browse:airing_today"]?["data"]?["kind"] == "rate_limited")
  }

  private static func reason(_ fault: FakeFault) -> String {
    switch fault {
    case .status(401, _): "key_refused"
    case .status(429, _): "rate_limited"
    case .status, .huge: "upstream_error"
    case .html, .wrong: "intercepted"
    default: "network"
    }
  }

  @Test func nulls_and_what_is_compressed_unsaid_are_read_as_far_as_they_go() throws {
    let upstream = try UpstreamHome(fault: .gzipUnsaid)
    let client = try upstream.connect()
    #expect(try client.search("lighthouse", #""page_size":15"#).keys.count == 15)
    upstream.fake.set(fault: .nulls)
    for request in [#"{"key":"movie/900001"}"#, #"{"key":"tv/950001"}"#] {
      #expect(try client.ask("detail", request).kind != "internal_error")
    }
    #expect(try client.ask("browse", onlyTMDB).kind != "internal_error")
  }

  @Test func where_nobody_listens_the_network_is_to_be_checked() throws {
    let upstream = try UpstreamHome()
    upstream.fake.stop()
    let client = try upstream.connect()
    let reply = try client.ask("browse", onlyTMDB)
    #expect(reply.kind == "upstream_unavailable" && reply.hint?.contains("network") == true)
    let status = try client.ask("status", "{}")["result"]
    #expect(status?["network"] == "offline")
    let outcome = try upstream.client(["browse", "airing_today"]).wait()
    #expect(outcome.status == 6 && outcome.errors.contains("check the network"), "\(outcome.errors)")
  }

  @Test func followers_hear_that_the_network_is_gone_and_back() throws {
    let upstream = try UpstreamHome()
    let client = try upstream.connect()
    _ = try client.search("orchard")
    let follower = try upstream.connect()
    let state = try follower.ask("subscribe", #"{"topics":["server"]}"#)
    #expect(state["result"]?["topics"]?["server"]?["data"]?["network"] == "online")
    upstream.fake.stop()
    _ = try client.search("nothing like it", #""max_age_ms":0"#)
    #expect(try follower.reply()["params"]?["data"]?["network"] == "offline")
    try upstream.fake.restart()
    _ = try client.search("nothing like it", #""max_age_ms":0"#)
    #expect(try follower.reply()["params"]?["data"]?["network"] == "online")
  }

  @Test func a_key_that_is_put_right_counts_at_once() throws {
    let upstream = try UpstreamHome(key: nil)
    upstream.fake.set(key: "the-right-one")
    let client = try upstream.connect()
    #expect(try client.ask("browse", onlyTMDB).kind == "upstream_unauthorized")
    #expect(upstream.fake.count() == 0)
    #expect(try client.search("dune").meta?["reason"] == "no_key")
    let refused = try client.ask("settings.update", #"{"set":{"tmdb.key":"a-wrong-one"}}"#)
    #expect(refused.kind == "upstream_unauthorized" && !refused.text().contains("a-wrong-one"))
    #expect(refused["error"]?["data"]?["reason"] == "key_refused")
    // It is not set.
    #expect(try upstream.source("tmdb")?["state"] == "no_key")
    let taken = try client.ask("settings.update", #"{"set":{"tmdb.key":"the-right-one"}}"#)["result"]
    #expect(taken?["checked"]?.text() == #"{"tmdb.key":"accepted"}"#)
    #expect(try client.ask("browse", onlyTMDB).meta?["source"] == "tmdb")
    // The one before is in use all the same.
    #expect(
      try client.ask("settings.update", #"{"set":{"tmdb.key":"a-wrong-one"}}"#).kind
        == "upstream_unauthorized")
    #expect(try client.ask("browse", #"{"list":"on_the_air"}"#).meta?["source"] == "tmdb")
  }

  @Test(arguments: [(nil, "network"), (FakeFault.html, "intercepted"), (.status(500), "upstream_error")])
  func a_key_that_cannot_be_tried_is_set_and_that_is_said(_ fault: FakeFault?, _ reason: String) throws {
    let upstream = try UpstreamHome(key: nil, fault: fault)
    if fault == nil { upstream.fake.stop() }
    let outcome = try upstream.client(["settings", "set", "tmdb.key", "--text"], input: FakeTMDB.key).wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("tmdb.key is set, but it could not be tried; "), "\(outcome.output)")
    let client = try upstream.connect()
    let again = try client.ask("settings.update", #"{"set":{"tmdb.key":"\#(FakeTMDB.key)"}}"#)["result"]
    #expect(again?["checked"]?["tmdb.key"]?.stringValue == reason)
    #expect(again?["settings"]?["tmdb.key"]?["value"]?.text() == #"{"set":true}"#)
  }

  @Test func a_key_is_in_no_log_no_answer_and_no_row() throws {
    let keys = [FakeTMDB.key, "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJzZWNyZXQifQ.c2lnbmF0dXJl"]
    for key in keys {
      let upstream = try UpstreamHome(["log.level = \"trace\""], key: key)
      let client = try upstream.connect()
      var said = ""
      for fault: FakeFault? in [nil, .status(401), .reset, .html, .cut, .status(500)] {
        upstream.fake.set(fault: fault)
        said += try client.search("meadow \(fault.map { "\($0)" } ?? "")").text()
        said += try client.ask("browse", onlyTMDB).text()
        said += try client.ask("status", "{}").text() + client.ask("settings", "{}").text()
      }
      upstream.fake.stop()
      said += try client.search("nobody", #""max_age_ms":0"#).text()
      said += try upstream.daemon.stop().errors
      #expect(!said.contains(key) && !said.contains("secret"))
      let files = FileManager.default.enumerator(atPath: upstream.home.path)
      while let name = files?.nextObject() as? String {
        let bytes = FileManager.default.contents(atPath: upstream.home.path + "/" + name) ?? Data()
        #expect(bytes.range(of: Data(key.utf8)) == nil, "\(name)")
      }
      // It was sent, though.
      #expect(
        upstream.fake.requests.contains {
          $0.target.contains(key) || $0.headers["authorization"] == "Bearer \(key)"
        })
    }
  }

  @Test(.needsRoot, .needs("unshare", of: "util-linux")) func a_full_disk_costs_the_cache_alone() throws {
    let cache = try TemporaryFolder()
    let upstream = try UpstreamHome(
      [
        "folders.cache = \"\(cache.path)\"", "limits.cached_results_bytes = 0",
        "limits.upstream_memory_bytes = 0",
      ],
      shell: "exec unshare -m /bin/sh -c 'mount -t tmpfs -o size=2m,mode=700 none \(cache.path) && "
        + "exec \"$0\" \"$@\"' \"$0\" \"$@\"")
    let client = try upstream.connect()
    for number in 0..<200 {
      let reply = try client.ask("discover", #"{"min_votes":\#(number),"timeout_ms":120000}"#)
      #expect(reply.meta?["source"] == "tmdb", "\(reply.text())")
    }
    let log = try upstream.daemon.stop().errors
    let complaints = log.split(separator: "\n").filter { $0.contains("cache.sqlite") }
    #expect(complaints.count == 1 && complaints.first?.contains("full") == true, "\(log)")
  }

  @Test(.long) func ten_thousand_requests_with_faults_leave_nothing_behind() throws {
    let upstream = try UpstreamHome([
      "limits.upstream_rate = 1000", "limits.upstream_burst = 1000", "limits.upstream_at_once = 16",
      "limits.upstream_memory_bytes = 500000", "limits.cached_results_bytes = 500000",
      "limits.in_flight = 512",
    ])
    let faults: [FakeFault] = [
      .reset, .cut, .status(500), .html, .wrong, .nulls, .gzipUnsaid, .slow(3), .status(404),
    ]
    let each = 1 - pow(0.7, 1.0 / Double(faults.count))
    upstream.fake.set(faults: faults.map { ($0, each) })
    let client = try upstream.connect()
    let kinds: Set = ["upstream_unavailable", "not_found", "rate_limited", "timeout"]
    func ask(_ range: Range<Int>) throws {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: 500) {
        for number in start..<start + 500 {
          let request =
            number % 3 == 0
            ? #""detail","params":{"key":"movie/\#(900_001 + number % 120)","max_age_ms":0,"timeout_ms":5000}"#
            : #""search","params":{"q":"lighthouse \#(number)","timeout_ms":5000}"#
          try client.send(#"{"jsonrpc":"2.0","id":\#(number),"method":\#(request)}"#)
        }
        for _ in 0..<500 {
          let reply = try client.reply()
          if let kind = reply.kind { #expect(kinds.contains(kind), "\(reply.text())") }
        }
      }
    }
    try ask(0..<5000)
    let figures = ProcessFigures(upstream.daemon.program.pid)
    let (descriptors, memory) = (figures.descriptors, figures.residentBytes)
    try ask(5000..<10_000)
    let grown = figures.residentBytes - memory
    #expect(figures.descriptors <= descriptors + 16)
    #expect(grown < 6 << 20, "\(memory) grew by \(grown)")
    upstream.fake.set(faults: [])
    try Wait.until("TMDB answers again") {
      try client.search("ferryman", #""max_age_ms":0"#).meta?["source"] == "tmdb"
    }
    #expect(try upstream.daemon.stop().status == 0)
  }
}
