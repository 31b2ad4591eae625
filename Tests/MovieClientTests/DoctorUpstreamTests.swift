import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

/// The doctor's findings about upstreams, from the daemon's `status` and `settings`.
struct DoctorUpstreamTests {
  private func environment(_ variables: [String: String] = [:]) -> DoctorEnvironment {
    DoctorEnvironment(variable: { variables[$0] }, programFolders: [])
  }

  private func parsed(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8).span) }

  private func source(
    _ name: String, _ state: String, reason: String = "", calls: Int = 0, errors: Int = 0,
    retryAt: String? = nil
  ) -> String {
    #"{"name":"\#(name)","state":"\#(state)","reason":"\#(reason)","rate_left":40,"calls":\#(calls),"errors":\#(errors),"#
      + #""retry_at":\#(retryAt.map { "\"\($0)\"" } ?? "null")}"#
  }

  private func key(
    _ state: String, calls: Int = 0, errors: Int = 0, isSet: Bool = true, from: String = "library",
    _ variables: [String: String] = [:]
  ) throws -> Finding {
    let status = try parsed(
      #"{"sources":[\#(source("tmdb", state, calls: calls, errors: errors))]}"#)
    let settings = try parsed(#"{"tmdb.key":{"value":{"set":\#(isSet)},"from":"\#(from)"}}"#)
    return KeyCheck.finding(JSONView<DaemonStatus>(status).sources.first, settings, environment(variables))
  }

  private func findings(
    _ status: String, settings: String = "{}", _ variables: [String: String] = [:]
  ) throws -> [Finding] {
    let status = try parsed(status)
    return NetworkChecks.findings(
      JSONView(status), try parsed(settings), environment(variables))
  }

  private func proxy(
    _ variables: [String: String] = [:], setting: String = "null", isOffline: Bool = false
  ) throws -> Finding? {
    let settings = try parsed(#"{"http.proxy":{"value":\#(setting),"from":"file"}}"#)
    return ProxyCheck.finding(settings, environment(variables), isOffline: isOffline)
  }

  @Test func key_is_taken_refused_or_not_tried_yet() throws {
    #expect(
      try key("ok", calls: 3) == Finding("TMDB key", .ok, "set, by movierpc settings; TMDB accepts it"))
    #expect(try key("ok").message.contains("not used yet"))
    // Earlier failures say nothing about the key.
    #expect(try key("ok", calls: 3, errors: 3).message.contains("not used yet"))
    #expect(try key("down", calls: 3, errors: 3) == Finding("TMDB key", .ok, "set, by movierpc settings"))
    #expect(try key("refused", calls: 1, errors: 1).state == .problem)
  }

  @Test(
    arguments: [
      ("library", "movierpc settings set tmdb.key"),
      ("file", "correct tmdb.key in config.toml, movierpc daemon restart"),
      ("environment", "correct TMDB_API_KEY, movierpc daemon restart"),
    ])
  func refused_key_is_to_be_changed_where_it_comes_from(_ from: String, _ remedy: String) throws {
    let hint = try #require(key("refused", from: from).hint)
    #expect(hint.hasSuffix(remedy) && hint.contains("https://www.themoviedb.org/settings/api"))
  }

  @Test func missing_key_has_a_hint_that_helps() throws {
    let missing = try key("no_key", isSet: false, from: "default")
    #expect(missing.state == .note && missing.hint?.hasSuffix("movierpc settings set tmdb.key") == true)
    // Set in this shell after the daemon was started in another one.
    let late = try key("no_key", isSet: false, from: "default", ["TMDB_API_KEY": "k"])
    #expect(late.state == .warning && late.hint?.hasSuffix("movierpc daemon restart") == true)
  }

  @Test func requests_that_could_not_even_be_sent_are_told() throws {
    let status = #"{"network":"unknown","sources":[\#(source("tmdb", "ok", calls: 7, errors: 7))]}"#
    let found = try findings(status)
    #expect(found.map(\.name) == ["network", "TMDB"] && found.allSatisfy { $0.state == .warning })
    #expect(found.first?.message == "no request could be sent")
    #expect(found.last?.message == "no answer yet (7 of 7 calls failed)")
  }

  @Test(arguments: [("online", Finding.State.ok), ("offline", .warning), ("unknown", .note)])
  func network_is_as_the_daemon_found_it(_ network: String, _ state: Finding.State) throws {
    let found = try findings(#"{"network":"\#(network)"}"#)
    #expect(found.map(\.name) == ["network"] && found.first?.state == state)
    #expect((found.first?.hint != nil) == (state == .warning))
  }

  @Test func sources_are_told_apart() throws {
    let found = try findings(
      #"{"network":"online","sources":["#
        + [
          source("tmdb", "limited", calls: 9, errors: 1, retryAt: "2026-11-21T10:00:00Z"),
          source("itunes", "off"), source("youtube", "no_key"),
        ].joined(separator: ",") + "]}")
    #expect(found.map(\.name) == ["network", "TMDB", "iTunes", "YouTube"])
    #expect(found.map(\.state) == [.ok, .warning, .note, .note])
    #expect(found[1].hint?.contains(LocalTime.current.minute("2026-11-21T10:00:00Z")) == true)
  }

  @Test func source_that_is_down_has_trouble_of_its_own_unless_the_network_is_down() throws {
    let down = source("tmdb", "down", calls: 4, errors: 3)
    let own = try #require(findings(#"{"network":"online","sources":[\#(down)]}"#).last)
    #expect(own.state == .warning && own.hint?.contains("tmdb.base_url") == true)
    let network = try #require(findings(#"{"network":"offline","sources":[\#(down)]}"#).last)
    #expect(network.name == "TMDB" && network.hint?.hasPrefix("see network") == true)
  }

  @Test(arguments: [
    ("upstream_error", "server error", "tries again"), ("intercepted", "another server", "login"),
  ])
  func what_is_wrong_with_a_source_is_told(_ reason: String, _ message: String, _ hint: String) throws {
    let down = source("tmdb", "down", reason: reason, calls: 4, errors: 3)
    let found = try #require(findings(#"{"network":"offline","sources":[\#(down)]}"#).last)
    #expect(found.message.contains(message) && found.hint?.contains(hint) == true, "\(found)")
  }

  @Test func refused_key_of_youtube_is_a_problem_and_that_of_tmdb_is_told_once() throws {
    let found = try findings(
      #"{"network":"online","sources":[\#(source("tmdb", "refused")),\#(source("youtube", "refused"))]}"#)
    #expect(found.map(\.name) == ["network", "YouTube"])
    #expect(found[1].state == .problem && found[1].hint?.contains("YOUTUBE_API_KEY") == true)
  }

  @Test(
    arguments: [
      "{}", "[]", "null", #"{"network":7,"sources":7}"#, #"{"sources":[null,7,{"state":"ok"}]}"#,
      #"{"sources":[{"name":"new","state":"asleep","calls":-1}]}"#,
    ])
  func status_of_other_versions_says_nothing_wrong(_ status: String) throws {
    #expect(try findings(status) == [])
  }

  @Test func proxy_of_the_configuration_comes_before_that_of_the_environment() throws {
    #expect(try proxy() == nil)
    let configured = try proxy(["https_proxy": "http://b:1"], setting: #""socks5h://a:1080""#)
    #expect(configured == Finding("proxy", .ok, "socks5h://a:1080, from config.toml"))
    #expect(
      try proxy(["https_proxy": "http://b:1"])?.message.hasPrefix("http://b:1, from https_proxy") == true)
    let order = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    for (index, name) in order.enumerated() {
      let variables = Dictionary(uniqueKeysWithValues: order[index...].map { ($0, "http://\($0):1") })
      #expect(try proxy(variables)?.message.contains("from \(name) here") == true)
    }
  }

  @Test func proxy_is_suspected_when_the_network_is_down() throws {
    let suspect = try proxy(setting: #""http://a:3128""#, isOffline: true)
    #expect(suspect?.state == .warning && suspect?.hint?.contains("http.proxy") == true)
    let found = try findings(#"{"network":"offline"}"#, ["all_proxy": "a:3128"])
    #expect(found.map(\.name) == ["network", "proxy"])
    #expect(found[0].hint?.hasPrefix("see proxy below") == true)
    #expect(found[1].hint?.contains("all_proxy") == true)
  }

  @Test func proxy_that_cannot_work_is_told() throws {
    #expect(try proxy(["http_proxy": "http://a:1"])?.state == .warning)
    let strange = try proxy(["https_proxy": "gopher://a:70"])
    #expect(strange?.state == .problem && strange?.hint?.contains("socks5h") == true)
  }

  @Test(
    arguments: [
      "http://me:sesame@a:3128", "me:sesame@a:3128", "http://me:p@sesame@a:3128",
      "http://me:se/sesame@a:3128", "gopher://me:sesame@a", "me:sesame://x@a:3128",
    ])
  func password_of_a_proxy_is_never_shown(_ address: String) throws {
    for isOffline in [false, true] {
      let finding = try #require(try proxy(["https_proxy": address], isOffline: isOffline))
      #expect(!finding.json.text().contains("sesame"))
    }
  }
}
